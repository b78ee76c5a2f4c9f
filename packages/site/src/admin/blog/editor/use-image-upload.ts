import { useQueryClient } from '@tanstack/react-query'
import { toast } from '../../../ui/toast-store.ts'
import { canStoreLocally, storeImageLocally } from '../images/image-upload.ts'
import { checkImage, uploadedToast, uploadImage, uploadRejection } from '../images/image-upload.ts'
import { imagesKey } from '../post-queries.ts'
import { useAdmin } from '../../platform/session/admin-context.tsx'
import type { SendImage } from './rich/upload-adapter.ts'

/** Uploads an image to the library, or stores it on this computer if the server is unreachable. */
export function useImageUpload(): SendImage {
  const {
    api,
    platform: { drafts },
  } = useAdmin()
  const queryClient = useQueryClient()

  return async (file, signal) => {
    const rejection = checkImage(file)
    if (rejection !== null) {
      toast({ ...rejection, variant: 'destructive' })
      throw new Error(rejection.description)
    }
    try {
      let isLocal = false
      const image = await uploadImage(api, file, signal).catch((error: unknown) => {
        if (signal.aborted || !canStoreLocally(error)) throw error
        isLocal = true
        return storeImageLocally(drafts, file)
      })
      toast(uploadedToast(image, { isLocal }))
      return image
    } catch (error) {
      if (!signal.aborted) toast({ ...uploadRejection(error), variant: 'destructive' })
      throw error
    } finally {
      void queryClient.invalidateQueries({ queryKey: imagesKey })
    }
  }
}
