import { sentenceOf } from '@priormark/core/http/api-error'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { toast } from '../../../ui/toast-store.ts'
import { useTools } from '../../shell/admin-tools.tsx'
import { isUnauthenticated } from '../../shell/query-client.ts'
import { blogKey } from '../post-queries.ts'
import type { KeptPlace } from './desk-state.ts'
import type { PostDesk } from './post-desk.ts'
import type { SaveOutcome } from './save-post.ts'

/** Where every editor leads back to. */
export const listPath = '/admin/blog'

interface SaveParts {
  desk: PostDesk
  isUploading: () => boolean
  /** The form has errors, by itself or by the server's word: time to show them. */
  onRefused: () => void
}

const keptWhere: Record<KeptPlace, string> = {
  revision: 'You find it among the revisions of this post.',
  'local copy': 'It is in this browser and will be offered when you open this post again.',
  bin: 'You find it in the bin of this machine.',
}

/** Saving as the screen does it: toasts, and the way back to a fresh list. */
export function useEditorSave({ desk, isUploading, onRefused }: SaveParts) {
  const { gate } = useTools()
  const navigate = useNavigate()
  const queryClient = useQueryClient()

  async function goToList() {
    await queryClient.invalidateQueries({ queryKey: [...blogKey, 'list'], refetchType: 'none' })
    await navigate(listPath)
  }

  async function finish(isCreation: boolean, saving: () => Promise<SaveOutcome | null>) {
    const [title, failure] = isCreation
      ? ['Error creating post', 'Failed to create post']
      : ['Error updating post', 'Failed to update post']
    const refuse = (description: string) => toast({ title, description, variant: 'destructive' })
    if (desk.store.getState().isSaving) return
    if (isUploading()) return refuse('An image is still being uploaded')
    try {
      const outcome = await saving()
      if (outcome === null) return onRefused()
      if (outcome.kind === 'refused') {
        refuse(outcome.sentence ?? failure)
        onRefused()
      }
      if (outcome.kind === 'saved') {
        toast({ title: isCreation ? 'Post created' : 'Post updated', description: outcome.title })
        await goToList()
      }
      if (outcome.kind === 'kept') {
        toast({
          title: 'Waiting to be sent',
          description: 'Saved on this machine. It is sent as soon as the server takes it.',
        })
        // Who edits a post finds it after the login: its address leads there.
        if (isCreation || !outcome.isLoggedOut) await goToList()
        if (outcome.isLoggedOut) gate.expire()
      }
    } catch (error) {
      if (isUnauthenticated(error)) gate.expire()
      else refuse(sentenceOf(error, failure))
    }
  }

  return {
    save: () => finish(desk.store.getState().version === null, () => desk.save()),
    keepMine: () => finish(false, () => desk.keepMine()),
    saveAsCopy: () => finish(true, () => desk.saveAsCopy()),
    async takeTheirs() {
      const place = await desk.takeTheirs()
      if (place === null) return
      toast({
        title: 'Your text is kept',
        description: keptWhere[place],
      })
      if (desk.store.getState().isDone) await goToList()
    },
    goToList,
  }
}
