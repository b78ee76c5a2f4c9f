import type { DraftService } from '@priormark/core/drafts/draft-service'
import type { BlogImage } from '@priormark/core/images/endpoints'
import { isOutage, isUnauthenticated } from '../session/query-client.ts'

/** Whether an upload failed in a way that lets the image wait on this machine: no server, or no login for now. */
export function keepsImageHere(error: unknown): boolean {
  return isOutage(error) || isUnauthenticated(error)
}

/** Keeps an image on this machine for a draft, which brings it to the server. @throws where the file is no picture */
export async function keepImage(drafts: DraftService, file: File): Promise<BlogImage> {
  const picture = await createImageBitmap(file)
  const { width, height } = picture
  picture.close()
  const bytes = new Uint8Array(await file.arrayBuffer())
  const url = await drafts.addImage({ bytes, type: file.type })
  const createdAt = new Date().toISOString()
  return { name: file.name, url, size: file.size, createdAt, width, height, widths: [width] }
}
