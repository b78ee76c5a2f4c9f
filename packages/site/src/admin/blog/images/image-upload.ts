import type { StaffApi } from '@priormark/core/api'
import { ApiError, NetworkError, hasReachedServer, messageOf } from '@priormark/core/platform/http/api-error'
import {
  notAnImageMessage,
  unsupportedImageMessage,
  type BlogImage,
  type UnsupportedKind,
  imageFormats,
} from '@priormark/core/blog/images/endpoints'
import { isolatedText } from '@priormark/core/platform/isolated-text'
import { maxBlogImageBytes, maxFileSizeMessage } from '@priormark/core/platform/limits'
import * as v from 'valibot'
import type { DraftService } from '@priormark/core/blog/drafts/draft-service'
import { toast, toastError } from '../../../ui/toast-store.ts'
import { isUnauthenticated } from '../../platform/session/query-client.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useAdmin } from '../../platform/session/admin-context.tsx'
import { imagesKey } from '../post-queries.ts'
import type { SendImage } from '../editor/rich/text-images.ts'

interface ImageRejection {
  title: 'File too large' | 'Invalid file type' | 'Upload failed'
  description: string
}

const tooLarge: ImageRejection = {
  title: 'File too large',
  description: maxFileSizeMessage(maxBlogImageBytes),
}
const invalidType = (description: string): ImageRejection => ({ title: 'Invalid file type', description })

/** Images that the server does not accept: by type, or by name where the system does not report a type. */
const unsupportedTypes: readonly { kind: UnsupportedKind; type: RegExp; name: RegExp }[] = [
  { kind: 'SVG', type: /^image\/svg\+xml$/, name: /\.svg$/i },
  { kind: 'BMP', type: /^image\/bmp$/, name: /\.bmp$/i },
  { kind: 'HEIC', type: /^image\/hei[cf]/, name: /\.hei[cf]$/i },
  { kind: 'TIFF', type: /^image\/tiff$/, name: /\.tiff?$/i },
  { kind: 'JPEG XL', type: /^image\/jxl$/, name: /\.jxl$/i },
]

/** The accepted types, for the file chooser. */
export const acceptedImages = imageFormats.map((format) => `image/${format}`).join(',')

/** Checks a file before any request. Null means that it is valid. */
export function checkImage(file: Pick<File, 'size' | 'type' | 'name'>): ImageRejection | null {
  const { size, type, name } = file
  if (size > maxBlogImageBytes) return tooLarge
  const unsupported = unsupportedTypes.find((format) =>
    type === '' ? format.name.test(name) : format.type.test(type),
  )
  if (unsupported !== undefined) return invalidType(unsupportedImageMessage(unsupported.kind))
  return type.startsWith('image/') ? null : invalidType(notAnImageMessage)
}

/** The result of uploading one file. */
type UploadResult =
  | { kind: 'uploaded' | 'stored'; image: BlogImage & { note?: string | undefined } }
  | { kind: 'failed'; name: string; rejection: ImageRejection }

/** Returns the toast for files that were uploaded together. */
function resultToast(results: readonly UploadResult[]): Parameters<typeof toast>[0] {
  const [firstResult] = results
  if (results.length === 1 && firstResult !== undefined) return singleToast(firstResult)
  const failedResults = results.filter(({ kind }) => kind === 'failed')
  const storedResults = results.filter(({ kind }) => kind === 'stored')
  const count = results.length - failedResults.length
  const title =
    failedResults.length === 0 ? `${count} images uploaded` : `${count} of ${results.length} images uploaded`
  const problems = results.flatMap((result) =>
    result.kind === 'failed' ? `${isolatedText(result.name)}: ${result.rejection.description}.` : [],
  )
  if (storedResults.length > 0)
    problems.push('Some are saved on this computer, and will be sent with their post.')
  return {
    title,
    description: problems.join(' '),
    variant: failedResults.length > 0 ? 'destructive' : 'default',
  }
}

function singleToast(result: UploadResult): Parameters<typeof toast>[0] {
  if (result.kind === 'failed') return { ...result.rejection, variant: 'destructive' }
  const { name, note = name } = result.image
  if (result.kind === 'uploaded') return { title: 'Image uploaded', description: note }
  return {
    title: 'Waiting to be sent',
    description: `${isolatedText(name)} is saved on this computer. It will be sent with the post.`,
  }
}

/** Returns the toast of a failed upload. */
export function uploadRejection(error: unknown): ImageRejection {
  if (error instanceof ApiError) {
    if (error.code === 'file_too_large') return tooLarge
    if (error.code === 'invalid_file_type') return invalidType(error.serverMessage ?? notAnImageMessage)
    return { title: 'Upload failed', description: error.serverMessage ?? 'Upload failed' }
  }
  if (error instanceof NetworkError) return { title: 'Upload failed', description: error.message }
  // The response was unreadable or had no URL.
  if (v.isValiError(error) || error instanceof SyntaxError) {
    return { title: 'Upload failed', description: 'Invalid response from server' }
  }
  return { title: 'Upload failed', description: 'Failed to upload image' }
}

/** Uploads an image. Checks the login first, only to log the result. */
async function uploadImage(
  api: Pick<StaffApi, 'auth' | 'images'>,
  file: File,
  signal?: AbortSignal,
): Promise<BlogImage & { note?: string | undefined }> {
  const login = await api.auth.authTest({}, { signal }).then(
    () => 'logged in',
    (error: unknown) => `not certain (${String(error)})`,
  )
  // oxlint-disable-next-line no-console
  console.debug(`Login before the upload: ${login}`)
  const form = new FormData()
  form.append('image', file)
  return api.images.upload({ form }, { signal })
}

/** Whether an image may be stored on this computer after a failed upload: the server is unreachable or the login expired. */
export function canStoreLocally(error: unknown): boolean {
  return !hasReachedServer(error) || isUnauthenticated(error)
}

/** Stores an image on this computer, to be uploaded with the draft that uses it. @throws if the file is not an image */
async function storeImageLocally(drafts: DraftService, file: File): Promise<BlogImage> {
  const picture = await createImageBitmap(file)
  const { width, height } = picture
  picture.close()
  const bytes = new Uint8Array(await file.arrayBuffer())
  const url = await drafts.addImage({ bytes, type: file.type })
  const createdAt = new Date().toISOString()
  return { name: file.name, url, size: file.size, createdAt, width, height, widths: [width] }
}

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

/**
 * Returns a function that checks an image and uploads it.
 * @param storesLocally whether one that could not be uploaded is stored on this computer, to be uploaded with its post
 */
function useSendImage(storesLocally: boolean) {
  const { api, platform } = useAdmin()
  return async (file: File, signal?: AbortSignal): Promise<UploadResult> => {
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

/** Uploads files to the library, one after the other. Its progress is counted in files. */
export function useUploadImages(
  storesLocally: boolean,
  onDone: (image: BlogImage, options: { isLocal: boolean }) => void,
) {
  const sendImage = useSendImage(storesLocally)
  const queryClient = useQueryClient()
  const [progress, setProgress] = useState<{ done: number; total: number } | null>(null)

  async function send(files: readonly File[]): Promise<void> {
    if (files.length === 0 || progress !== null) return
    const results: UploadResult[] = []
    for (const file of files) {
      setProgress({ done: results.length, total: files.length })
      results.push(await sendImage(file))
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
  const sendImage = useSendImage(true)
  const queryClient = useQueryClient()
  return async (file, signal) => {
    const result = await sendImage(file, signal)
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
