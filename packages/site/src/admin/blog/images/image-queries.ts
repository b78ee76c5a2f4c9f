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
} from './image-upload.ts'
import type { SendImage } from '../editor/rich/text-images.ts'

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
  signal?: AbortSignal
}

/** Returns a function that checks an image and uploads it, or stores it on this computer (see canStoreLocally). */
function useSendImage(): (file: File, options: UploadOptions) => Promise<UploadResult> {
  const { api, platform } = useAdmin()
  return async (file, { storesLocally, signal }) => {
    const rejection = checkImage(file)
    if (rejection !== null) return { kind: 'failed', name: file.name, rejection }
    let isStored = false
    try {
      const image = await uploadImage(api, file, signal).catch((error: unknown) => {
        if (!storesLocally || signal?.aborted === true || !canStoreLocally(error)) throw error
        isStored = true
        return storeImageLocally(platform.drafts, file)
      })
      return { kind: isStored ? 'stored' : 'uploaded', image }
    } catch (error) {
      return { kind: 'failed', name: file.name, rejection: uploadRejection(error) }
    }
  }
}

/** The progress of an upload, in files. */
interface UploadProgress {
  done: number
  total: number
}

/** Uploads files to the library, one after the other. */
export function useUploadImages(
  storesLocally: boolean,
  onDone: (image: BlogImage, options: { isLocal: boolean }) => void,
) {
  const sendImage = useSendImage()
  const queryClient = useQueryClient()
  const [progress, setProgress] = useState<UploadProgress | null>(null)

  async function send(files: readonly File[]): Promise<void> {
    if (files.length === 0 || progress !== null) return
    const results: UploadResult[] = []
    for (const file of files) {
      setProgress({ done: results.length, total: files.length })
      results.push(await sendImage(file, { storesLocally }))
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

/** Uploads an image that is put into a text, or stores it on this computer (see canStoreLocally). */
export function useImageUpload(): SendImage {
  const sendImage = useSendImage()
  const queryClient = useQueryClient()
  return async (file, signal) => {
    const result = await sendImage(file, { storesLocally: true, signal })
    if (!signal.aborted) toast(resultToast([result]))
    void queryClient.invalidateQueries({ queryKey: imagesKey })
    if (result.kind === 'failed') throw new Error(result.rejection.description)
    return result.image
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
    onError: (error) => toastError('Error deleting image', messageOf(error, 'Failed to delete image')),
    onSettled: () => queryClient.invalidateQueries({ queryKey: imagesKey }),
  })
}
