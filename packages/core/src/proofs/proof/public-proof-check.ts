import { anchorChecks, type AnchorCheck } from './anchor-check.ts'
import { fromHex, toHex } from './bytes.ts'
import { leafHash } from './leaf.ts'
import { rootFromPath } from './merkle-path.ts'
import type { HashFunctions } from '../opentimestamps/ots-operation.ts'
import type { ProofProblem } from './proof-problem.ts'
import type { PublicProof } from './public-proof.ts'

/** `remaining` is what must be looked up on the chains, and empty if the root is not recorded yet. */
type PublicProofOutcome = { holds: true; remaining: AnchorCheck[] } | { holds: false; problem: ProofProblem }

/**
 * Checks the public part of a proof against the fingerprint of a file. The commitment hides the record, so this proves
 * nothing about a record.
 * @param fileSha256 64 lower-case hexadecimal digits
 */
export function verifyPublicProof(
  proof: PublicProof,
  fileSha256: string,
  hashes: HashFunctions,
): PublicProofOutcome {
  const { sha256 } = hashes
  if (fileSha256 !== proof.sha256)
    return refused({ kind: 'wrong_file', expectedSha256: proof.sha256, actualSha256: fileSha256 })
  const leaf = toHex(leafHash(fromHex(fileSha256), fromHex(proof.commitment), sha256))
  if (proof.path === null || proof.root === null)
    return leaf === proof.leaf ? { holds: true, remaining: [] } : refused({ kind: 'leaf_changed' })
  const steps = proof.path.map(({ side, hash }) => ({ side, hash: fromHex(hash) }))
  const reaches = toHex(rootFromPath(fromHex(leaf), steps, sha256)) === proof.root
  if (leaf !== proof.leaf) return refused({ kind: reaches ? 'leaf_changed' : 'several_parts_changed' })
  if (!reaches) return refused({ kind: 'path_or_root_changed' })
  const anchors = anchorChecks({ anchors: proof.anchors, root: proof.root }, hashes)
  return 'problem' in anchors ? refused(anchors.problem) : { holds: true, remaining: anchors.checks }
}

function refused(problem: ProofProblem): PublicProofOutcome {
  return { holds: false, problem }
}
