import { isChainKind } from '@priormark/core/settings/policy/anchor-kind'
import { anchorStates, isInBlock, type AnchorState } from '@priormark/core/proofs/anchors/anchor-state'
import { evmChain, evmChainKind, isTestChain } from '@priormark/core/proofs/anchors/evm-chains'
import { proofMark, type ProofMark } from '@priormark/core/proofs/anchors/proof-mark'
import { isDatableHeight } from '@priormark/core/proofs/proof/bitcoin-chain'
import type { PublicProofState } from '@priormark/core/proofs/proof/public-proof'
import type { Anchor, ProofLeaf } from './batch-entities.ts'
import { attestationCheck, type AttestationCheck } from '@priormark/core/proofs/proof/anchor-check'
import { fromBase64 } from '@priormark/core/proofs/proof/base64'
import { readOtsFile, type OtsFile } from '@priormark/core/proofs/opentimestamps/ots-file'
import { walkAttestations } from '@priormark/core/proofs/opentimestamps/ots-walk'
import type { ProofAnchor } from '@priormark/core/proofs/proof/proof-schema'
import { sha256 } from '../../platform/sha256.ts'

/** The state of a proof, and the earliest time at which its file provably existed. */
export interface ProofStatus {
  /** The state of its furthest anchor; a link declared for this order only counts as final. */
  state: PublicProofState
  /**
   * The anchor with the earliest block that contains the root, and the upper bound of that block's true time; null
   * without a block. A block whose time is proven counts before one that must be looked up.
   */
  earliestBlock: { anchor: Anchor; blockTime: Date; noLaterThan: Date } | null
  mark: ProofMark
}

/** @param anchors the anchors of the leaf's root; empty before sealing */
export function proofStatus(leaf: ProofLeaf, anchors: readonly Anchor[]): ProofStatus {
  if (leaf.batch == null) return { state: 'waiting', earliestBlock: null, mark: 'none' }
  const states = anchors.map(({ state }) => state)
  if (leaf.declaredLink != null) states.push('final')
  const blocks = anchors.flatMap((anchor) =>
    isInBlock(anchor.state) && anchor.blockTime != null ? [{ anchor, blockTime: anchor.blockTime }] : [],
  )
  const publicBlocks = blocks.filter(({ anchor }) => !isOnTestChain(anchor))
  const provenBlocks = publicBlocks.filter(({ anchor }) => isProven(anchor))
  const bestBlocks = [provenBlocks, publicBlocks].find(({ length }) => length > 0) ?? blocks
  const datedBlocks = bestBlocks.flatMap(({ anchor, blockTime }) => {
    const latestTime = noLaterThan(anchor, blockTime)
    return latestTime === null ? [] : [{ anchor, blockTime, noLaterThan: latestTime }]
  })
  const [earliestBlock = null] = datedBlocks.toSorted(
    (a, b) => a.noLaterThan.getTime() - b.noLaterThan.getTime(),
  )
  return { state: furthestState(states), earliestBlock, mark: markOf(leaf, anchors) }
}

function markOf({ declaredLink }: ProofLeaf, anchors: readonly Anchor[]): ProofMark {
  const records = anchors.map((anchor) => ({
    kind: anchor.kind,
    state: anchor.state,
    isOnTestChain: isOnTestChain(anchor),
    isProven: isProven(anchor),
  }))
  const declaredRecord = { kind: 'manual', state: 'final', isOnTestChain: false, isProven: false } as const
  return proofMark(declaredLink == null ? records : [...records, declaredRecord])
}

/** Whether only the operator says where the root is recorded: there is a declared link, but no known block. */
export function isDeclaredOnly(leaf: ProofLeaf, anchors: readonly Anchor[]): boolean {
  return !hasBlock(anchors) && isInBlock(proofStatus(leaf, anchors).state)
}

/** Whether a chain has the root in a block, final or not. */
export function hasBlock(anchors: readonly Anchor[]): boolean {
  return anchors.some(({ kind, state }) => isChainKind(kind) && isInBlock(state))
}

/** Returns the anchors that will still change the evidence: all that a chain has not made final. */
export function pendingAnchors(anchors: readonly Anchor[]): Anchor[] {
  return anchors.filter(({ kind, state }) => isChainKind(kind) && state !== 'final')
}

/**
 * Whether the headers in the evidence prove the time of an anchor's block, by the rule of the verifiers: a Bitcoin block in a
 * known epoch, with the six blocks after it. The headers were checked when it became final.
 */
export function isProven({ state, evidence }: Anchor): boolean {
  if (state !== 'final' || evidence?.kind !== 'opentimestamps') return false
  const height = blockHeight(evidence)
  return height !== null && isDatableHeight(height)
}

/** How slow the clock of a Bitcoin block may be while no later block confirms it; the network allows as much. */
const bitcoinMarginSeconds = 2 * 60 * 60

/**
 * Returns the upper bound of the true time of an anchor's block. For Bitcoin that is the latest time among the block and
 * those that confirm it; for an EVM chain, the block's time and the chain's margin. Null for a chain that is not
 * supported, because the accuracy of its times is unknown.
 */
export function noLaterThan({ kind, evidence, latestTime }: Anchor, blockTime: Date): Date | null {
  if (latestTime != null) return latestTime
  if (isOnUnknownChain(evidence)) return null
  const chain = evidence?.kind === 'evm' ? evmChain(evidence.chainId) : null
  const marginSeconds = kind === 'opentimestamps' ? bitcoinMarginSeconds : (chain?.marginSeconds ?? 0)
  return new Date(blockTime.getTime() + marginSeconds * 1000)
}

function furthestState(states: readonly AnchorState[]): AnchorState {
  return anchorStates.findLast((state) => states.includes(state)) ?? 'queued'
}

function isOnTestChain({ evidence }: Anchor): boolean {
  return evidence?.kind === 'evm' && isTestChain(evidence.chainId)
}

/** Whether an anchor's evidence is on an EVM chain that is not supported. */
export function isOnUnknownChain(evidence: Anchor['evidence']): boolean {
  return evidence?.kind === 'evm' && evmChainKind(evidence.chainId) === 'unknown'
}

/** Returns the height of the lowest block that contains the root, or null. */
export function blockHeight(evidence: ProofAnchor | null | undefined): number | null {
  if (evidence == null || evidence.kind === 'manual') return null
  if (evidence.kind === 'evm') return evidence.blockNumber
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
export function attestationsOf(file: OtsFile): AttestationCheck[] {
  return Array.from(walkAttestations(file.timestamp, file.digest, { sha256 }), attestationCheck)
}
