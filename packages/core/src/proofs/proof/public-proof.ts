import * as v from 'valibot'
import { anchorStates } from '../anchors/anchor-state.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { IsoDate, Sha256, Uuid } from '../../platform/ids.ts'
import { ProofAnchor, ProofStep } from './proof-schema.ts'
import { anchorChecks } from './anchor-check.ts'
import { fromHex, toHex } from './bytes.ts'
import { leafHash } from './leaf.ts'
import { rootFromPath } from './merkle-path.ts'
import type { HashFunctions } from '../opentimestamps/ots-operation.ts'
import type { ProofProblem } from './proof-problem.ts'
import type { ProofOutcome } from './proof-verification.ts'

/**
 * The public state of a proof: `stopped` if the order was stopped before anything was recorded, `waiting` until it is in a
 * batch, then the state of its furthest anchor.
 */
export const publicProofStates = ['stopped', 'waiting', ...anchorStates] as const
export type PublicProofState = (typeof publicProofStates)[number]

/**
 * The public part of a proof, without name, record or salt. The commitment replaces them, so that anyone with the file
 * can follow it to the root: SHA256(00 || fileSha256 || commitment) is the leaf.
 */
export const PublicProof = v.object({
  id: Uuid,
  sha256: Sha256,
  state: v.picklist(publicProofStates),
  /**
   * The file existed no later than this: the earliest upper bound of the true time of a block that contains the root.
   * For Bitcoin that is the latest time among the block and those that confirm it; for other chains, the block's time and
   * the chain's margin. A time that block headers prove counts before one that must be looked up. Null until there is one.
   */
  existedNoLaterThan: v.nullable(IsoDate),
  /** That block is on a test chain, which proves nothing to others. */
  isOnTestChain: v.boolean(),
  commitment: Sha256,
  leaf: Sha256,
  /** Null until the leaf is in a batch. */
  path: v.nullable(v.array(ProofStep)),
  root: v.nullable(Sha256),
  anchors: v.array(ProofAnchor),
})
export type PublicProof = v.InferOutput<typeof PublicProof>

/** Whether and since when a fingerprint is recorded here. Does not reveal whose it is. */
export const ProofLookup = v.object({
  sha256: Sha256,
  found: v.boolean(),
  /** The state of the furthest proof; null if there is none. */
  state: v.nullable(v.picklist(publicProofStates)),
  existedNoLaterThan: v.nullable(IsoDate),
  /** The block is on a test chain, which proves nothing to others. */
  isOnTestChain: v.boolean(),
})
export type ProofLookup = v.InferOutput<typeof ProofLookup>

/** The public, documented calls about proofs. */
export const proofEndpoints = {
  read: endpoint('GET', '/api/proofs/:id', {
    access: 'public',
    params: v.object({ id: Uuid }),
    reply: PublicProof,
  }),
  lookUp: endpoint('GET', '/api/proofs', {
    access: 'public',
    query: v.object({ sha256: Sha256 }),
    reply: ProofLookup,
  }),
}

/**
 * Checks the public part of a proof against the fingerprint of a file. The commitment hides the record, so this proves
 * nothing about a record.
 * @param fileSha256 64 lower-case hexadecimal digits
 */
export function verifyPublicProof(
  proof: PublicProof,
  fileSha256: string,
  hashes: HashFunctions,
): ProofOutcome {
  const { sha256 } = hashes
  if (fileSha256 !== proof.sha256)
    return refused({ kind: 'wrong_file', expectedSha256: proof.sha256, actualSha256: fileSha256 })
  const leaf = toHex(leafHash(fromHex(fileSha256), fromHex(proof.commitment), sha256))
  if (proof.path === null || proof.root === null)
    return leaf === proof.leaf ? { holds: true, remaining: [] } : refused({ kind: 'leaf_changed' })
  const leadsToRoot = toHex(rootFromPath(fromHex(leaf), proof.path, sha256)) === proof.root
  if (leaf !== proof.leaf) return refused({ kind: leadsToRoot ? 'leaf_changed' : 'several_parts_changed' })
  if (!leadsToRoot) return refused({ kind: 'path_or_root_changed' })
  const anchors = anchorChecks({ anchors: proof.anchors, root: proof.root }, hashes)
  return 'problem' in anchors ? refused(anchors.problem) : { holds: true, remaining: anchors.checks }
}

function refused(problem: ProofProblem): ProofOutcome {
  return { holds: false, problem }
}
