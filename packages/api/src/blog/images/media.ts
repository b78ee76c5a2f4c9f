import { AppError } from '@priormark/core/platform/errors'
import type { Middleware } from 'koa'
import type { FileStorage } from '../../platform/storage/file-storage.ts'
import { imageKey } from './image-files.ts'

const address = /^\/media\/(?:(\d{2,4})\/)?([a-z0-9-]+\.webp)$/

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
    const [, width, name = ''] = address.exec(ctx.path) ?? []
    const key = imageKey(name, width === undefined ? 'whole' : Number(width))
    if (key === null) throw imageNotFound()
    const { content, bytes } = await storage.read(key)
    ctx.type = 'image/webp'
    ctx.length = bytes
    ctx.etag = `${width ?? 'whole'}-${name}`
    ctx.set('Cache-Control', 'public, max-age=31536000, immutable')
    ctx.set('X-Content-Type-Options', 'nosniff')
    // Feed readers and the desktop app show these images on pages of another origin.
    ctx.set('Cross-Origin-Resource-Policy', 'cross-origin')
    const isKnown = ctx.get('if-none-match').includes(ctx.response.get('etag'))
    if (isKnown || ctx.method === 'HEAD') {
      content.destroy()
      ctx.status = isKnown ? 304 : 200
      return
    }
    ctx.body = content
  }
}

function imageNotFound(): AppError {
  return new AppError('not_found', 'This image doesn’t exist')
}
