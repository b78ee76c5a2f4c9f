import { equalBytes, toHex } from '@priormark/core/proofs/proof/bytes'
import type { HashFunction } from '@priormark/core/proofs/proof/hash'
import { leafHash, proofTag, recordCommitment } from '@priormark/core/proofs/proof/leaf'
import { rootFromPath, type PathStep } from '@priormark/core/proofs/proof/merkle-path'
import {
  proofFormat,
  proofVersion,
  type Proof,
  type ProofAnchor,
} from '@priormark/core/proofs/proof/proof-schema'

/** The parts of a proof; every byte string has 32 bytes. */
interface ProofParts {
  fileSha256: Uint8Array
  /** As `canonicalRecord` writes it. */
  record: string
  salt: Uint8Array
  path: readonly PathStep[]
  root: Uint8Array
  anchors: readonly ProofAnchor[]
}

/** Builds a proof. @throws RangeError if the parts do not lead to the root, so that no invalid proof is published */
export function buildProof(parts: ProofParts, sha256: HashFunction): Proof {
  const commitment = recordCommitment(parts.salt, parts.record, sha256)
  const leaf = leafHash(parts.fileSha256, commitment, sha256)
  if (!equalBytes(rootFromPath(leaf, parts.path, sha256), parts.root))
    throw new RangeError('The path does not lead to the root')
  return {
    format: proofFormat,
    version: proofVersion,
    file: { sha256: toHex(parts.fileSha256) },
    record: parts.record,
    salt: toHex(parts.salt),
    tag: toHex(proofTag),
    leaf: toHex(leaf),
    path: [...parts.path],
    root: toHex(parts.root),
    anchors: [...parts.anchors],
  }
}

/** Writes a proof.json with a fixed key order and two spaces of indentation, so that equal proofs are equal files. */
export function writeProof(proof: Proof): string {
  const { format, version, file, record, salt, tag, leaf, path, root, anchors } = proof
  const ordered = { format, version, file, record, salt, tag, leaf, path, root, anchors }
  return `${JSON.stringify(ordered, null, 2)}\n`
}
