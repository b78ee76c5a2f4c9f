import { formatMoment } from '@priormark/core/platform/dates'
import { chainNameOf } from '@priormark/core/proofs/anchors/evm-chains'
import type { Anchor } from '../leaves/anchor-entity.ts'
import { blockHeight, isInBlock } from '../leaves/proof-status.ts'
import type { ProofLeaf } from '../leaves/leaf-entity.ts'
import type { OrderProof } from '../leaves/proof-service.ts'

/** One place where a root is recorded, as shown to people. */
export interface AnchorFacts {
  /** Such as 'Ethereum'. */
  where: string
  /** The block and its time, or the progress. */
  what: string
  /** The page that shows the record. */
  link: string | null
}

/** Returns where a root is or will be recorded, in the order of the anchors. @param leaf null leaves out its own link */
export function anchorFacts({
  anchors,
  leaf,
}: Pick<OrderProof, 'anchors'> & { leaf: Pick<ProofLeaf, 'declaredLink'> | null }): AnchorFacts[] {
  const link = leaf?.declaredLink
  // An order with its own link does not need the manual link of its root.
  const shown = anchors.filter(({ kind, link: own }) => kind !== 'manual' || own != null || link == null)
  const facts = shown.map((anchor) => ({
    where: placeOf(anchor),
    what: isInBlock(anchor.state) && anchor.kind !== 'manual' ? blockOf(anchor) : progressOf(anchor),
    link: anchor.link ?? null,
  }))
  if (link == null || facts.some((fact) => fact.link === link)) return facts
  return [...facts, { where: 'A link', what: declared, link }]
}

const declared = 'Recorded by the operator at this link'

/** Returns where an anchor records its root, such as 'Bitcoin (OpenTimestamps)'. */
export function placeOf({ kind, evidence }: Anchor): string {
  if (kind === 'opentimestamps') return 'Bitcoin (OpenTimestamps)'
  const chain = evidence == null ? null : chainNameOf(evidence)
  if (chain !== null) return chain.charAt(0).toUpperCase() + chain.slice(1)
  return kind === 'manual' ? 'A link' : 'A blockchain'
}

function progressOf({ kind, state }: Anchor): string {
  if (kind === 'manual') return state === 'queued' ? 'Not recorded yet' : declared
  return state === 'queued' ? 'Waiting to be sent' : 'Sent, not in a block yet'
}

function blockOf({ evidence, blockTime, state }: Anchor): string {
  const height = blockHeight(evidence)
  const block = height === null ? 'In a block' : `Block ${height.toLocaleString('en-US')}`
  const time = blockTime == null ? '' : `, ${formatMoment(blockTime.toISOString())}`
  return `${block}${time}${state === 'final' ? ', final' : ''}`
}
