import type { PageView } from '@priormark/core/pages/site-server'
import type { Context } from 'koa'
import type { OrderPageSource } from '../orders/fulfillment/order-page-source.ts'
import { sendPrivate, type PageResponse } from './page-response.ts'

interface OrderPagesOptions {
  source: OrderPageSource
  render(path: string, view: PageView): Promise<PageResponse>
}

/**
 * Creates the handler of the pages behind orders' links. They are rendered for each request and never cached.
 * @returns a function that sends the page, or returns false if the address is not one of these
 */
export function createOrderPages({ source, render }: OrderPagesOptions): (ctx: Context) => Promise<boolean> {
  return async (ctx) => {
    const [, key, slashes] = /^\/order\/([^/]+)(\/*)$/.exec(ctx.path) ?? []
    if (key === undefined) return false
    if (slashes !== '') {
      ctx.set('Cache-Control', 'private, no-store')
      ctx.set('X-Robots-Tag', 'noindex')
      ctx.status = 301
      ctx.redirect(`/order/${key}${ctx.search}`)
      return true
    }
    await sendPrivate(ctx, await render(ctx.path, await source.read({ key, address: ctx.ip })))
    return true
  }
}
