import { AppError } from '@priormark/core/platform/errors'
import type { OrderProgress } from '@priormark/core/orders/order-progress'
import { countByAddress } from '../../platform/http/rate-limit.ts'
import { Refund } from '../../order-book/refund-entity.ts'
import { findOrderByKey } from '../../order-book/sample-order.ts'
import { sentChains } from '../../proofs/anchors/evm/evm-repository.ts'
import { findLeaf, readAnchors } from '../../proofs/leaves/proof-service.ts'
import type { Em } from '../../platform/database/database.ts'
import { orderProgress } from './order-progress-view.ts'

const byDate = { orderBy: { refundedAt: 'asc' } } as const

/** An open page polls every few seconds at most, and many people may share an address. */
const limit = { hits: 300, windowSeconds: 60 }

/**
 * Returns the order with this access key, as its order page shows it.
 * @param address the client, to whom the limit applies
 * @param timeZone the shop's
 * @throws AppError not_found, with the message of an unknown address; rate_limited
 */
export async function readOrderProgress(
  em: Em,
  { key, address, timeZone = 'UTC' }: { key: string; address: string; timeZone?: string },
): Promise<OrderProgress> {
  await countByAddress(em, 'order-page', address, limit)
  const order = await findOrderByKey(em, key)
  if (order === null) throw new AppError('not_found', 'There is nothing at this address')
  const leaf = await findLeaf(em, order)
  const anchors = leaf === null ? [] : await readAnchors(em, leaf)
  const refunds = await em.find(Refund, { order, refundedAt: { $ne: null }, state: 'sent' }, byDate)
  return orderProgress({ order, leaf, anchors, sentTo: await sentChains(em, anchors), refunds, timeZone })
}
