import { AppError } from '@priormark/core/errors'
import { OrderKey } from '@priormark/core/orders/order'
import type { OrderPageView } from '@priormark/core/orders/order-page-view'
import * as v from 'valibot'
import type { Database } from '../sql/database.ts'
import { readOrderProgress } from './order-progress-service.ts'

/** What the page behind an order's link is drawn from. */
export interface OrderPageSource {
  /** What the key in an address shows. Never rejects: an order that cannot be read is a view of its own. */
  read(asked: { key: string; address: string }): Promise<OrderPageView>
}

/** The orders of a database. @param onFailure told of what failed in the place of an answer */
export function openOrderPageSource(
  database: Database,
  onFailure: (error: unknown) => void,
): OrderPageSource {
  return {
    async read({ key, address }) {
      if (!v.is(OrderKey, key)) return { kind: 'missing' }
      try {
        return { kind: 'order', key, order: await readOrderProgress(database.fork(), { key, address }) }
      } catch (error) {
        if (error instanceof AppError && error.code === 'not_found') return { kind: 'missing' }
        if (!(error instanceof AppError)) onFailure(error)
        return { kind: 'failed' }
      }
    },
  }
}
