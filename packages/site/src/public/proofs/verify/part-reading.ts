import { readCanonicalJson } from '@priormark/core/proofs/proof/canonical-json'
import { fromHex, toHex } from '@priormark/core/proofs/proof/bytes'
import { OtsError } from '@priormark/core/proofs/opentimestamps/ots-bytes'
import { isManifest, readManifest, type Manifest } from '@priormark/core/proofs/proof/manifest'
import { readOtsFile, type OtsFile } from '@priormark/core/proofs/opentimestamps/ots-file'
import type { HashFunctions } from '@priormark/core/proofs/opentimestamps/ots-operation'
import type { ProofProblem } from '@priormark/core/proofs/proof/proof-problem'
import { readProofText } from '@priormark/core/proofs/proof/proof-reading'
import { maxProofBytes, type Proof } from '@priormark/core/proofs/proof/proof-schema'
import { maxProofV2Bytes, type ProofV2 } from '@priormark/core/proofs/proof-v2/proof-v2-schema'
import { verdictMessages } from '@priormark/core/proofs/proof/verdict-messages'
import { isSystemFile } from './chosen-files.ts'
import { isZip, maxZipBytes, readZip, type ZipProblem } from './zip-reading.ts'

/** The role of a file in a verification, detected from its content. */
type PartRole =
  | { kind: 'proof'; proof: Proof | ProofV2 }
  | { kind: 'proof-problem'; problem: ProofProblem }
  | { kind: 'ots'; file: OtsFile }
  | { kind: 'ots-problem' }
  /** The fingerprints of the other files of the evidence; null if the manifest cannot be read. */
  | { kind: 'manifest'; files: Manifest['files'] | null }
  /** An archive with a proof. `problems` are its files that could not be opened. */
  | { kind: 'archive'; problems: { name: string; problem: ZipProblem }[] }
  /** The canonical record next to a proof. */
  | { kind: 'record'; text: string }
  /** The headers of Bitcoin blocks, 80 bytes each; null if the file cannot be read. */
  | { kind: 'headers'; headers: Uint8Array[] | null }
  /** The PDF of an order, with the fingerprint that it names. */
  | { kind: 'certificate'; fingerprint: string }
  /** What an operating system adds to folders and archives. */
  | { kind: 'system' }
  /** Anything else: the work itself, or other files of a folder. */
  | { kind: 'plain'; zipProblem: ZipProblem | null }

/** A chosen file, or one from an archive. */
export interface Part {
  name: string
  sizeBytes: number
  /** 64 lower-case hexadecimal digits. */
  sha256: string
  /**
   * The archive or dropped folder that contains it, and its path there. Null for a file that was chosen alone, which is
   * the work unless it is part of evidence.
   */
  path: string | null
  role: PartRole
  /** Its content. */
  blob: Blob
}

/** A file to read, with its fingerprint, since only the start of a large file is read. */
export interface UnreadPart {
  name: string
  blob: Blob
  sha256: string
  path: string | null
}

/** Only files up to this size are searched for a proof, in bytes: no file of the format is longer. */
const maxReadBytes = maxProofV2Bytes

/**
 * Detects the role of a file and, if it is an archive with a proof, of its files.
 * @throws what reading a file throws, for example NotReadableError
 */
export async function readParts(file: UnreadPart, hashes: HashFunctions): Promise<Part[]> {
  const { name, blob, sha256, path } = file
  const wholePart = { name, sizeBytes: blob.size, sha256, path, blob }
  if (isSystemFile(path ?? name)) return [{ ...wholePart, role: { kind: 'system' } }]
  const start = new Uint8Array(await blob.slice(0, 64).arrayBuffer())
  if (isZip(start) && blob.size <= maxZipBytes) {
    return readArchive(wholePart, new Uint8Array(await blob.arrayBuffer()), hashes)
  }
  const bytes = blob.size <= maxReadBytes ? new Uint8Array(await blob.arrayBuffer()) : start
  return [{ ...wholePart, role: roleOfFile(name, bytes, blob.size) }]
}

function readArchive(wholePart: Omit<Part, 'role'>, bytes: Uint8Array, { sha256 }: HashFunctions): Part[] {
  const reading = readZip(bytes)
  if ('problem' in reading) return [{ ...wholePart, role: plainRole(reading.problem) }]
  const problems: { name: string; problem: ZipProblem }[] = []
  const entryParts: Part[] = []
  for (const entry of reading.entries) {
    if (isSystemFile(entry.name)) continue
    if ('problem' in entry) problems.push(entry)
    else {
      const { name, bytes: content } = entry
      const role = roleOfFile(name, content, content.length)
      const digest = toHex(sha256(content))
      const segments = name.split(/[/\\]/).filter((segment) => segment !== '' && segment !== '.')
      const path = `${wholePart.sha256}/${segments.join('/')}`
      const blob = new Blob([new Uint8Array(content)])
      entryParts.push({ name, sizeBytes: content.length, sha256: digest, path, role, blob })
    }
  }
  const isEvidence =
    entryParts.some(({ role }) => isSignOfEvidence(role)) ||
    problems.some(({ name }) => looksLikeProofName(name))
  // A work can be an archive, too.
  if (!isEvidence) return [{ ...wholePart, role: plainRole(null) }]
  return [{ ...wholePart, role: { kind: 'archive', problems } }, ...entryParts]
}

/** Whether a file of this kind is always evidence. The others can also be parts of a work. */
export function isSignOfEvidence({ kind }: PartRole): boolean {
  return !['plain', 'record', 'headers', 'certificate', 'system'].includes(kind)
}

/** @param bytes at least the start of a file that is too large to read */
function roleOfFile(name: string, bytes: Uint8Array, sizeBytes: number): PartRole {
  if (sizeBytes > maxReadBytes) return roleOfLargeFile(name, bytes)
  if (beginsAsOts(bytes) || name.endsWith('.ots')) return roleOfOts(bytes)
  const fingerprint = certificateFingerprint(bytes)
  if (fingerprint !== null) return { kind: 'certificate', fingerprint }
  const text = textOf(bytes)
  const isLarge = bytes.length > maxProofBytes
  const smallText = isLarge ? null : text
  if (isHeadersName(name))
    return { kind: 'headers', headers: smallText === null ? null : blockHeadersIn(smallText) }
  if (isManifest(name, smallText))
    return { kind: 'manifest', files: smallText === null ? null : readManifest(smallText) }
  if (smallText !== null && isRecordName(name) && readCanonicalJson(smallText) !== null)
    return { kind: 'record', text: smallText }
  if (text === null && looksLikeProofName(name))
    return { kind: 'proof-problem', problem: { kind: 'not_a_proof' } }
  if (text !== null && (isLarge ? isLargeProof(name, text) : looksLikeProof(name, text))) {
    const reading = readProofText(text)
    return 'proof' in reading
      ? { kind: 'proof', proof: reading.proof }
      : { kind: 'proof-problem', problem: reading.problem }
  }
  return plainRole(null)
}

/** For a file that is too large to read, but has the start or name of a part of evidence. */
function roleOfLargeFile(name: string, start: Uint8Array): PartRole {
  if (beginsAsOts(start) || name.endsWith('.ots')) return { kind: 'ots-problem' }
  if (isHeadersName(name)) return { kind: 'headers', headers: null }
  if (isManifest(name, null)) return { kind: 'manifest', files: null }
  if (!looksLikeProofName(name)) return plainRole(null)
  const issue = { where: '', what: verdictMessages['issue.too_long'] }
  return { kind: 'proof-problem', problem: { kind: 'malformed', version: 1, issue } }
}

function roleOfOts(bytes: Uint8Array): PartRole {
  try {
    return { kind: 'ots', file: readOtsFile(bytes) }
  } catch (error) {
    if (error instanceof OtsError) return { kind: 'ots-problem' }
    throw error
  }
}

/** 00 and the name of the format. */
const otsStart = new TextEncoder().encode('\0OpenTimestamps')

function beginsAsOts(bytes: Uint8Array): boolean {
  return otsStart.every((byte, n) => bytes[n] === byte)
}

/** Decodes UTF-8 and keeps a byte order mark, which no proof may have. */
function textOf(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}

/** Browsers add a number to the name of a second download. */
function isRecordName(name: string): boolean {
  return /(^|[/\\])record( ?\(\d+\))?\.json$/.test(name)
}

function looksLikeProofName(name: string): boolean {
  return /(^|[/\\])[^/\\]*proof[^/\\]*\.json$/i.test(name) && !isSchemaName(name)
}

/** Evidence contains the description of its format, proof.schema.json, which names all parts of a proof. */
function isSchemaName(name: string): boolean {
  return /\.schema\.json$/i.test(name)
}

/** Damaged proofs count as proofs too, so that their problem is named and they are not taken for a work. */
function looksLikeProof(name: string, text: string): boolean {
  if (isSchemaName(name)) return false
  if (!/^\s*\{/.test(text)) return looksLikeProofName(name)
  const hasParts = ['"leaf"', '"path"', '"root"', '"salt"'].every((part) => text.includes(part))
  return hasParts || text.includes('"priormark-proof"') || looksLikeProofName(name)
}

/** Only a proof of version 2 can be large: other texts of that size are works, unless their name says otherwise. */
function isLargeProof(name: string, text: string): boolean {
  return looksLikeProofName(name) || 'proof' in readProofText(text)
}

function plainRole(zipProblem: ZipProblem | null): PartRole {
  return { kind: 'plain', zipProblem }
}

/** More than any evidence has. Each header costs two hashes per attestation. */
const maxHeaders = 32

/** Whether a file of this name has headers of Bitcoin blocks. Other files, such as the work, are not searched for them. */
function isHeadersName(name: string): boolean {
  return /(^|[/\\])bitcoin-block-[^/\\]*\.json$/.test(name)
}

/** Returns the Bitcoin block headers in a text: 80 bytes each, in hexadecimal. */
function blockHeadersIn(text: string): Uint8Array[] {
  const headerTexts = text.matchAll(/(?<![0-9a-f])[0-9a-f]{160}(?![0-9a-f])/gi)
  return Array.from(headerTexts, ([hex]) => fromHex(hex.toLowerCase())).slice(0, maxHeaders)
}

/** Returns the fingerprint in the metadata of one of our certificates; null for any other file. */
function certificateFingerprint(bytes: Uint8Array): string | null {
  const text = new TextDecoder('latin1').decode(bytes)
  // The subject of the PDF.
  return text.startsWith('%PDF-') ? (/\(SHA-256 ([0-9a-f]{64})\)/.exec(text)?.[1] ?? null) : null
}
