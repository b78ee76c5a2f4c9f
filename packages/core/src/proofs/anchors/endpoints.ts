import * as v from 'valibot'
import { endpoint } from '../../platform/http/endpoint.ts'
import { Sha256, Uuid } from '../../platform/ids.ts'
import { queryInteger } from '../../platform/page.ts'
import { anchorFilters, AnchorQueue, AnchorView } from './anchor.ts'
import { BlockchainLink } from './blockchain-link.ts'

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
