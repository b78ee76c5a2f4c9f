import type { DraftService } from '@priormark/core/blog/drafts/draft-service'
import type { BlogImage } from '@priormark/core/blog/images/endpoints'
import { hasReachedServer } from '@priormark/core/platform/http/api-error'
import { isUnauthenticated } from '../../platform/session/query-client.ts'

/** Whether an image may be stored on this computer after a failed upload: the server is unreachable or the login expired. */
export function canStoreLocally(error: unknown): boolean {
  return !hasReachedServer(error) || isUnauthenticated(error)
}

/** Stores an image on this computer, to be uploaded with the draft that uses it. @throws if the file is not an image */
export async function storeImageLocally(drafts: DraftService, file: File): Promise<BlogImage> {
  const picture = await createImageBitmap(file)
  const { width, height } = picture
  picture.close()
  const bytes = new Uint8Array(await file.arrayBuffer())
  const url = await drafts.addImage({ bytes, type: file.type })
  const createdAt = new Date().toISOString()
  return { name: file.name, url, size: file.size, createdAt, width, height, widths: [width] }
}
