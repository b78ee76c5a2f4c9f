import type { Api } from '@priormark/core/api'
import { ApiError, NetworkError } from '@priormark/core/http/api-error'
import { notAnImage, unsupportedImage, type BlogImage } from '@priormark/core/images/endpoints'
import { maxBlogImageBytes, maxFileSizeSentence } from '@priormark/core/limits'
import * as v from 'valibot'

/** The toast for an image that was not uploaded. */
interface ImageRejection {
  title: 'File too large' | 'Invalid file type' | 'Upload failed'
  description: string
}

const tooLarge: ImageRejection = {
  title: 'File too large',
  description: maxFileSizeSentence(maxBlogImageBytes),
}
const invalidType = (description: string): ImageRejection => ({ title: 'Invalid file type', description })

/** Images that the server does not accept, by their type. */
const unsupportedTypes = new Map([
  ['image/svg+xml', 'SVG'],
  ['image/bmp', 'BMP'],
])

/** The image types that the server can re-encode, for the file chooser. */
export const acceptedImages = 'image/png,image/jpeg,image/gif,image/webp,image/avif'

/** Checks a file before any request. Null means that it is valid. */
export function checkImage({ size, type }: Pick<File, 'size' | 'type'>): ImageRejection | null {
  if (size > maxBlogImageBytes) return tooLarge
  if (!type.startsWith('image/')) return invalidType(notAnImage)
  const unsupported = unsupportedTypes.get(type)
  return unsupported === undefined ? null : invalidType(unsupportedImage(unsupported))
}

/** Returns the toast of a failed upload. */
export function uploadRejection(error: unknown): ImageRejection {
  if (error instanceof ApiError) {
    if (error.code === 'file_too_large') return tooLarge
    if (error.code === 'invalid_file_type') return invalidType(error.sentence ?? notAnImage)
    return { title: 'Upload failed', description: error.sentence ?? 'Upload failed' }
  }
  if (error instanceof NetworkError) return { title: 'Upload failed', description: error.message }
  // The response was unreadable or had no URL.
  if (v.isValiError(error) || error instanceof SyntaxError) {
    return { title: 'Upload failed', description: 'Invalid response from server' }
  }
  return { title: 'Upload failed', description: 'Failed to upload image' }
}

/** Uploads an image. The login is checked first, and the result is only logged. */
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
