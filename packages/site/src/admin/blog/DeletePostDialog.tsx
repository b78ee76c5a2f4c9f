import type { StaffApi } from '@priormark/core/api'
import type { DraftService, RemovalOutcome } from '@priormark/core/blog/drafts/draft-service'
import { entityTag } from '@priormark/core/blog/endpoints'
import { messageOf } from '@priormark/core/platform/http/api-error'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from '../../ui/toast-store.ts'
import { useAdmin } from '../platform/session/admin-context.tsx'
import { ConfirmDialog } from '../platform/ui/dialogs.tsx'
import { readDraft } from './draft-queries.ts'
import { blogKey } from './post-queries.ts'

interface DeletePostDialogProps {
  /** The post to delete, or null while the dialog is closed. */
  post: ShownPost | null
  onDeleted?: () => void
  onClose: () => void
  onClosed?: () => void
}

/** Asks whether to delete a post, and deletes it with a toast. */
export function DeletePostDialog({ post, onDeleted, onClose, onClosed }: DeletePostDialogProps) {
  const { api, session, platform } = useAdmin()
  const { drafts } = platform
  const queryClient = useQueryClient()
  const remove = useMutation({
    mutationFn: (shown: ShownPost) => deletePost(shown, { api, drafts }),
    onSuccess: (outcome) => {
      toast(outcome.kind === 'rejected' ? deletionError(outcome.message) : removalToasts[outcome.kind])
      if (outcome.kind === 'logged out') session.expire()
    },
    onError: (error) => toast(deletionError(messageOf(error, deletionFailed))),
    onSettled: () => queryClient.invalidateQueries({ queryKey: [...blogKey, 'list'] }),
  })
  return (
    <ConfirmDialog
      title="Are you sure?"
      confirmLabel="Delete"
      isDanger
      isOpen={post !== null}
      isBusy={remove.isPending}
      onConfirm={() => post && remove.mutate(post, { onSuccess: () => onDeleted?.(), onSettled: onClose })}
      onClose={onClose}
      onClosed={onClosed}
    >
      <p>This will permanently delete this blog post. This action cannot be undone.</p>
    </ConfirmDialog>
  )
}

const queuedRemovalToast = {
  title: 'Waiting to be sent',
  description: 'Deleted on this computer. It will be deleted on the server as soon as possible.',
}
const deletionFailed = 'Failed to delete post'
const deletionError = (message: string | null) => ({
  title: 'Error deleting post',
  description: message ?? deletionFailed,
  variant: 'destructive' as const,
})
const removalToasts: Record<Exclude<RemovalOutcome['kind'], 'rejected'>, Parameters<typeof toast>[0]> = {
  removed: { title: 'Post deleted', description: 'The blog post was successfully deleted.' },
  waiting: queuedRemovalToast,
  'logged out': queuedRemovalToast,
  conflict: deletionError('Someone else changed this post. It stays until you decide.'),
}

/** A post as a screen showed it. `version` is null if the server does not have the post, or was unreachable. */
export interface ShownPost {
  id: string
  version: number | null
}

/**
 * Deletes a post unless it changed since it was shown. Works offline if this computer has the shown version.
 * @throws ApiError, NetworkError from the server if this computer does not have that version
 */
export async function deletePost(
  { id, version }: ShownPost,
  { api, drafts }: { api: { blog: Pick<StaffApi['blog'], 'remove'> }; drafts: DraftService },
): Promise<RemovalOutcome> {
  const draft = await readDraft(drafts, id)
  const isLocalVersion = draft !== null && (draft.state !== 'clean' || version === null)
  if (isLocalVersion || draft?.baseVersion === version) {
    return drafts.remove(id)
  }
  // Only this computer had it, and it was deleted here in the meantime.
  if (version === null) return { kind: 'removed' }
  await api.blog.remove({ params: { id } }, { headers: { 'if-match': entityTag(version) } })
  return { kind: 'removed' }
}
