import { sentenceOf } from '@priormark/core/http/api-error'
import { TopicName } from '@priormark/core/blog/endpoints'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { toast } from '../../../ui/toast-store.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { formErrors } from '../../ui/form-errors.ts'
import { EmptyList } from '../../ui/list-states.tsx'
import {
  firstAuthorId,
  useChangeGroup,
  type GroupChange,
  type GroupKind,
  type PostGroup,
} from './topic-queries.ts'

interface GroupCardProps {
  kind: GroupKind
  title: string
  /** Of authors, also the user name, which renaming keeps. */
  groups: readonly (PostGroup & { username?: string })[]
}

/** Lists categories, tags or authors with their numbers of posts. Each can be renamed, merged with another, or deleted. */
export function GroupCard({ kind, title, groups }: GroupCardProps) {
  const change = useChangeGroup()
  const [renamed, setRenamed] = useState<PostGroup | null>(null)
  const [deleted, setDeleted] = useState<PostGroup | null>(null)
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string>()
  const name = typed.trim()
  const namesake = groups.find(
    (one) => one.id !== renamed?.id && one.name.toLowerCase() === name.toLowerCase(),
  )
  const isMerge = namesake !== undefined
  const canDelete = ({ id }: PostGroup) => kind !== 'author' || id !== firstAuthorId

  function close() {
    setRenamed(null)
    setDeleted(null)
    setError(undefined)
  }

  function run(what: GroupChange, done: string) {
    const username = groups.find(({ id }) => id === what.id)?.username ?? ''
    change.mutate(
      { ...what, username },
      {
        onSuccess: () => {
          toast({ title: done })
          close()
        },
        onError: (failure) => setError(sentenceOf(failure, 'That didn’t work. Please try again.')),
      },
    )
  }

  function rename() {
    if (renamed === null) return
    const found = formErrors(TopicName, typed)['']?.[0]
    setError(found)
    if (found === undefined)
      run(
        { kind, id: renamed.id, to: { name, mergeId: namesake?.id ?? null } },
        isMerge ? 'Merged' : 'Renamed',
      )
  }

  return (
    <section className="admin-card" aria-label={title}>
      <h2>{title}</h2>
      {groups.length === 0 && <EmptyList label={`No ${title.toLowerCase()} yet`} />}
      <ul className="admin-rows">
        {groups.map((group) => (
          <li key={group.id}>
            <div>
              <strong>{group.name}</strong>
              <div className="admin-soft">{countOfPosts(group.postCount)}</div>
            </div>
            <div>
              <Button
                size="small"
                aria-label={`Rename ${group.name}`}
                onClick={() => {
                  setTyped(group.name)
                  setRenamed(group)
                }}
              >
                Rename
              </Button>{' '}
              {canDelete(group) && (
                <Button
                  size="small"
                  danger
                  aria-label={`Delete ${group.name}`}
                  onClick={() => setDeleted(group)}
                >
                  Delete
                </Button>
              )}
            </div>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        isOpen={renamed !== null}
        title={`Rename ${renamed?.name ?? ''}?`}
        confirmLabel={isMerge ? 'Merge' : 'Rename'}
        isBusy={change.isPending}
        onConfirm={rename}
        onClose={close}
      >
        <Field label="New name" error={error} hint={`Shown on ${countOfPosts(renamed?.postCount ?? 0)}`}>
          {(inputProps) => (
            <Input
              {...inputProps}
              value={typed}
              maxLength={60}
              onChange={({ target }) => {
                setTyped(target.value)
                setError(undefined)
              }}
            />
          )}
        </Field>
        {isMerge && (
          <p>
            There is already {kind === 'author' ? 'an' : 'a'} {kind} with this name. The posts move there,
            which can’t be undone.
          </p>
        )}
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={deleted !== null}
        title={`Delete ${deleted?.name ?? ''}?`}
        confirmLabel="Delete"
        isBusy={change.isPending}
        onConfirm={() => deleted !== null && run({ kind, id: deleted.id, to: 'deleted' }, 'Deleted')}
        onClose={close}
      >
        <p>
          {kind === 'author'
            ? `Used by ${countOfPosts(deleted?.postCount ?? 0)}. ${groups[0]?.name ?? 'The first author'} becomes their author.`
            : `It is removed from ${countOfPosts(deleted?.postCount ?? 0)}.`}{' '}
          This can’t be undone.
        </p>
        {error !== undefined && <p role="alert">{error}</p>}
      </ConfirmDialog>
    </section>
  )
}

function countOfPosts(count: number): string {
  return count === 1 ? '1 post' : `${count} posts`
}
