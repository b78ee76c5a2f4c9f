import { AppError } from '@priormark/core/platform/errors'
import type { OrderProgress } from '@priormark/core/orders/order-progress'
import { OrderKey } from '@priormark/core/orders/order'
import type { OrderPageView } from '@priormark/core/orders/order-page-view'
import * as v from 'valibot'
import { countByAddress } from '../../platform/http/rate-limit.ts'
import { Refund } from '../../order-book/refund-entity.ts'
import { findOrderByKey } from '../../order-book/sample-order.ts'
import { sentChains } from '../../proofs/anchors/evm/evm-repository.ts'
import { findLeaf, readAnchors } from '../../proofs/leaves/proof-service.ts'
import type { Em, Database } from '../../platform/database/database.ts'
import { orderProgress } from './order-progress-view.ts'
import type { SettingsSource } from '../../settings/shop-settings.ts'

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

/** Reads the data of order pages. */
export interface OrderPageSource {
  /** Reads the order of a key. Never rejects: a failed read gives an error view. */
  read(asked: { key: string; address: string }): Promise<OrderPageView>
}

/** @param onFailure receives errors, for which the page shows a general message */
export function openOrderPageSource(
  { database, settings }: { database: Database; settings: SettingsSource },
  onFailure: (error: unknown) => void,
): OrderPageSource {
  return {
    async read({ key, address }) {
      if (!v.is(OrderKey, key)) return { kind: 'missing' }
      try {
        const { timeZone } = await settings.current()
        const order = await readOrderProgress(database.fork(), { key, address, timeZone })
        return { kind: 'order', key, order }
      } catch (error) {
        if (error instanceof AppError && error.code === 'not_found') return { kind: 'missing' }
        if (!(error instanceof AppError)) onFailure(error)
        return { kind: 'failed' }
      }
    },
  }
}
