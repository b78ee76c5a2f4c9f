import * as v from 'valibot'
import { endpoint } from '../http/endpoint.ts'
import { Uuid } from '../ids.ts'
import { queryInteger } from '../page.ts'
import { anchorFilters, AnchorQueue, AnchorView } from './anchor.ts'
import { BlockchainLink } from './blockchain-link.ts'

const byId = v.object({ id: Uuid })

/** The anchoring queue for administrators. */
export const anchorEndpoints = {
  /** Newest first. */
  queue: endpoint({
    method: 'GET',
    path: '/api/admin/anchors',
    access: 'admin',
    query: v.object({
      filter: v.optional(v.picklist(anchorFilters), 'open'),
      page: queryInteger({ min: 1, max: 100_000, fallback: 1 }),
      limit: queryInteger({ min: 1, max: 100, fallback: 20 }),
    }),
    reply: AnchorQueue,
  }),
  /** Seals the waiting orders now, without waiting for more; does nothing where none waits. */
  seal: endpoint({
    method: 'POST',
    path: '/api/admin/anchors/seal',
    access: 'admin',
    reply: v.object({ sealedOrders: v.number() }),
  }),
  /** Tries a stuck anchor again at once. */
  retry: endpoint({
    method: 'POST',
    path: '/api/admin/anchors/:id/retry',
    access: 'admin',
    params: byId,
    reply: AnchorView,
  }),
  /** Declares where a root stands. Of kind `manual` only; completes every order under the root. 409 for other kinds. */
  declareLink: endpoint({
    method: 'POST',
    path: '/api/admin/anchors/:id/link',
    access: 'admin',
    params: byId,
    body: v.object({ link: BlockchainLink }),
    reply: AnchorView,
  }),
  /** The anchors of the root that an order is under; empty while it waits. */
  ofOrder: endpoint({
    method: 'GET',
    path: '/api/admin/orders/:id/anchors',
    access: 'admin',
    params: byId,
    reply: v.array(AnchorView),
  }),
}
