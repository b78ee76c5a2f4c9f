import type { ProofMark } from '@priormark/core/proofs/anchors/proof-mark'
import { proofPagePath } from '@priormark/core/proofs/proof/proof-page'
import type { Shop } from '@priormark/core/settings/shop'
import { Order } from '../../order-book/order-entity.ts'
import { OrderMail } from '../../order-book/order-mail-entity.ts'
import { placeOf } from '../../proofs/facts/anchor-facts.ts'
import { ProofLeaf } from '../../proofs/leaves/leaf-entity.ts'
import { hasBlock, pendingAnchors, proofStatus } from '../../proofs/leaves/proof-status.ts'
import { readAnchors } from '../../proofs/leaves/proof-service.ts'
import type { Em } from '../../platform/database/database.ts'

/** The word above the heading of a mail. */
export const markWord = { verified: 'VERIFIED', recorded: 'RECORDED', test: 'TEST' } as const

/** What a mail says about the record of an order. */
export interface MailRecord {
  /** The page that shows the record to anyone, in words. It stays right when a block is replaced. */
  proofUrl: string
  /** The record itself, in an explorer or at a declared link. Null while its block can still be replaced. */
  link: string | null
  /** Whether this mail carries the evidence. If not, an evidence mail follows once the block is final. */
  hasEvidence: boolean
  /** Where the work is still being recorded, such as 'Bitcoin (OpenTimestamps)'. */
  pending: string[]
  mark: Exclude<ProofMark, 'at-risk'>
  /** Only the operator says where it is recorded: no block is known. */
  isDeclared: boolean
}

/** @param mail about the record of an order that has a link */
export async function readMailRecord(
  em: Em,
  { kind, order: { id } }: OrderMail,
  { publicUrl }: Shop,
): Promise<MailRecord> {
  const order = await em.findOneOrFail(Order, id)
  const leaf = await em.findOneOrFail(ProofLeaf, { order }, { populate: ['batch'] })
  const anchors = await readAnchors(em, leaf)
  const link = order.blockchainLink ?? null
  const isReplaceable = anchors.some((anchor) => anchor.state !== 'final' && anchor.link === link)
  const follows = isReplaceable || (await em.count(OrderMail, { order, kind: 'evidence' })) > 0
  const { mark } = proofStatus(leaf, anchors)
  return {
    proofUrl: publicUrl + proofPagePath(leaf.id),
    link: isReplaceable ? null : link,
    hasEvidence: kind === 'evidence' || !follows,
    pending: pendingAnchors(anchors).map(placeOf),
    mark: mark === 'at-risk' ? 'recorded' : mark,
    // The order has a link, so without a block it is a declared one, whether or not a batch exists.
    isDeclared: !hasBlock(anchors),
  }
}
