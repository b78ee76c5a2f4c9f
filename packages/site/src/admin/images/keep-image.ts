import type { DraftService } from '@priormark/core/drafts/draft-service'
import type { BlogImage } from '@priormark/core/images/endpoints'
import { isOutage, isUnauthenticated } from '../session/query-client.ts'

/** Whether an image whose upload failed can be stored on this machine for now: no server, or no login. */
export function keepsImageHere(error: unknown): boolean {
  return isOutage(error) || isUnauthenticated(error)
}

/** Stores an image on this machine. It is uploaded with the draft that uses it. @throws if the file is not an image */
export async function keepImage(drafts: DraftService, file: File): Promise<BlogImage> {
  const picture = await createImageBitmap(file)
  const { width, height } = picture
  picture.close()
  const bytes = new Uint8Array(await file.arrayBuffer())
  const url = await drafts.addImage({ bytes, type: file.type })
  const createdAt = new Date().toISOString()
  return { name: file.name, url, size: file.size, createdAt, width, height, widths: [width] }
}
