import { messageOf } from '@priormark/core/platform/http/api-error'
import type { BlogImage } from '@priormark/core/blog/images/endpoints'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { toast, toastError } from '../../../ui/toast-store.ts'
import { useAdmin } from '../../platform/session/admin-context.tsx'
import { isUnauthenticated } from '../../platform/session/query-client.ts'
import { imagesKey } from '../post-queries.ts'
import {
  checkImage,
  resultToast,
  uploadImage,
  uploadRejection,
  type UploadResult,
  storeImageLocally,
  canStoreLocally,
  uploadedToast,
} from './image-upload.ts'
import type { SendImage } from '../editor/rich/upload-adapter.ts'

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
    toastError('Error loading images', messageOf(error, 'Failed to fetch images'))
  }, [error, errorUpdateCount])
  return images
}

interface UploadOptions {
  /** Whether an image that could not be uploaded is stored on this computer, to be uploaded with its post. */
  storesLocally: boolean
  onDone: (image: BlogImage, done: { isLocal: boolean }) => void
}

/** How many of the chosen files are done. */
export interface UploadProgress {
  done: number
  total: number
}

/** Checks files and uploads them, one after the other. */
export function useUploadImages({ storesLocally, onDone }: UploadOptions) {
  const { api, platform } = useAdmin()
  const { drafts } = platform
  const queryClient = useQueryClient()
  const [progress, setProgress] = useState<UploadProgress | null>(null)

  async function uploadOne(file: File): Promise<UploadResult> {
    const rejection = checkImage(file)
    if (rejection !== null) return { kind: 'failed', name: file.name, rejection }
    try {
      return { kind: 'uploaded', image: await uploadImage(api, file) }
    } catch (error) {
      if (storesLocally && canStoreLocally(error)) return storeOne(file)
      return { kind: 'failed', name: file.name, rejection: uploadRejection(error) }
    }
  }

  async function storeOne(file: File): Promise<UploadResult> {
    try {
      return { kind: 'stored', image: await storeImageLocally(drafts, file) }
    } catch (error) {
      return { kind: 'failed', name: file.name, rejection: uploadRejection(error) }
    }
  }

  async function send(files: readonly File[]): Promise<void> {
    if (files.length === 0 || progress !== null) return
    const results: UploadResult[] = []
    for (const file of files) {
      setProgress({ done: results.length, total: files.length })
      results.push(await uploadOne(file))
    }
    setProgress(null)
    toast(resultToast(results))
    if (results.some(({ kind }) => kind === 'uploaded'))
      void queryClient.invalidateQueries({ queryKey: imagesKey })
    for (const result of results) {
      if (result.kind !== 'failed') onDone(result.image, { isLocal: result.kind === 'stored' })
    }
  }

  return { progress, send }
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
    onError: (error) => toastError('Error deleting image', messageOf(error, 'Failed to delete image')),
    onSettled: () => queryClient.invalidateQueries({ queryKey: imagesKey }),
  })
}

/** Uploads an image to the library, or stores it on this computer if the server is unreachable. */
export function useImageUpload(): SendImage {
  const { api, platform } = useAdmin()
  const { drafts } = platform
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
