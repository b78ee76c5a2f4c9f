import { AppError } from '@priormark/core/platform/errors'
import { OrderKey } from '@priormark/core/orders/order'
import type { OrderPageView } from '@priormark/core/orders/order-page-view'
import * as v from 'valibot'
import type { SettingsSource } from '../../settings/shop-settings.ts'
import type { Database } from '../../platform/database/database.ts'
import { readOrderProgress } from './order-progress-service.ts'

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
