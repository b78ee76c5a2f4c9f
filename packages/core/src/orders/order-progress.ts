import * as v from 'valibot'
import { anchorStates } from '../proofs/anchors/anchor-state.ts'
import { anchorKinds } from '../settings/policy/anchor-kind.ts'
import { endpoint } from '../platform/http/endpoint.ts'
import { IsoDate, Sha256, Uuid } from '../platform/ids.ts'
import { isDay } from '../platform/page.ts'
import { hideableNames } from '../proofs/proof/record.ts'
import { TermsId } from './accepted-terms.ts'
import { OrderKey, orderStatuses, stopReasons } from './order.ts'

/** The steps before the payment. `processing`: a payment was made, and is not confirmed yet; `canceled`: it was never made. */
export const unpaidSteps = ['unpaid', 'processing', 'canceled'] as const

/** The progress of an order: `waiting` is paid and not in a batch yet, then the state of its furthest anchor. */
const progressSteps = [...unpaidSteps, 'waiting', ...anchorStates] as const
export type ProgressStep = (typeof progressSteps)[number]

/** An anchor of the order's root, as the customer sees it. */
export const ProgressAnchor = v.object({
  kind: v.picklist(anchorKinds),
  state: v.picklist(anchorStates),
  /** The page that shows the record; null until there is one. */
  link: v.nullable(v.string()),
  /** For example 'Ethereum' or 'Bitcoin'; null for a declared link. */
  chain: v.nullable(v.string()),
  /** The chain is a test chain, which proves nothing to others. */
  isOnTestChain: v.boolean(),
  blockNumber: v.nullable(v.number()),
  blockTime: v.nullable(IsoDate),
  /** The upper bound of the block's true time: blocks may be stamped too early. Null for a chain that is not supported. */
  noLaterThan: v.nullable(IsoDate),
  /** The block headers in the evidence prove that time without any look-up. */
  isProven: v.boolean(),
})
export type ProgressAnchor = v.InferOutput<typeof ProgressAnchor>

/** An earlier draft of the order's work. Nothing here leads to its own order page or its file. */
const EarlierDraft = v.object({
  projectName: v.string(),
  /** When it was ordered, by the clock of the server. */
  createdAt: IsoDate,
  /** The upper bound of the time at which its file existed; null if nothing proves one. */
  noLaterThan: v.nullable(IsoDate),
  /** Only test chains have it, so the date proves nothing to others. */
  isOnTestChain: v.boolean(),
})

/** An order as its order page shows it. Sizes in bytes. */
export const OrderProgress = v.object({
  orderId: Uuid,
  number: v.number(),
  projectName: v.string(),
  fileName: v.string(),
  fileSize: v.number(),
  sha256: Sha256,
  createdAt: IsoDate,
  paidAt: v.nullable(IsoDate),
  completedAt: v.nullable(IsoDate),
  status: v.picklist(orderStatuses),
  /**
   * Why the order is not completed: the money was refunded, is disputed, or is lost in a dispute. What was sent to a chain before
   * may still be recorded. Null for any other order, and for one that was completed before.
   */
  stopped: v.nullable(v.picklist(stopReasons)),
  /** What was refunded, oldest first. Amounts in dollars, days such as '2026-11-23' in the shop's time zone. */
  refunds: v.array(
    v.object({
      amount: v.number(),
      day: v.pipe(v.string(), v.check(isDay)),
      /** Not to the card or account that paid, because the order was not paid with Stripe. */
      isMadeAnotherWay: v.boolean(),
    }),
  ),
  step: v.picklist(progressSteps),
  /**
   * When recording starts, after the cancellation period. Until then, the customer can ask for an immediate start. Null
   * once it has started, and if nothing will be recorded.
   */
  startsAt: v.nullable(IsoDate),
  /** The promised date of the record; null once there is one, and if there will be none. */
  recordedBy: v.nullable(IsoDate),
  /** The promised date has passed without a record. */
  isLate: v.boolean(),
  blockchainLink: v.nullable(v.string()),
  anchors: v.array(ProgressAnchor),
  /** The public id of the proof, for the badge and /api/proofs/:id. Null until the order is paid. */
  proofId: v.nullable(Uuid),
  /** The terms that the order was placed under; null in the sample order and in those of the demo. */
  termsId: v.nullable(TermsId),
  /** Whether the evidence can be downloaded: the order is in a batch. */
  hasEvidence: v.boolean(),
  /** The drafts of the work before this one, oldest first. */
  earlierDrafts: v.array(EarlierDraft),
  /** Whether a new order can name this one as its earlier draft. */
  canHaveNextDraft: v.boolean(),
})
export type OrderProgress = v.InferOutput<typeof OrderProgress>

const ofKey = { access: 'public', params: v.object({ key: OrderKey }) } as const

const hideable = hideableNames.join('|')

/** Names of fields of a record, separated by commas. */
const HiddenNames = v.pipe(
  v.string(),
  v.regex(new RegExp(`^(?:(?:${hideable})(?:,(?:${hideable}))*)?$`), 'Use names of fields'),
)

/** Calls for anyone with an order's link. An unknown or malformed key is 404. */
export const orderProgressEndpoints = {
  read: endpoint('GET', '/api/orders/:key', { ...ofKey, reply: OrderProgress }),
  /** Everything needed to check the order without us, as one ZIP. 404 until the order is in a batch. */
  evidence: endpoint('GET', '/api/orders/:key/evidence.zip', { ...ofKey, reply: 'file' }),
  /** The proof, without the values of the fields in `hide`, such as 'firstName,lastName'. 404 until the order is in a batch. */
  proof: endpoint('GET', '/api/orders/:key/proof.json', {
    ...ofKey,
    query: v.object({ hide: v.optional(HiddenNames, '') }),
    reply: 'file',
  }),
  /** The receipt for the payment. 404 until the order is paid. */
  receipt: endpoint('GET', '/api/orders/:key/receipt.pdf', { ...ofKey, reply: 'file' }),
  /** The drafts of the work with their dates. 404 until the order is in a batch, and without an earlier draft. */
  timeline: endpoint('GET', '/api/orders/:key/timeline.pdf', { ...ofKey, reply: 'file' }),
  certificate: endpoint('GET', '/api/orders/:key/certificate.pdf', { ...ofKey, reply: 'file' }),
}
