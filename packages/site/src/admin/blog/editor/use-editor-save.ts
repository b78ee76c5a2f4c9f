import type { SaveResult } from '@priormark/core/drafts/draft-service'
import { sentenceOf } from '@priormark/core/http/api-error'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { toast } from '../../../ui/toast-store.ts'
import { useAdmin } from '../../session/admin-context.tsx'
import { isUnauthenticated } from '../../session/query-client.ts'
import { blogKey } from '../post-queries.ts'
import type { PostEditorModel } from './post-editor-model.ts'
import type { SavedPlace } from './unsaved-text.ts'

export const listPath = '/admin/blog'

interface SaveParts {
  model: PostEditorModel
  isUploading: () => boolean
  /** The form has errors, found here or by the server. */
  onRejected: () => void
}

const savedPlaceTexts: Record<SavedPlace, string> = {
  revision: 'You’ll find it under Revisions.',
  unsaved: 'It’s saved in this browser. You can restore it when you open this post again.',
  discarded: 'You’ll find it under Discarded drafts.',
}

/** Saving with toasts, and the navigation back to the list. */
export function useEditorSave({ model, isUploading, onRejected }: SaveParts) {
  const { session } = useAdmin()
  const navigate = useNavigate()
  const queryClient = useQueryClient()

  async function goToList() {
    await queryClient.invalidateQueries({ queryKey: [...blogKey, 'list'], refetchType: 'none' })
    await navigate(listPath)
  }

  async function finish(isCreation: boolean, saving: () => Promise<SaveResult | null>) {
    const [title, failure] = isCreation
      ? ['Error creating post', 'Failed to create post']
      : ['Error updating post', 'Failed to update post']
    const toastError = (description: string) => toast({ title, description, variant: 'destructive' })
    if (model.store.getState().isSaving) return
    if (isUploading()) return toastError('An image is still being uploaded')
    try {
      const result = await saving()
      if (result === null) return onRejected()
      if (result.kind === 'rejected') {
        toastError(result.problem.sentence ?? failure)
        onRejected()
      }
      if (result.kind === 'saved') {
        toast({ title: isCreation ? 'Post created' : 'Post updated', description: result.title })
        await goToList()
      }
      if (result.kind === 'queued') {
        toast({
          title: 'Waiting to be sent',
          description: 'Saved on this computer. It will be sent when the server is available.',
        })
        // After the login, the address leads back to the post.
        if (isCreation || !result.isLoggedOut) await goToList()
        if (result.isLoggedOut) session.expire()
      }
    } catch (error) {
      if (isUnauthenticated(error)) session.expire()
      else toastError(sentenceOf(error, failure))
    }
  }

  return {
    save: () => finish(model.store.getState().basedOn.version === null, () => model.save()),
    keepMine: () => finish(false, () => model.keepMine()),
    saveAsCopy: () => finish(true, () => model.saveAsCopy()),
    async takeTheirs() {
      try {
        const place = await model.takeTheirs()
        if (place === null) return
        toast({ title: 'Your version was saved', description: savedPlaceTexts[place] })
        if (model.store.getState().isDone) await goToList()
      } catch {
        toast({
          title: 'Your version isn’t saved yet',
          description: 'Neither the server nor this browser could save it. Nothing was changed.',
          variant: 'destructive',
        })
      }
    },
    goToList,
  }
}
