import { imageEndpoints, stillOfAnimatedPng } from '@priormark/core/blog/images/endpoints'
import { audit } from '../../staff/audit/audit-service.ts'
import { receiveImage } from '../../platform/http/multipart-image.ts'
import { route, type AppRouter } from '../../platform/http/route.ts'
import type { FileStorage } from '../../platform/storage/file-storage.ts'
import { isAnimatedPng } from './image-files.ts'
import { addImage, listImages, removeImage, findImageUses } from './image-service.ts'

export function imageRoutes(router: AppRouter, { storage }: { storage: FileStorage }): void {
  route(router, imageEndpoints.upload, async ({ em, admin, address }, ctx) => {
    const by = { actor: admin.username, address }
    const received = await receiveImage(ctx)
    const image = await addImage(em, storage, { ...received, by })
    const note = isAnimatedPng(received.bytes) ? { note: stillOfAnimatedPng } : {}
    return { success: true as const, ...image, ...note }
  })

  route(router, imageEndpoints.list, async ({ em }) => ({ images: await listImages(em) }))

  route(router, imageEndpoints.uses, ({ em, params }) => findImageUses(em, params.name))

  route(router, imageEndpoints.remove, async ({ em, params, query, admin, address }) => {
    await em.transactional(async (tx) => {
      audit(tx, { actor: admin.username, action: 'image.deleted', subject: params.name, address })
      await removeImage(tx, storage, { name: params.name, force: query.force === 'true' })
    })
    return { success: true as const }
  })
}
