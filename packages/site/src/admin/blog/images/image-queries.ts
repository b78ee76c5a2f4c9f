import { messageOf } from '@priormark/core/platform/http/api-error'
import type { BlogImage } from '@priormark/core/blog/images/endpoints'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { toast } from '../../../ui/toast-store.ts'
import { useAdmin } from '../../platform/session/admin-context.tsx'
import { isUnauthenticated } from '../../platform/session/query-client.ts'
import { imagesKey } from '../post-queries.ts'
import {
  checkImage,
  uploadedToast,
  uploadImage,
  uploadRejection,
  storeImageLocally,
  canStoreLocally,
} from './image-upload.ts'

/** The images, newest first. A failure is shown in a toast too, because the grid may be out of view. */
export function useImages() {
  const { api } = useAdmin()
  const images = useQuery({
    queryKey: [...imagesKey, 'list'],
    queryFn: async ({ signal }) => (await api.images.list({}, { signal })).images,
  })
  const { error, errorUpdateCount } = images
  useEffect(() => {
    // query-client.ts handles a missing login.
    if (error === null || isUnauthenticated(error)) return
    toast({
      title: 'Error loading images',
      description: messageOf(error, 'Failed to fetch images'),
      variant: 'destructive',
    })
  }, [error, errorUpdateCount])
  return images
}

interface UploadOptions {
  /** Whether an image that could not be uploaded is stored on this computer, to be uploaded with its post. */
  storesLocally: boolean
  onDone: (image: BlogImage, done: { isLocal: boolean }) => void
}

/** Checks a file and uploads it. */
export function useUploadImage({ storesLocally, onDone }: UploadOptions) {
  const {
    api,
    platform: { drafts },
  } = useAdmin()
  const queryClient = useQueryClient()
  const upload = useMutation({
    mutationFn: (file: File) =>
      uploadImage(api, file).then(
        (image) => ({ image, isLocal: false }),
        async (error: unknown) => {
          if (!storesLocally || !canStoreLocally(error)) throw error
          return { image: await storeImageLocally(drafts, file), isLocal: true }
        },
      ),
    onSuccess: ({ image, isLocal }) => {
      toast(uploadedToast(image, { isLocal }))
      onDone(image, { isLocal })
    },
    onError: (error) => toast({ ...uploadRejection(error), variant: 'destructive' }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: imagesKey }),
  })
  return {
    isPending: upload.isPending,
    send(file: File) {
      const rejection = checkImage(file)
      if (rejection === null) upload.mutate(file)
      else toast({ ...rejection, variant: 'destructive' })
    },
  }
}

/** The posts that show an image. */
export function useImageUses(name: string | null) {
  const { api } = useAdmin()
  return useQuery({
    queryKey: [...imagesKey, 'uses', name],
    queryFn: ({ signal }) => api.images.uses({ params: { name: name ?? '' } }, { signal }),
    enabled: name !== null,
    gcTime: 0,
  })
}

/** Deletes an image. `force` confirms that posts may lose it. */
export function useDeleteImage() {
  const { api } = useAdmin()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ name, force }: { name: string; force: boolean }) =>
      api.images.remove({ params: { name }, query: { force: force ? 'true' : 'false' } }),
    onSuccess: () => toast({ title: 'Image deleted' }),
    onError: (error) =>
      toast({
        title: 'Error deleting image',
        description: messageOf(error, 'Failed to delete image'),
        variant: 'destructive',
      }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: imagesKey }),
  })
}
