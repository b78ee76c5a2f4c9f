import { sentenceOf } from '@priormark/core/http/api-error'
import type { BlogImage } from '@priormark/core/images/endpoints'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { toast } from '../../ui/toast-store.ts'
import { useAdmin } from '../session/admin-context.tsx'
import { checkImage, uploadImage, uploadRefusal } from './image-upload.ts'
import { keepImage, keepsImageHere } from './keep-image.ts'

const imagesKey = ['images']

/** The library, newest first. A failure is said in a toast too: the grid may be far below. */
export function useImages() {
  const { api } = useAdmin()
  const images = useQuery({
    queryKey: [...imagesKey, 'list'],
    queryFn: async ({ signal }) => (await api.images.list({}, { signal })).images,
    staleTime: 0,
  })
  const { error, errorUpdateCount } = images
  useEffect(() => {
    if (error === null) return
    toast({
      title: 'Error loading images',
      description: sentenceOf(error, 'Failed to fetch images'),
      variant: 'destructive',
    })
  }, [error, errorUpdateCount])
  return images
}

/**
 * Takes a file into the library, after a look at it that costs no request.
 * @param onKept takes an image that waits on this machine for the server; without it, or without drafts, none does
 */
export function useUploadImage(onKept?: (image: BlogImage) => void) {
  const {
    api,
    platform: { drafts },
  } = useAdmin()
  const queryClient = useQueryClient()
  const upload = useMutation({
    mutationFn: (file: File) =>
      uploadImage(api, file).catch(async (error: unknown) => {
        if (onKept === undefined || !keepsImageHere(error)) throw error
        const image = await keepImage(drafts, file)
        onKept(image)
        return image
      }),
    onSuccess: (image) => toast({ title: 'Image uploaded', description: image.name }),
    onError: (error) => toast({ ...uploadRefusal(error), variant: 'destructive' }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: imagesKey }),
  })
  return {
    isPending: upload.isPending,
    send(file: File) {
      const refusal = checkImage(file)
      if (refusal === null) upload.mutate(file)
      else toast({ ...refusal, variant: 'destructive' })
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

/** Deletes an image; `force` where the person was told which posts show it. */
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
        description: sentenceOf(error, 'Failed to delete image'),
        variant: 'destructive',
      }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: imagesKey }),
  })
}
