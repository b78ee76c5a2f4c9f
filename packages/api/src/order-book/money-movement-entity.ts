import { defineEntity, type InferEntity, p } from '@mikro-orm/core'
import { sql } from 'kysely'
import type { Em } from '../platform/database/database.ts'
import { Order } from './order-entity.ts'
import { queries } from './tables.ts'

/** Why money of an order moves. `refund_failed` and `dispute_returned` are money that came back after a refund or a dispute. */
export const movementKinds = ['payment', 'refund', 'refund_failed', 'dispute', 'dispute_returned'] as const
export type MovementKind = (typeof movementKinds)[number]

/** Money that moved for an order. All figures of the shop's income are sums of these rows, which do not change once they have a fee. */
export const MoneyMovement = defineEntity({
  name: 'MoneyMovement',
  indexes: [
    // For the overview and statements, which sum amounts by day.
    { properties: ['at', 'id'], include: ['kind', 'amountCents', 'feeCents'] },
    { properties: ['order'] },
    { name: 'money_movement_missing_fee_index', properties: ['checkedAt'], where: '"fee_cents" is null' },
  ],
  properties: {
    /** The provider's id of what moved the money, so that it is recorded once. */
    id: p.string().length(255).primary(),
    order: () => p.manyToOne(Order).deleteRule('cascade'),
    kind: p.enum(movementKinds),
    /** Null for money that did not go through the provider. */
    paymentId: p.string().length(255).nullable(),
    /** In the order's currency, below zero for what left the shop. */
    amountCents: p.integer(),
    /** When it moved, by the provider's clock. */
    at: p.datetime(),
    /** What the provider took for it, in the order's currency; null until the provider says so. */
    feeCents: p.integer().nullable(),
    balanceTransactionId: p.string().length(255).nullable(),
    /** When the provider was last asked about it. */
    checkedAt: p.datetime(),
  },
})
export type MoneyMovement = InferEntity<typeof MoneyMovement>

/** A movement of an order that is not stored yet. */
export type Movement = Omit<MoneyMovement, 'order' | 'paymentId' | 'checkedAt'>

/**
 * Records movements of an order's payment once, in the transaction of `em`. A later call adds the fees that were missing.
 * @param paymentId null for money that did not go through the provider
 */
export async function recordMovements(
  em: Em,
  { orderId, paymentId }: { orderId: string; paymentId: string | null },
  movements: readonly Movement[],
): Promise<void> {
  if (movements.length === 0) return
  await queries(em)
    .insertInto('money_movement')
    .values(
      movements.map(({ id, kind, amountCents, at, feeCents, balanceTransactionId }) => ({
        id,
        order_id: orderId,
        kind,
        payment_id: paymentId,
        amount_cents: amountCents,
        at,
        fee_cents: feeCents ?? null,
        balance_transaction_id: balanceTransactionId ?? null,
        checked_at: sql<Date>`now()`,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet((row) => ({
          at: row.ref('excluded.at'),
          fee_cents: row.ref('excluded.fee_cents'),
          balance_transaction_id: row.ref('excluded.balance_transaction_id'),
          checked_at: row.ref('excluded.checked_at'),
        }))
        .where('money_movement.fee_cents', 'is', null),
    )
    .execute()
}

/** Returns a movement that did not go through the provider, so it has no fee. */
export function movementWithoutFee(movement: Pick<Movement, 'id' | 'kind' | 'amountCents' | 'at'>): Movement {
  return { ...movement, feeCents: 0, balanceTransactionId: null }
}
