import * as v from 'valibot'
import { anchorKinds, anchorStates } from '../anchors/anchor.ts'
import { endpoint } from '../http/endpoint.ts'
import { IsoDate, Sha256, Uuid } from '../ids.ts'
import { OrderKey, orderStatuses } from './order.ts'

/** How far an order is, as its page tells: `waiting` is paid and not under a root yet, then as its furthest anchor. */
export const progressSteps = ['unpaid', 'waiting', ...anchorStates] as const
export type ProgressStep = (typeof progressSteps)[number]

/** One place where the order's root is recorded, for the customer. */
export const ProgressAnchor = v.object({
  kind: v.picklist(anchorKinds),
  state: v.picklist(anchorStates),
  /** The page that shows the record; null until there is one. */
  link: v.nullable(v.string()),
  /** Such as 'Ethereum' or 'Bitcoin'; null for a declared link. */
  chain: v.nullable(v.string()),
  /** The chain lives on one machine: this is a trial, and proves nothing to others. */
  isTrial: v.boolean(),
  blockNumber: v.nullable(v.number()),
  blockTime: v.nullable(IsoDate),
})
export type ProgressAnchor = v.InferOutput<typeof ProgressAnchor>

/** An order as its own page shows it. Sizes in bytes. */
export const OrderProgress = v.object({
  orderId: Uuid,
  projectName: v.string(),
  fileName: v.string(),
  fileSize: v.number(),
  sha256: Sha256,
  createdAt: IsoDate,
  paidAt: v.nullable(IsoDate),
  completedAt: v.nullable(IsoDate),
  status: v.picklist(orderStatuses),
  /** The payment went back: no more is promised than what already stands. */
  isRefunded: v.boolean(),
  step: v.picklist(progressSteps),
  blockchainLink: v.nullable(v.string()),
  anchors: v.array(ProgressAnchor),
  /** Names the proof in public: badge and /api/proofs/:id. Null until the order is paid. */
  proofId: v.nullable(Uuid),
  /** Whether the evidence can be downloaded: the order is under a root. */
  hasEvidence: v.boolean(),
})
export type OrderProgress = v.InferOutput<typeof OrderProgress>

const byKey = v.object({ key: OrderKey })

/** What the holder of an order's link may read. An unknown key is 404, whatever its form. */
export const orderProgressEndpoints = {
  read: endpoint({
    method: 'GET',
    path: '/api/orders/:key',
    access: 'public',
    params: byKey,
    reply: OrderProgress,
  }),
  /** Everything needed to check the order without us, as one ZIP. 404 until the order is under a root. */
  evidence: endpoint({
    method: 'GET',
    path: '/api/orders/:key/evidence.zip',
    access: 'public',
    params: byKey,
    reply: 'file',
  }),
  proof: endpoint({
    method: 'GET',
    path: '/api/orders/:key/proof.json',
    access: 'public',
    params: byKey,
    reply: 'file',
  }),
  certificate: endpoint({
    method: 'GET',
    path: '/api/orders/:key/certificate.pdf',
    access: 'public',
    params: byKey,
    reply: 'file',
  }),
}
