import { equalBytes, fromHex } from '@priormark/core/proof/bytes'
import { readCanonicalJson } from '@priormark/core/proof/canonical-json'
import type { Proof } from '@priormark/core/proof/proof-schema'
import type { PublicProof } from '@priormark/core/proof/public-proof'
import type { Part } from './part-reading.ts'

/** Everything that is at hand for one verification. */
export interface Evidence {
  parts: readonly Part[]
  /** The proof whose badge led here. */
  publicProof: PublicProof | null
}

export type OtsPart = Part & { meaning: Extract<Part['meaning'], { kind: 'ots' }> }
export type ProofPart = Part & { meaning: Extract<Part['meaning'], { kind: 'proof' }> }

/** An evidence with its parts told apart by what they are; copies are left out. */
export interface SortedEvidence extends Evidence {
  proofs: readonly ProofPart[]
  otsParts: readonly OtsPart[]
  /** Given by themselves, and no proof at hand is for them: what is meant as the work, though it does not fit. */
  candidateWorks: readonly Part[]
  /** Canonical records that lie beside a proof. */
  records: readonly string[]
  /** Headers of Bitcoin blocks, 80 bytes each. */
  headers: readonly Uint8Array[]
}

/** Tells the parts of an evidence apart. */
export function sortEvidence({ parts, publicProof }: Evidence): SortedEvidence {
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
    proofs,
    otsParts,
    candidateWorks: parts.filter((part) => mayBeWork(part) && !isExpected(part)),
    records: plain.flatMap(({ record }) => record ?? []),
    headers: plain.flatMap(({ headers }) => headers),
  }
}

/** Whether a file is meant as the work: given by itself, and not plainly a piece of the evidence that lies around it. */
function mayBeWork({ isPacked, meaning, sizeBytes }: Part): boolean {
  if (isPacked || meaning.kind !== 'plain') return false
  const record = meaning.record === null ? null : readCanonicalJson(meaning.record)
  const isRecord = record?.['projectName'] !== undefined && record['fileName'] !== undefined
  return !isRecord && (meaning.headers.length === 0 || sizeBytes > maxHeaderFileBytes)
}

/** A header with what is said about it has less. */
const maxHeaderFileBytes = 4096

/** The part with a fingerprint: also an archive or a proof can be somebody's work. */
export function partWith({ parts }: Evidence, sha256: string): Part | undefined {
  return parts.find((part) => part.sha256 === sha256)
}

/** Whether a `.ots` is for a SHA-256. */
export function isOtsOf({ meaning: { file } }: OtsPart, sha256: string): boolean {
  return file.hash === 'sha256' && equalBytes(file.digest, fromHex(sha256))
}

/** Whether a `.ots` says more about what a proof is for: its file, or its root. */
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
