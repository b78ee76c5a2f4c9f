import * as v from 'valibot'
import { endpoint } from '../../platform/http/endpoint.ts'
import { IsoDate, Sha256, Uuid } from '../../platform/ids.ts'
import { queryInteger } from '../../platform/page.ts'
import { anchorKinds } from '../../settings/policy/anchor-kind.ts'
import { anchorStates } from './anchor-state.ts'
import { BlockchainLink } from './blockchain-link.ts'

/** A root's anchor as administrators see it. */
export const AnchorView = v.object({
  id: Uuid,
  kind: v.picklist(anchorKinds),
  state: v.picklist(anchorStates),
  /** Why it does not advance and what a person can do; null while nothing is wrong. */
  stuckReason: v.nullable(v.string()),
  batchId: Uuid,
  root: Sha256,
  /** The number of orders in the batch. */
  leafCount: v.number(),
  sealedAt: IsoDate,
  submittedAt: v.nullable(IsoDate),
  includedAt: v.nullable(IsoDate),
  finalAt: v.nullable(IsoDate),
  /** The block's own time. */
  blockTime: v.nullable(IsoDate),
  /** The page that shows the record. */
  link: v.nullable(v.string()),
  /** A chain has yet to make the record of this batch final, after which the evidence is mailed. */
  isChainPending: v.boolean(),
})
export type AnchorView = v.InferOutput<typeof AnchorView>

/** Which anchors are listed: `open` is every one that is not final. */
const anchorFilters = ['open', 'stuck', 'all'] as const
export type AnchorFilter = (typeof anchorFilters)[number]

/** The time-stamping authorities that sign batches. */
export const TimestampView = v.object({
  /** All authorities together, since midnight UTC. */
  requestsToday: v.number(),
  requestsPerDay: v.number(),
  authorities: v.array(
    v.object({
      host: v.string(),
      /** The newest time-stamp; null before the first. */
      newest: v.nullable(
        v.object({
          receivedAt: IsoDate,
          /** How far the authority's clock is ahead of the server's; negative if it is behind. */
          aheadSeconds: v.number(),
          certificateEndsAt: IsoDate,
        }),
      ),
    }),
  ),
})
export type TimestampView = v.InferOutput<typeof TimestampView>

/** The anchoring queue. */
export const AnchorQueue = v.object({
  /** Paid orders that are not in a batch yet. */
  waitingOrders: v.number(),
  /** Paid orders that are not to be recorded yet, because their customers can still cancel. */
  laterOrders: v.number(),
  /** Batches that are recorded manually and have no link yet. */
  batchesWithoutLink: v.number(),
  /** When the waiting orders are sealed at the latest; null if none are waiting. */
  nextSealAt: v.nullable(IsoDate),
  /** The kinds of anchors that new roots get. */
  kinds: v.array(v.picklist(anchorKinds)),
  /** Null unless new roots get time-stamps. */
  timestamps: v.nullable(TimestampView),
  anchors: v.array(AnchorView),
  total: v.number(),
})
export type AnchorQueue = v.InferOutput<typeof AnchorQueue>

const ofAnchor = { access: 'orders', params: v.object({ id: Uuid }) } as const

/** The anchoring queue for administrators. */
export const anchorEndpoints = {
  /** Newest first. */
  queue: endpoint('GET', '/api/admin/anchors', {
    access: 'orders',
    query: v.object({
      filter: v.optional(v.picklist(anchorFilters), 'open'),
      page: queryInteger({ min: 1, max: 100_000, fallback: 1 }),
      limit: queryInteger({ min: 1, max: 100, fallback: 20 }),
    }),
    reply: AnchorQueue,
  }),
  /** Seals the waiting orders now. Does nothing if none are waiting. */
  seal: endpoint('POST', '/api/admin/anchors/seal', {
    access: 'orders',
    reply: v.object({ sealedOrders: v.number() }),
  }),
  /** Retries a stuck anchor now. */
  retry: endpoint('POST', '/api/admin/anchors/:id/retry', { ...ofAnchor, reply: AnchorView }),
  /** Sets the link of an anchor of kind `manual` and completes every order of its batch. 409 for other kinds. */
  declareLink: endpoint('POST', '/api/admin/anchors/:id/link', {
    ...ofAnchor,
    body: v.object({ link: BlockchainLink }),
    reply: AnchorView,
  }),
  /** What the operator needs to complete only this order with a link, and whether the evidence follows by email. */
  codeOfOrder: endpoint('GET', '/api/admin/orders/:id/record-code', {
    ...ofAnchor,
    reply: v.object({
      /** The code to record; null while there is nothing to record. */
      code: v.nullable(Sha256),
      /** Whether the evidence is mailed after a link was saved, once the record on a chain is final. */
      isEvidenceMailed: v.boolean(),
    }),
  }),
  /** The anchors of an order's root; empty while the order is not in a batch. */
  ofOrder: endpoint('GET', '/api/admin/orders/:id/anchors', { ...ofAnchor, reply: v.array(AnchorView) }),
}
