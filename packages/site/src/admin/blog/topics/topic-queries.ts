import type { StaffApi } from '@priormark/core/api'
import { messageOf } from '@priormark/core/platform/http/api-error'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from '../../../ui/toast-store.ts'
import { useAdmin } from '../../platform/session/admin-context.tsx'
import { blogKey } from '../post-queries.ts'

/** A category, tag or author of posts. */
export interface PostGroup {
  id: number
  name: string
  postCount: number
  /** Only authors have one. */
  username?: string
}

/** The author who always exists. */
export const firstAuthorId = 1

export type GroupKind = 'category' | 'tag' | 'author'

/** The properties of the dialogs about a group. */
export interface GroupDialogProps {
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
  /** The title of the toast. */
  toastTitle: string
}

/** Renames, merges or deletes a category, a tag or an author, with a toast. */
export function useGroupAction() {
  const { api } = useAdmin()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (change: GroupChange) =>
      change.kind === 'author' ? changeAuthor(api, change) : changeTopic(api, change),
    onSuccess: (_data, { toastTitle }) => toast({ title: toastTitle }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: blogKey }),
  })
}

/** Returns the error message of the last attempt; undefined if it did not fail. */
export function failureMessageOf({ error }: { error: Error | null }): string | undefined {
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
  if (to === 'deleted') await remove(group.id, firstAuthorId)
  else if (!('into' in to)) await rename(to.name)
  else if (group.id !== firstAuthorId) await remove(group.id, to.into.id)
  else {
    // The first author always exists, so the other one is deleted and gives it the name.
    await remove(to.into.id, group.id)
    await rename(to.into.name)
  }
}
