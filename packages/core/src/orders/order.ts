import * as v from 'valibot'
import { BlockchainLink } from '../proofs/anchors/blockchain-link.ts'
import { IsoDate, Sha256, Uuid } from '../platform/ids.ts'
import { maxLinkLength } from '../platform/limits.ts'
import { detailNames } from './order-details.ts'

/** The secret in the address of an order's page: 32 random bytes in base64url. It gives access to the order. */
export const OrderKey = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{43}$/))

/** Writes an order's number: '#1042'. */
export function orderNumberText({ number }: { number: number }): string {
  return `#${number}`
}

/** pending -> paid -> completed. */
export const orderStatuses = ['pending', 'paid', 'completed'] as const
export type OrderStatus = (typeof orderStatuses)[number]

/** The state of the payment at the provider. `mismatch`: the customer paid twice or another amount, and a person must look. */
export const paymentStates = [
  'unpaid',
  'processing',
  'paid',
  'partially_refunded',
  'refunded',
  'disputed',
  'canceled',
  'mismatch',
] as const
export type PaymentState = (typeof paymentStates)[number]

/** Why an order is stopped: the shop does not have its money, or may lose it. */
export const stopReasons = ['refunded', 'disputed', 'dispute_lost'] as const
export type StopReason = (typeof stopReasons)[number]

/** A payment that the cardholder contests with their bank. `status` is Stripe's, such as 'needs_response' or 'lost'. */
export const Dispute = v.object({
  reason: v.string(),
  status: v.string(),
  /** Until when the bank accepts evidence. */
  respondBy: v.nullable(IsoDate),
})
export type Dispute = v.InferOutput<typeof Dispute>

/** An order as administrators see it. Amounts in dollars, sizes in bytes. */
export const Order = v.object({
  id: Uuid,
  /** What people call the order; orderNumberText() writes it. */
  number: v.number(),
  ...v.entriesFromList(detailNames, v.string()),
  fileName: v.string(),
  fileSize: v.number(),
  fileSha256: Sha256,
  /** False once retention has deleted the file. */
  fileAvailable: v.boolean(),
  createdAt: IsoDate,
  status: v.picklist(orderStatuses),
  paymentAmount: v.number(),
  paymentConfirmed: v.boolean(),
  paymentIntentId: v.nullable(v.string()),
  paymentState: v.picklist(paymentStates),
  refundedAmount: v.number(),
  /** Null unless a dispute is open or lost. */
  dispute: v.nullable(Dispute),
  /** The open dispute of a second payment: the customer paid twice. */
  secondDispute: v.nullable(Dispute),
  /** A refund failed after it was sent, and no other one followed. */
  hasFailedRefund: v.boolean(),
  paidAt: v.nullable(IsoDate),
  /** When the customer asked for an immediate start; null if they did not. */
  startRequestedAt: v.nullable(IsoDate),
  /** When recording starts, because the customer can cancel until then. Null once it has started, and if nothing will be recorded. */
  startsAt: v.nullable(IsoDate),
  completedAt: v.nullable(IsoDate),
  confirmationEmailSent: v.boolean(),
  fulfillmentEmailSent: v.boolean(),
  blockchainLink: v.nullable(v.string()),
})
export type Order = v.InferOutput<typeof Order>

/** The work that an order records. Size in bytes. */
const OrderedWork = v.object({
  projectName: v.string(),
  fileName: v.string(),
  fileSize: v.number(),
  sha256: Sha256,
})
export type OrderedWork = v.InferOutput<typeof OrderedWork>

/** An order as the checkout and success pages show it. Someone with a link to pay it sees only the amount. */
export const OrderSummary = v.object({
  orderId: Uuid,
  paymentAmount: v.number(),
  status: v.picklist(orderStatuses),
  /** Null for everyone but the visitor who made the order. */
  work: v.nullable(OrderedWork),
  /** Where the proof is sent. Null for everyone but the visitor who made the order. */
  email: v.nullable(v.string()),
  /** A payment was made, and the provider has not confirmed it yet. */
  isPaymentProcessing: v.boolean(),
  /** Leads to the order's page. Null for everyone but the visitor who made the order. */
  key: v.nullable(OrderKey),
})
export type OrderSummary = v.InferOutput<typeof OrderSummary>

/**
 * The tabs of the dashboard; 'to-fulfill' is paid without a blockchain link, unless the money was refunded or is disputed.
 * 'refunded' includes partial refunds.
 */
export const orderTabs = [
  'to-fulfill',
  'all',
  'pending',
  'paid',
  'completed',
  'refunded',
  'disputed',
] as const
export type OrderTab = (typeof orderTabs)[number]

/** What the days of a filter are about: when an order was placed, or when it was paid. The latter includes only paid orders. */
export const orderDates = ['ordered', 'paid'] as const
export type OrderDate = (typeof orderDates)[number]

/** What an administrator can change. Flags can only be set. A link completes the order, so `status` can only be 'completed'. */
export const OrderChange = v.pipe(
  v.strictObject({
    confirmationEmailSent: v.optional(v.literal(true)),
    fulfillmentEmailSent: v.optional(v.literal(true)),
    paymentConfirmed: v.optional(v.literal(true)),
    blockchainLink: v.optional(BlockchainLink),
    /**
     * The link that the administrator saw, null for none. If the order has another one now, the new link is not saved: 409
     * `link_changed` with that one. Without it, the new link replaces any.
     */
    shownLink: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(maxLinkLength)))),
    /** Completes the order even though its payment was refunded or is disputed. */
    withoutPayment: v.optional(v.literal(true)),
    status: v.optional(v.literal('completed')),
  }),
  v.check((change) => Object.keys(change).length > 0, 'Nothing to change'),
  v.forward(
    v.check(
      (change) => change.status === undefined || change.blockchainLink !== undefined,
      'An order is completed by its blockchain link',
    ),
    ['status'],
  ),
  v.forward(
    v.check(
      (change) => change.shownLink === undefined || change.blockchainLink !== undefined,
      'The new link is missing',
    ),
    ['shownLink'],
  ),
)
export type OrderChange = v.InferOutput<typeof OrderChange>

/** What a 409 `link_changed` has in addition: the link that the order has now. */
export const LinkChanged = v.object({ currentLink: v.string() })

/** The events of an order's timeline. */
export const orderEventKinds = [
  'created',
  'changed',
  'start_requested',
  'payment_started',
  'payment_state',
  'payment_failed',
  'marked_paid',
  'refund_requested',
  'refund_rejected',
  'mail_queued',
  'mail_sent',
  'mail_marked_sent',
  'mail_failed',
  'link_added',
  'sealed',
  'anchor_submitted',
  'anchor_included',
  'anchor_final',
  'anchor_replaced',
  'anchor_stuck',
  'file_downloaded',
  'file_removed',
  'erased',
  'note',
] as const
export type OrderEventKind = (typeof orderEventKinds)[number]

/** One event of an order's timeline. `detail` is text to show. */
export const OrderEvent = v.object({
  id: Uuid,
  at: IsoDate,
  kind: v.picklist(orderEventKinds),
  /** An administrator's name, 'customer', 'payer' (someone who paid with a link), 'stripe' or 'system'. */
  actor: v.string(),
  detail: v.nullable(v.string()),
})
export type OrderEvent = v.InferOutput<typeof OrderEvent>
