import { defineEntity, type InferEntity, p } from '@mikro-orm/core'
import { refundReasons, refundStates } from '@priormark/core/orders/payments/order-payment'
import { Order } from './order-entity.ts'

/** A refund that an administrator asked for, stored before it is sent (decision 0014), or that was made at the provider. */
export const Refund = defineEntity({
  name: 'Refund',
  indexes: [
    { properties: ['order', 'requestedAt'] },
    { name: 'refund_requested_index', properties: ['requestedAt'], where: `"state" = 'requested'` },
  ],
  properties: {
    /** Made by the client, and part of the request to the provider, which refunds once per id. */
    id: p.uuid().primary(),
    order: () => p.manyToOne(Order).deleteRule('cascade'),
    /** The refunded payment: the order's own, or a second payment. Null if it was refunded without the provider. */
    paymentId: p.string().length(255).nullable(),
    amountCents: p.integer(),
    /** Null for one that was made at the provider without a reason. */
    reason: p.enum(refundReasons).nullable(),
    state: p.enum(refundStates).default('requested'),
    requestedBy: p.string().length(200),
    requestedAt: p.datetime(),
    /** When the provider sent the money; null until then. */
    refundedAt: p.datetime().nullable(),
    /** The provider's id; null until it was sent, and for the sum of older refunds that were made at the provider. */
    providerId: p.string().length(255).nullable(),
    failure: p.text().nullable(),
  },
})
export type Refund = InferEntity<typeof Refund>
