import type { DraftImage } from '@priormark/core/drafts/draft-ports'

/** The images that drafts of this browser refer to, where the service worker finds them (sw.ts). */
const cacheName = 'priormark-draft-images'

/** Lets an image be shown at its path until it has an address on the server. */
export async function showDraftImage(path: string, { type, bytes }: Omit<DraftImage, 'url'>): Promise<void> {
  const cache = await caches.open(cacheName)
  await cache.put(path, new Response(new Uint8Array(bytes), { headers: { 'content-type': type } }))
}
