import { Link } from 'react-router-dom'
import { LoadFailed, Loading, EmptyList } from '../../platform/ui/list-states.tsx'
import { ScreenTitle } from '../../platform/ui/ScreenTitle.tsx'
import {
  usePostGroups,
  countOfPosts,
  firstAuthorId,
  useGroupAction,
  failureOf,
  type GroupDialogProps,
  type GroupKind,
  type PostGroup,
} from './topic-queries.ts'
import { Button } from 'antd'
import { useState } from 'react'
import { ConfirmDialog } from '../../platform/ui/dialogs.tsx'
import { AddAuthor, GroupMergeDialog, GroupRenameDialog } from './GroupDialogs.tsx'

/** /admin/blog/topics: the categories, tags and authors of posts. */
export function TopicsScreen() {
  const { data, isPending, isError, refetch } = usePostGroups()
  return (
    <>
      <div className="admin-head">
        <ScreenTitle title="Categories, tags and authors" />
        <Link to="/admin/blog">Back to Blog</Link>
      </div>
      {isPending && <Loading label="Loading categories, tags and authors" />}
      {isError && (
        <LoadFailed onRetry={() => refetch()}>Categories, tags and authors could not be loaded.</LoadFailed>
      )}
      {data !== undefined && (
        <div className="admin-stack">
          <GroupCard kind="category" title="Categories" groups={data.categories} />
          <GroupCard kind="tag" title="Tags" groups={data.tags} />
          <GroupCard
            kind="author"
            title="Authors"
            groups={data.authors.map(({ firstName, ...author }) => ({ ...author, name: firstName }))}
          />
        </div>
      )}
    </>
  )
}

interface GroupCardProps {
  kind: GroupKind
  title: string
  groups: readonly PostGroup[]
}

type Opened = { action: 'rename' | 'merge' | 'delete'; group: PostGroup } | null

/** Lists categories, tags or authors with their numbers of posts. Each can be renamed, merged into another, or deleted. */
function GroupCard({ kind, title, groups }: GroupCardProps) {
  const [opened, setOpened] = useState<Opened>(null)
  const close = () => setOpened(null)
  const subjectOf = (action: NonNullable<Opened>['action']) =>
    opened?.action === action ? opened.group : null
  return (
    <section className="admin-card" aria-label={title}>
      <div className="admin-head">
        <h2>{title}</h2>
        {kind === 'author' && <AddAuthor />}
      </div>
      {groups.length === 0 && <EmptyList label={`No ${title.toLowerCase()} yet`} />}
      <ul className="admin-rows">
        {groups.map((group) => {
          const { id, name, postCount } = group
          const open = (action: NonNullable<Opened>['action']) => setOpened({ action, group })
          return (
            <li key={id}>
              <div>
                <strong>{name}</strong>
                <div className="admin-soft">{countOfPosts(postCount)}</div>
              </div>
              <div>
                <Button size="small" aria-label={`Rename ${name}`} onClick={() => open('rename')}>
                  Rename
                </Button>{' '}
                {groups.length > 1 && (
                  <Button size="small" aria-label={`Merge ${name}`} onClick={() => open('merge')}>
                    Merge
                  </Button>
                )}{' '}
                {(kind !== 'author' || id !== firstAuthorId) && (
                  <Button size="small" danger aria-label={`Delete ${name}`} onClick={() => open('delete')}>
                    Delete
                  </Button>
                )}
              </div>
            </li>
          )
        })}
      </ul>
      <GroupRenameDialog kind={kind} group={subjectOf('rename')} groups={groups} onClose={close} />
      <GroupMergeDialog kind={kind} group={subjectOf('merge')} groups={groups} onClose={close} />
      <DeleteDialog kind={kind} group={subjectOf('delete')} groups={groups} onClose={close} />
    </section>
  )
}

function DeleteDialog({ kind, group, groups, onClose }: GroupDialogProps) {
  const change = useGroupAction()
  const failure = failureOf(change)
  const posts = countOfPosts(group?.postCount ?? 0)
  return (
    <ConfirmDialog
      isOpen={group !== null}
      title={`Delete ${group?.name ?? ''}?`}
      confirmLabel="Delete"
      isDanger
      isBusy={change.isPending}
      onConfirm={() =>
        group !== null &&
        change.mutate({ kind, group, to: 'deleted', done: 'Deleted' }, { onSuccess: onClose })
      }
      onClose={onClose}
    >
      <p>
        {kind === 'author'
          ? `Used by ${posts}. ${groups[0]?.name ?? 'The first author'} becomes their author.`
          : `It is removed from ${posts}.`}{' '}
        This can’t be undone.
      </p>
      {failure !== undefined && <p role="alert">{failure}</p>}
    </ConfirmDialog>
  )
}
