import {
  publicProofStates,
  type ProofLookup,
  type PublicProof,
} from '@priormark/core/proofs/proof/public-proof'
import type { Anchor } from '../leaves/anchor-entity.ts'
import type { ProofLeaf } from '../leaves/leaf-entity.ts'
import { proofAnchors } from '../leaves/proof-service.ts'
import { proofStatus, type ProofStatus } from '../leaves/proof-status.ts'

/** A leaf with the anchors that count for it. */
export interface PublicLeaf {
  leaf: ProofLeaf
  anchors: readonly Anchor[]
  /** Recording was stopped before anything of it went to a chain. */
  isStopped: boolean
}

function statusOf({ leaf, anchors, isStopped }: PublicLeaf): ProofStatus {
  const status = proofStatus(leaf, anchors)
  return isStopped ? { ...status, state: 'stopped' } : status
}

/** A proof without the recorded work: no name, no record, no salt. */
export function publicProofView(proof: PublicLeaf): PublicProof {
  const { leaf, anchors } = proof
  const { state, earliest, mark } = statusOf(proof)
  return {
    id: leaf.id,
    sha256: leaf.fileSha256,
    state,
    existedNoLaterThan: earliest?.noLaterThan.toISOString() ?? null,
    isOnTestChain: mark === 'test',
    commitment: leaf.commitment,
    leaf: leaf.leaf,
    path: leaf.path ?? null,
    root: leaf.batch?.root ?? null,
    anchors: proofAnchors(leaf, anchors),
  }
}

/** Whether only an administrator can still change a proof, so that it may be cached. */
export function isFinal({ leaf, anchors }: PublicLeaf): boolean {
  return leaf.batch != null && anchors.length > 0 && anchors.every(({ state }) => state === 'final')
}

/**
 * Summarizes all proofs of a fingerprint: the furthest state and the earliest time. Test chains count only if there is
 * nothing else.
 */
export function proofLookupView(sha256: string, proofs: readonly PublicLeaf[]): ProofLookup {
  const all = proofs.map(statusOf)
  const real = all.filter(({ mark }) => mark !== 'test')
  const statuses = real.some(({ earliest }) => earliest !== null) ? real : all
  const times = statuses.flatMap(({ earliest }) =>
    earliest === null ? [] : [earliest.noLaterThan.getTime()],
  )
  return {
    sha256,
    found: proofs.length > 0,
    state: publicProofStates.findLast((state) => statuses.some((status) => status.state === state)) ?? null,
    existedNoLaterThan: times.length === 0 ? null : new Date(Math.min(...times)).toISOString(),
    isOnTestChain: statuses.some(({ mark }) => mark === 'test'),
  }
}
