import type { OrderPageView } from '@priormark/core/orders/order-page-view'
import type { Context } from 'koa'
import type { OrderPageSource } from '../orders/order-page-source.ts'
import { sendEncoded } from './encodings.ts'
import { encodePage, type MadePage } from './page-cache.ts'

export interface OrderPagesOptions {
  source: OrderPageSource
  /** Draws what was read. */
  make(path: string, view: OrderPageView): Promise<MadePage>
}

/**
 * The pages behind orders' links: drawn anew for everyone who asks, and kept nowhere.
 * @returns answers where the address is one of these; false where it is none
 */
export function createOrderPages({ source, make }: OrderPagesOptions): (ctx: Context) => Promise<boolean> {
  return async (ctx) => {
    const [, key, slashes] = /^\/order\/([^/]+)(\/*)$/.exec(ctx.path) ?? []
    if (key === undefined) return false
    ctx.set('Cache-Control', 'private, no-store')
    ctx.set('X-Robots-Tag', 'noindex')
    if (slashes !== '') {
      ctx.status = 301
      ctx.redirect(`/order/${key}${ctx.search}`)
      return true
    }
    const made = await make(ctx.path, await source.read({ key, address: ctx.ip }))
    const { status, body } = await encodePage({ ...made, lasts: false })
    sendEncoded(ctx, status, body)
    ctx.remove('ETag')
    return true
  }
}
