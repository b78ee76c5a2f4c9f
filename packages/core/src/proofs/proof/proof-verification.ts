import { anchorChecks, otsVouchesFor, type AnchorCheck } from './anchor-check.ts'
import { fromHex, toHex } from './bytes.ts'
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
export type ProofOutcome = { holds: true; remaining: AnchorCheck[] } | { holds: false; problem: ProofProblem }

/**
 * Checks a parsed proof.json of version 1 against the fingerprint of a file. Never throws because of the proof's content; problems
 * are named in the result.
 * @param fileSha256 64 lower-case hexadecimal digits
 * @param knownRecord the record from another source, such as the evidence ZIP: it shows whether the record or the salt was changed
 */
export function verifyProof(
  value: unknown,
  fileSha256: string,
  sha256: HashFunction,
  knownRecord?: string,
): ProofOutcome {
  const reading = readProof(value)
  if ('problem' in reading) return { holds: false, problem: reading.problem }
  const { proof } = reading
  if (proof.version === 2) return { holds: false, problem: { kind: 'unsupported_version', version: '2' } }
  const parts = textRecordParts(proof, proof.leaf, fileSha256, sha256, knownRecord)
  const problem = computedProblem({ ...proof, ...parts }, fileSha256, sha256)
  if (problem !== null) return { holds: false, problem }
  const anchors = anchorChecks(proof, { sha256 })
  if ('problem' in anchors) return { holds: false, problem: anchors.problem }
  return { holds: true, remaining: anchors.checks }
}

/** What both versions of a proof have, and how their leaves are computed. */
interface ComputedProof {
  file: { sha256: string }
  leaf: string
  path: readonly PathStep[]
  root: string
  anchors: Parameters<typeof otsVouchesFor>[0]
  /** Returns the leaf of a file, in hex. */
  leafOf: (fileSha256: string) => string
  /** Which of record and salt was changed, if either was. */
  recordProblem: () => ProofProblem
}

/** Computes leaf and root again and names the first part that does not match. */
export function computedProblem(
  proof: ComputedProof,
  fileSha256: string,
  sha256: HashFunction,
): ProofProblem | null {
  const leaf = proof.leafOf(fileSha256)
  if (fileSha256 !== proof.file.sha256)
    return leaf === proof.leaf
      ? { kind: 'file_sha256_changed' }
      : { kind: 'wrong_file', expectedSha256: proof.file.sha256, actualSha256: fileSha256 }
  const computedRoot = rootHexFrom(leaf, proof.path, sha256)
  if (leaf === proof.leaf)
    return computedRoot === proof.root ? null : pathProblem(proof, computedRoot, sha256)
  if (computedRoot === proof.root) return { kind: 'leaf_changed' }
  return rootHexFrom(proof.leaf, proof.path, sha256) === proof.root
    ? proof.recordProblem()
    : { kind: 'several_parts_changed' }
}

/** Names the problem if the leaf matches and the path does not lead to the root. */
function pathProblem(
  { leaf, path, root, anchors }: ComputedProof,
  computedRoot: string,
  sha256: HashFunction,
): ProofProblem {
  const step = path.findIndex(({ side, hash }, n) => {
    const swapped = path.with(n, { side: side === 'left' ? 'right' : 'left', hash })
    return rootHexFrom(leaf, swapped, sha256) === root
  })
  if (step !== -1) return { kind: 'path_side_changed', step }
  if (otsVouchesFor(anchors, computedRoot)) return { kind: 'root_changed' }
  return { kind: otsVouchesFor(anchors, root) ? 'path_changed' : 'path_or_root_changed' }
}

/** Returns the part of a proof whose leaf is computed from a record in one text: that of version 1, or of form 1 in version 2. */
export function textRecordParts(
  { record, salt }: Pick<Proof, 'record' | 'salt'>,
  leaf: string,
  fileSha256: string,
  sha256: HashFunction,
  knownRecord: string | undefined,
): Pick<ComputedProof, 'leafOf' | 'recordProblem'> {
  const leafWith = (file: string, text: string) =>
    toHex(leafHash(fromHex(file), recordCommitment(fromHex(salt), text, sha256), sha256))
  return {
    leafOf: (file) => leafWith(file, record),
    recordProblem: () => {
      if (knownRecord === undefined) return { kind: 'record_or_salt_changed' }
      if (knownRecord === record) return { kind: 'salt_changed' }
      return {
        kind: leafWith(fileSha256, knownRecord) === leaf ? 'record_changed' : 'record_or_salt_changed',
      }
    },
  }
}

function rootHexFrom(leaf: string, path: readonly PathStep[], sha256: HashFunction): string {
  return toHex(rootFromPath(fromHex(leaf), path, sha256))
}
