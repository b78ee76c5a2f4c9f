import type { Api } from '@priormark/core/api'
import { ApiError, NetworkError } from '@priormark/core/http/api-error'
import { notAnImage, type BlogImage } from '@priormark/core/images/endpoints'
import { maxBlogImageBytes, maxFileSizeSentence } from '@priormark/core/limits'
import * as v from 'valibot'

/** Why an image did not get into the library, as its toast says it (SPEC.md section 8). */
interface ImageRefusal {
  title: 'File too large' | 'Invalid file type' | 'Upload failed'
  description: string
}

const tooLarge: ImageRefusal = {
  title: 'File too large',
  description: maxFileSizeSentence(maxBlogImageBytes),
}
const notPicture: ImageRefusal = { title: 'Invalid file type', description: notAnImage }

/** What the library offers in its file chooser: what the server can draw anew. */
export const acceptedImages = 'image/png,image/jpeg,image/gif,image/webp,image/avif'

/** Looks at a file before any request is made; SVG is a program and no picture. Null where it may go. */
export function checkImage({ size, type }: Pick<File, 'size' | 'type'>): ImageRefusal | null {
  if (size > maxBlogImageBytes) return tooLarge
  if (!type.startsWith('image/') || type === 'image/svg+xml') return notPicture
  return null
}

/** What is said of an upload that failed. */
export function uploadRefusal(error: unknown): ImageRefusal {
  if (error instanceof ApiError) {
    if (error.code === 'file_too_large') return tooLarge
    if (error.code === 'invalid_file_type') return notPicture
    return { title: 'Upload failed', description: error.sentence ?? 'Upload failed' }
  }
  if (error instanceof NetworkError) return { title: 'Upload failed', description: error.message }
  // The answer could not be read: no success, or no address.
  if (v.isValiError(error) || error instanceof SyntaxError) {
    return { title: 'Upload failed', description: 'Invalid response from server' }
  }
  return { title: 'Upload failed', description: 'Failed to upload image' }
}

/** Sends an image to the library. The login is tried first, and the result of that only logged (SPEC.md section 7). */
export async function uploadImage(
  api: Pick<Api, 'auth' | 'images'>,
  file: File,
  signal?: AbortSignal,
): Promise<BlogImage> {
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
