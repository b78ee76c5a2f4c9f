import type { StaffApi } from '@priormark/core/api'
import { messageOf } from '@priormark/core/platform/http/api-error'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from '../../../ui/toast-store.ts'
import { useAdmin } from '../../platform/session/admin-context.tsx'
import { blogKey } from '../post-queries.ts'
import { counted } from '@priormark/core/platform/counted'
import { TopicName } from '@priormark/core/blog/endpoints'
import { defaultAuthorId } from '@priormark/core/blog/post'
import { AuthorName } from '@priormark/core/staff/people/author-name'
import { Button } from 'antd'
import { useState } from 'react'
import { useTypedState } from '../../platform/session/typed-values.ts'
import { ConfirmDialog } from '../../platform/ui/dialogs.tsx'
import { SelectField } from '../../platform/ui/NativeSelect.tsx'
import { TextDialog } from '../../platform/ui/TextDialog.tsx'

/** A category, tag or author of posts. */
export interface PostGroup {
  id: number
  name: string
  postCount: number
  /** Only authors have one. */
  username?: string
}

export type GroupKind = 'category' | 'tag' | 'author'

/** The properties of the dialogs about a group. */
interface GroupDialogProps {
  kind: GroupKind
  /** Null while the dialog is closed. */
  group: PostGroup | null
  groups: readonly PostGroup[]
  onClose: () => void
}

interface GroupChange {
  kind: GroupKind
  group: PostGroup
  to: { name: string } | { into: PostGroup } | 'deleted'
}

/** Renames, merges or deletes a category, a tag or an author, with a toast. */
function useGroupAction() {
  const { api } = useAdmin()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (change: GroupChange) =>
      change.kind === 'author' ? changeAuthor(api, change) : changeTopic(api, change),
    onSuccess: (_data, { to }) => toast({ title: resultText(to) }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: blogKey }),
  })
}

function resultText(to: GroupChange['to']): string {
  if (to === 'deleted') return 'Deleted'
  return 'into' in to ? `Merged into ${to.into.name}` : `Renamed to ${to.name}`
}

/** Returns the error message of the last attempt; undefined if it did not fail. */
function failureMessageOf({ error }: { error: Error | null }): string | undefined {
  return error === null ? undefined : messageOf(error, 'That didn’t work. Please try again.')
}

type BlogApi = Pick<StaffApi, 'blog'>

async function changeTopic({ blog }: BlogApi, { group, to }: GroupChange): Promise<void> {
  const params = { id: String(group.id) }
  if (to === 'deleted') await blog.removeTopic({ params })
  else if ('into' in to) await blog.changeTopic({ params, body: { name: to.into.name, isMerge: true } })
  else await blog.changeTopic({ params, body: { name: to.name } })
}

async function changeAuthor({ blog }: BlogApi, { group, to }: GroupChange): Promise<void> {
  const rename = (name: string) =>
    blog.changeAuthor({
      params: { id: String(group.id) },
      body: { firstName: name, username: group.username ?? '' },
    })
  const remove = (id: number, into: number) =>
    blog.removeAuthor({ params: { id: String(id) }, query: { into } })
  if (to === 'deleted') await remove(group.id, defaultAuthorId)
  else if (!('into' in to)) await rename(to.name)
  else if (group.id !== defaultAuthorId) await remove(group.id, to.into.id)
  else {
    // The first author always exists, so the other one is deleted and gives it the name.
    await remove(to.into.id, group.id)
    await rename(to.into.name)
  }
}

/** Asks for a new name that none of the other groups has. */
export function GroupRenameDialog({ kind, group, groups, onClose }: GroupDialogProps) {
  const change = useGroupAction()

  function rejectTaken(text: string) {
    const name = text.trim().toLowerCase()
    const isTaken = groups.some((other) => other.id !== group?.id && other.name.toLowerCase() === name)
    if (!isTaken) return undefined
    return `There is already ${kind === 'author' ? 'an' : 'a'} ${kind} with this name. Use Merge to join them.`
  }

  return (
    <TextDialog
      formName={`name of ${kind} ${group?.id}`}
      isOpen={group !== null}
      title={`Rename ${group?.name ?? ''}?`}
      submitLabel="Rename"
      label="New name"
      hint={`Shown on ${counted(group?.postCount ?? 0, 'post', 'posts')}`}
      maxLength={60}
      initial={group?.name}
      schema={TopicName}
      reject={rejectTaken}
      onSave={async (text) => {
        if (group !== null) await change.mutateAsync({ kind, group, to: { name: text.trim() } })
      }}
      onClose={onClose}
    />
  )
}

/** Asks which of the other groups gets the posts. */
export function GroupMergeDialog({ kind, group, groups, onClose }: GroupDialogProps) {
  const [typedId, setTargetId] = useTypedState<string>(`merge of ${kind} ${group?.id}`)
  const targetId = typedId ?? ''
  const [isMissing, setMissing] = useState(false)
  const change = useGroupAction()
  const otherGroups = groups.filter(({ id }) => id !== group?.id)
  const target = otherGroups.find(({ id }) => String(id) === targetId)

  function close() {
    setTargetId(null)
    setMissing(false)
    onClose()
  }

  function merge() {
    setMissing(target === undefined)
    if (group === null || target === undefined) return
    change.mutate({ kind, group, to: { into: target } }, { onSuccess: close })
  }

  const prompt = `Choose ${kind === 'author' ? 'an' : 'a'} ${kind}`
  return (
    <ConfirmDialog
      isOpen={group !== null}
      title={`Merge ${group?.name ?? ''}`}
      confirmLabel="Merge"
      isDanger
      isBusy={change.isPending}
      onConfirm={merge}
      onClose={close}
    >
      <SelectField
        label="Into"
        error={isMissing ? prompt : failureMessageOf(change)}
        hint={
          target &&
          `Moves ${counted(group?.postCount ?? 0, 'post', 'posts')} to ${target.name} and deletes ${group?.name}. This can’t be undone.`
        }
        style={{ width: '100%' }}
        value={targetId}
        options={[
          { value: '', label: prompt },
          ...otherGroups.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        onChange={(next) => {
          setTargetId(next)
          setMissing(false)
        }}
      />
    </ConfirmDialog>
  )
}

/** Asks whether to delete a group. */
export function GroupDeleteDialog({ kind, group, groups, onClose }: GroupDialogProps) {
  const change = useGroupAction()
  const failure = failureMessageOf(change)
  const posts = counted(group?.postCount ?? 0, 'post', 'posts')
  return (
    <ConfirmDialog
      isOpen={group !== null}
      title={`Delete ${group?.name ?? ''}?`}
      confirmLabel="Delete"
      isDanger
      isBusy={change.isPending}
      onConfirm={() =>
        group !== null && change.mutate({ kind, group, to: 'deleted' }, { onSuccess: onClose })
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

/** The button that adds an author, with its dialog. */
export function AddAuthor() {
  const { api } = useAdmin()
  const queryClient = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        Add author
      </Button>
      <TextDialog
        formName="new author"
        isOpen={isOpen}
        title="Add an author"
        submitLabel="Add"
        label="Name"
        hint="Shown on their posts"
        maxLength={100}
        schema={AuthorName}
        onSave={async (firstName) => {
          await api.blog.addAuthor({ body: { firstName } })
          toast({ title: 'Author added' })
          void queryClient.invalidateQueries({ queryKey: blogKey })
        }}
        onClose={() => setOpen(false)}
      />
    </>
  )
}
