import { chainNameOf } from '@priormark/core/anchors/chain-name'
import { formatMoment } from '@priormark/core/dates'
import { attestationCheck, type AttestationCheck } from '@priormark/core/proof/anchor-check'
import { fromBase64 } from '@priormark/core/proof/base64'
import { readOtsFile, type OtsFile } from '@priormark/core/proof/ots/ots-file'
import { walkAttestations } from '@priormark/core/proof/ots/ots-walk'
import type { Anchor } from './anchor-entity.ts'
import type { ProofLeaf } from './leaf-entity.ts'
import type { OrderProof } from './proof-service.ts'
import { isInBlock } from './proof-status.ts'
import { sha256 } from './sha256.ts'

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
  if (link == null || facts.some((known) => known.link === link)) return facts
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
  const height = evidence?.kind === 'evm' ? evidence.blockNumber : bitcoinHeight(evidence)
  const block = height === null ? 'In a block' : `Block ${height.toLocaleString('en-US')}`
  const time = blockTime == null ? '' : `, ${formatMoment(blockTime.toISOString())}`
  return `${block}${time}${state === 'final' ? ', final' : ''}`
}

/** Returns the lowest block in an anchor's `.ots` that contains the root. */
function bitcoinHeight(evidence: Anchor['evidence']): number | null {
  if (evidence?.kind !== 'opentimestamps') return null
  const heights = attestationsOf(readAnchorOts(evidence.ots)).flatMap((check) =>
    check.kind === 'bitcoin' ? [check.height] : [],
  )
  return heights.length === 0 ? null : Math.min(...heights)
}

/** Parses the `.ots` of an anchor, which this shop wrote. @throws OtsError if it is invalid */
export function readAnchorOts(base64: string): OtsFile {
  return readOtsFile(fromBase64(base64) ?? new Uint8Array())
}

/** Returns the attestations of a `.ots` that need checking. */
function attestationsOf(file: OtsFile): AttestationCheck[] {
  return Array.from(walkAttestations(file.timestamp, file.digest, { sha256 }), attestationCheck)
}
