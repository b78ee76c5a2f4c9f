import { Readable } from 'node:stream'
import { orderProgressEndpoints } from '@priormark/core/orders/order-progress'
import { AppError } from '@priormark/core/platform/errors'
import { findOrderByKey } from '../../order-book/sample-order.ts'
import { route, type AppRouter } from '../../platform/http/route.ts'
import type { SettingsSource } from '../../settings/shop-settings.ts'
import { makeReceipt } from './receipt.ts'

/** A PDF is made for every request. */
const limit = { name: 'receipt', hits: 60, windowSeconds: 600 }

/** The receipt of an order, for anyone who has its link. */
export function receiptRoutes(router: AppRouter, { settings }: { settings: SettingsSource }): void {
  route(router, { ...orderProgressEndpoints.receipt, limit }, async ({ em, params, setHeader }) => {
    setHeader('Cache-Control', 'private, no-store')
    setHeader('X-Robots-Tag', 'noindex')
    const order = await findOrderByKey(em, params.key)
    if (order === null) throw new AppError('not_found', 'There is nothing at this address')
    const receipt = await makeReceipt(em, order, await settings.current())
    if (receipt === null) throw new AppError('not_found', 'There is no receipt for this order yet')
    const { fileName, bytes } = receipt
    return { content: Readable.from([bytes]), fileName, type: 'application/pdf', fileSize: bytes.length }
  })
}
