import { toast } from '../../../ui/toast-store.ts'
import { keepsImageHere, keepImage } from '../../images/index.ts'
import { checkImage, uploadImage, uploadRefusal } from '../../images/index.ts'
import { useAdmin } from '../../session/admin-context.tsx'
import type { SendImage } from './rich/upload-adapter.ts'

/** Takes an image of the text into the library; where the server cannot be reached, into the drafts of this machine. */
export function useImageUpload(): SendImage {
  const {
    api,
    platform: { drafts },
  } = useAdmin()

  return async (file, signal) => {
    const refusal = checkImage(file)
    if (refusal !== null) {
      toast({ ...refusal, variant: 'destructive' })
      throw new Error(refusal.description)
    }
    try {
      const image = await uploadImage(api, file, signal).catch((error: unknown) => {
        if (signal.aborted || !keepsImageHere(error)) throw error
        return keepImage(drafts, file)
      })
      toast({ title: 'Image uploaded', description: image.name })
      return image
    } catch (error) {
      if (!signal.aborted) toast({ ...uploadRefusal(error), variant: 'destructive' })
      throw error
    }
  }
}
