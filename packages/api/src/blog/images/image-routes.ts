import { imageEndpoints, animatedPngNote } from '@priormark/core/blog/images/endpoints'
import { audit } from '../../staff/audit/audit-service.ts'
import { receiveImage } from '../../platform/http/multipart.ts'
import { route, type AppRouter } from '../../platform/http/route.ts'
import type { FileStorage } from '../../platform/storage/file-storage.ts'
import { isAnimatedPng, imageKey } from './image-files.ts'
import { addImage, listImages, removeImage, findImageUses } from './image-service.ts'
import { AppError } from '@priormark/core/platform/errors'
import type { Middleware } from 'koa'

export function imageRoutes(router: AppRouter, { storage }: { storage: FileStorage }): void {
  route(router, imageEndpoints.upload, async ({ em, actor }, ctx) => {
    const upload = await receiveImage(ctx)
    const image = await addImage(em, storage, { ...upload, by: { actor } })
    const note = isAnimatedPng(upload.bytes) ? { note: animatedPngNote } : {}
    return { success: true as const, ...image, ...note }
  })

  route(router, imageEndpoints.list, async ({ em }) => ({ images: await listImages(em) }))

  route(router, imageEndpoints.uses, ({ em, params }) => findImageUses(em, params.name))

  route(router, imageEndpoints.remove, async ({ em, params, query, actor }) => {
    await em.transactional(async (tx) => {
      audit(tx, { actor, action: 'image.deleted', subject: params.name })
      await removeImage(tx, storage, { name: params.name, force: query.force === 'true' })
    })
    return { success: true as const }
  })
}

const mediaPath = /^\/media\/(?:(\d{2,4})\/)?([a-z0-9-]+\.webp)$/

/**
 * Serves `GET /media/name.webp` and `/media/640/name.webp`. A name contains the hash of the upload, so the content of a
 * URL never changes, and browsers and caches may store it permanently.
 */
export function media(storage: FileStorage): Middleware {
  return async (ctx, next) => {
    if (!ctx.path.startsWith('/media/')) return next()
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') {
      throw new AppError('method_not_allowed', 'This address does not support this method')
    }
    const [, width, name = ''] = mediaPath.exec(ctx.path) ?? []
    const key = imageKey(name, width === undefined ? 'whole' : Number(width))
    if (key === null) throw new AppError('not_found', 'This image doesn’t exist')
    const etag = `"${width ?? 'whole'}-${name}"`
    // If the client has the file, the storage is not read, which would cost a request if it is a bucket.
    const file = ctx.get('if-none-match').includes(etag) ? null : await storage.read(key)
    ctx.etag = etag
    ctx.set('Cache-Control', 'public, max-age=31536000, immutable')
    ctx.set('X-Content-Type-Options', 'nosniff')
    // Feed readers and the desktop app show these images on pages of another origin.
    ctx.set('Cross-Origin-Resource-Policy', 'cross-origin')
    if (file === null) {
      ctx.status = 304
      return
    }
    ctx.type = 'image/webp'
    ctx.length = file.bytes
    ctx.body = file.content
  }
}
