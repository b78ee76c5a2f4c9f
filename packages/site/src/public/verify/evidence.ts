import type { BitcoinCheckpoint } from '@priormark/core/proof/bitcoin-checkpoints'
import { equalBytes, fromHex } from '@priormark/core/proof/bytes'
import { readCanonicalJson } from '@priormark/core/proof/canonical-json'
import type { Proof } from '@priormark/core/proof/proof-schema'
import type { PublicProof } from '@priormark/core/proof/public-proof'
import type { Part } from './part-reading.ts'

/** The input of one verification. */
export interface Evidence {
  parts: readonly Part[]
  /** The proof of the badge that linked here. */
  publicProof: PublicProof | null
  /** The known Bitcoin blocks, if not those of the main chain. */
  checkpoints?: readonly BitcoinCheckpoint[] | undefined
}

export type OtsPart = Part & { meaning: Extract<Part['meaning'], { kind: 'ots' }> }
export type ProofPart = Part & { meaning: Extract<Part['meaning'], { kind: 'proof' }> }

/** The evidence with its parts by kind, without duplicates. */
export interface SortedEvidence extends Evidence {
  proofs: readonly ProofPart[]
  otsParts: readonly OtsPart[]
  /** Files that are probably meant as the work, but match no proof. */
  candidateWorks: readonly Part[]
  /** Canonical records next to a proof. */
  records: readonly string[]
  /** Headers of Bitcoin blocks, 80 bytes each. */
  headers: readonly Uint8Array[]
}

/** Sorts the parts of the evidence by kind. */
export function sortEvidence({ parts, publicProof, checkpoints }: Evidence): SortedEvidence {
  const proofs = withoutCopies(parts.filter(isProof))
  const otsParts = withoutCopies(parts.filter(isOts))
  const plain = parts.flatMap(({ meaning }) => (meaning.kind === 'plain' ? [meaning] : []))
  const expected = new Set([
    ...proofs.map(({ meaning }) => meaning.proof.file.sha256),
    ...(publicProof === null ? [] : [publicProof.sha256]),
  ])
  const isExpected = ({ sha256 }: Part) =>
    expected.has(sha256) || otsParts.some((part) => isOtsOf(part, sha256))
  return {
    parts,
    publicProof,
    checkpoints,
    proofs,
    otsParts,
    candidateWorks: parts.filter((part) => mayBeWork(part) && !isExpected(part)),
    records: plain.flatMap(({ record }) => record ?? []),
    headers: plain.flatMap(({ headers }) => headers),
  }
}

/** Whether a file is probably meant as the work: not from an archive, and not a known part of evidence. */
function mayBeWork({ isPacked, meaning, sizeBytes }: Part): boolean {
  if (isPacked || meaning.kind !== 'plain') return false
  const record = meaning.record === null ? null : readCanonicalJson(meaning.record)
  const isRecord = record?.['projectName'] !== undefined && record['fileName'] !== undefined
  return !isRecord && (meaning.headers.length === 0 || sizeBytes > maxHeaderFileBytes)
}

/** A file with a header and its description is smaller. */
const maxHeaderFileBytes = 4096

/** Returns the part with a fingerprint. Archives and proofs can be works, too. */
export function partWith({ parts }: Evidence, sha256: string): Part | undefined {
  return parts.find((part) => part.sha256 === sha256)
}

/** Whether a `.ots` is for a SHA-256. */
export function isOtsOf({ meaning: { file } }: OtsPart, sha256: string): boolean {
  return file.hash === 'sha256' && equalBytes(file.digest, fromHex(sha256))
}

/** Whether a `.ots` is for a proof's file or root. */
export function relatesTo(part: OtsPart, proof: Pick<Proof, 'file' | 'root'>): boolean {
  return isOtsOf(part, proof.file.sha256) || isOtsOf(part, proof.root)
}

function isProof(part: Part): part is ProofPart {
  return part.meaning.kind === 'proof'
}

function isOts(part: Part): part is OtsPart {
  return part.meaning.kind === 'ots'
}

function withoutCopies<P extends Part>(parts: readonly P[]): P[] {
  return parts.filter((part, n) => parts.findIndex(({ sha256 }) => sha256 === part.sha256) === n)
}

/** Whether a fingerprint is the one of a work that a proof is for. */
export function isWork({ proofs, publicProof }: SortedEvidence, sha256: string): boolean {
  return publicProof?.sha256 === sha256 || proofs.some(({ meaning }) => meaning.proof.file.sha256 === sha256)
}
