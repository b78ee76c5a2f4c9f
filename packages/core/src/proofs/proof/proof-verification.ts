import { anchorChecks, otsVouchesFor, type AnchorCheck } from './anchor-check.ts'
import { fromHex, toHex } from './bytes.ts'
import { readCanonicalJson, type StringMap } from './canonical-json.ts'
import type { HashFunction } from './hash.ts'
import { leafHash, recordCommitment } from './leaf.ts'
import { rootFromPath, type PathStep } from './merkle-path.ts'
import type { ProofProblem } from './proof-problem.ts'
import { readProof } from './proof-reading.ts'
import type { Proof } from './proof-schema.ts'

/**
 * The result of a verification. `holds`: file and record lead to the root; `remaining` is what must be looked up on the
 * chains to prove a date, and empty if the root is not recorded yet.
 */
export type ProofOutcome =
  | { holds: true; proof: Proof; record: StringMap; remaining: AnchorCheck[] }
  | { holds: false; problem: ProofProblem }

/** More input for a verification. */
interface VerificationHelp {
  /**
   * The record from another source, for example the evidence ZIP. It shows whether the record or the salt was changed.
   */
  record?: string
}

/**
 * Checks a parsed proof.json against the fingerprint of a file. Never throws because of the proof's content; problems
 * are named in the result.
 * @param fileSha256 64 lower-case hexadecimal digits
 */
export function verifyProof(
  value: unknown,
  fileSha256: string,
  sha256: HashFunction,
  help: VerificationHelp = {},
): ProofOutcome {
  const reading = readProof(value)
  if ('problem' in reading) return { holds: false, problem: reading.problem }
  const { proof } = reading
  const problem = computedProblem(proof, fileSha256, sha256, help.record)
  if (problem !== null) return { holds: false, problem }
  const anchors = anchorChecks(proof, { sha256 })
  if ('problem' in anchors) return { holds: false, problem: anchors.problem }
  return { holds: true, proof, record: readCanonicalJson(proof.record) ?? {}, remaining: anchors.checks }
}

/** Computes leaf and root again and names the first part that does not match. */
function computedProblem(
  proof: Proof,
  fileSha256: string,
  sha256: HashFunction,
  knownRecord: string | undefined,
): ProofProblem | null {
  const leaf = leafOf(proof, fileSha256, proof.record, sha256)
  if (fileSha256 !== proof.file.sha256)
    return leaf === proof.leaf
      ? { kind: 'file_sha256_changed' }
      : { kind: 'wrong_file', expectedSha256: proof.file.sha256, actualSha256: fileSha256 }
  const steps = proof.path.map(({ side, hash }) => ({ side, hash: fromHex(hash) }))
  const reached = reachedRoot(leaf, steps, sha256)
  if (leaf === proof.leaf) return reached === proof.root ? null : pathProblem(proof, steps, reached, sha256)
  if (reached === proof.root) return { kind: 'leaf_changed' }
  if (reachedRoot(proof.leaf, steps, sha256) !== proof.root) return { kind: 'several_parts_changed' }
  if (knownRecord === undefined) return { kind: 'record_or_salt_changed' }
  if (knownRecord === proof.record) return { kind: 'salt_changed' }
  const fits = leafOf(proof, fileSha256, knownRecord, sha256) === proof.leaf
  return { kind: fits ? 'record_changed' : 'record_or_salt_changed' }
}

/** Names the problem if the leaf matches and the path does not lead to the root. */
function pathProblem(
  proof: Proof,
  steps: readonly PathStep[],
  reached: string,
  sha256: HashFunction,
): ProofProblem {
  const step = steps.findIndex((_, n) => {
    const turned = steps.map((other, m) => (m === n ? turnedStep(other) : other))
    return reachedRoot(proof.leaf, turned, sha256) === proof.root
  })
  if (step !== -1) return { kind: 'path_side_changed', step }
  if (otsVouchesFor(proof, reached)) return { kind: 'root_changed' }
  return { kind: otsVouchesFor(proof, proof.root) ? 'path_changed' : 'path_or_root_changed' }
}

function leafOf(proof: Proof, fileSha256: string, record: string, sha256: HashFunction): string {
  const commitment = recordCommitment(fromHex(proof.salt), record, sha256)
  return toHex(leafHash(fromHex(fileSha256), commitment, sha256))
}

function reachedRoot(leaf: string, steps: readonly PathStep[], sha256: HashFunction): string {
  return toHex(rootFromPath(fromHex(leaf), steps, sha256))
}

function turnedStep({ side, hash }: PathStep): PathStep {
  return { side: side === 'left' ? 'right' : 'left', hash }
}
