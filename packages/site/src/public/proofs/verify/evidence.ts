import type { HashFunctions } from '@priormark/core/proofs/opentimestamps/ots-operation'
import { walkAttestations, type FoundAttestation } from '@priormark/core/proofs/opentimestamps/ots-walk'
import { attestationCheck, type AttestationCheck } from '@priormark/core/proofs/proof/anchor-check'
import type { BitcoinCheckpoint } from '@priormark/core/proofs/proof/bitcoin-checkpoints'
import { equalBytes, fromHex, toHex } from '@priormark/core/proofs/proof/bytes'
import { canonicalJson, readCanonicalJson } from '@priormark/core/proofs/proof/canonical-json'
import type { Proof } from '@priormark/core/proofs/proof/proof-schema'
import type { KnownLogs } from '@priormark/core/proofs/proof-v2/log/known-logs'
import type { Authority } from '@priormark/core/proofs/proof-v2/tsp/authorities'
import type { ProofV2 } from '@priormark/core/proofs/proof-v2/proof-v2-schema'
import type { PublicProof } from '@priormark/core/proofs/proof/public-proof'
import type { Part } from './part-reading.ts'

/** The input of one verification. */
export interface Evidence {
  parts: readonly Part[]
  /** The proof of the badge that linked here. */
  publicProof: PublicProof | null
  /** The known Bitcoin blocks, if not those of the main chain. */
  checkpoints?: readonly BitcoinCheckpoint[] | undefined
  /** The trusted authorities, if not those of the table. */
  authorities?: readonly Authority[] | undefined
  /** The known public logs, if not those of the table. */
  knownLogs?: KnownLogs | undefined
}

export type OtsPart = Part & { role: Extract<Part['role'], { kind: 'ots' }> }
export type ProofPart = Part & { role: Extract<Part['role'], { kind: 'proof' }> }

/** The evidence with its parts by kind, without duplicates. */
export interface SortedEvidence extends Evidence {
  proofs: readonly ProofPart[]
  otsParts: readonly OtsPart[]
  /** Files outside archives that can be meant as the work, and match no proof. */
  unmatchedWorks: readonly Part[]
  /** Canonical records next to a proof. */
  records: readonly string[]
  /** Headers of Bitcoin blocks, 80 bytes each. Those in the work itself are not read. */
  headers: readonly Uint8Array[]
}

/** Sorts the parts of the evidence by kind. */
export function sortEvidence(evidence: Evidence): SortedEvidence {
  const { parts, publicProof } = evidence
  const proofs = withoutCopies(parts.filter(isProof))
  const provenSha256s = new Set(provenWorks({ proofs, publicProof }))
  const otsParts = withoutCopies(parts.filter(isOts)).filter(({ sha256 }) => !provenSha256s.has(sha256))
  const isExpected = ({ sha256 }: Part) =>
    provenSha256s.has(sha256) || otsParts.some((part) => isOtsOf(part, sha256))
  const manifests = parts.filter(({ role }) => role.kind === 'manifest')
  const isUnmatched = (part: Part) =>
    !isExpected(part) &&
    mayBeWork(part, proofs) &&
    !manifests.some((manifest) => isInManifest(part, manifest))
  const otherRoles = parts.filter((part) => !isExpected(part)).map(({ role }) => role)
  return {
    ...evidence,
    proofs,
    otsParts,
    unmatchedWorks: parts.filter(isUnmatched),
    records: otherRoles.flatMap((role) => (role.kind === 'record' ? [role.text] : [])),
    headers: otherRoles.flatMap((role) => (role.kind === 'headers' ? (role.headers ?? []) : [])),
  }
}

/**
 * Whether a file can be meant as the work: a record names it, or its role does not rule that out. In a dropped folder, only
 * plain files can be.
 */
function mayBeWork(part: Part, proofs: readonly ProofPart[]): boolean {
  const { role, path } = part
  if (placeOf(part) === places.archive) return false
  if (role.kind === 'record' && proofs.some(({ role: { proof } }) => isShownRecord(role.text, proof)))
    return false
  if (isNamedAsWork(part, proofs)) return true
  if (path !== null) return role.kind === 'plain' && !evidenceNames.test(part.name)
  return !['proof', 'ots', 'manifest', 'archive', 'system'].includes(role.kind)
}

/** Whether a proof's record has the name of a file. Neither that proof itself nor an archive with it is its work. */
function isNamedAsWork({ name, sha256 }: Part, proofs: readonly ProofPart[]): boolean {
  return proofs.some(
    (proof) =>
      fileNameOf(proof.role.proof) === name &&
      proof.sha256 !== sha256 &&
      proof.path?.startsWith(`${sha256}/`) !== true,
  )
}

/** Where a file is. If files in several places could be the work, those in the earliest place count. */
const places = { chosen: 0, folder: 1, archive: 2 }

function placeOf({ path }: Part): number {
  if (path === null) return places.chosen
  // The path of a file in an archive begins with the fingerprint of the archive.
  return /^[0-9a-f]{64}\//.test(path) ? places.archive : places.folder
}

/** Whether a manifest lists a file by its fingerprint or its place. */
function isInManifest(part: Part, manifest: Part): boolean {
  const listed = manifest.role.kind === 'manifest' ? (manifest.role.files ?? []) : []
  return listed.some(({ name, sha256 }) => sha256 === part.sha256 || isListed(part, name, manifest))
}

/**
 * Whether a part is the file that a manifest lists, or the file of that name next to a proof: in the same folder, or by its name
 * alone if both were chosen without a folder.
 */
export function isListed({ name, path }: Part, listed: string, manifest: Part): boolean {
  if (manifest.path !== null)
    return path === manifest.path.slice(0, manifest.path.lastIndexOf('/') + 1) + listed
  return path === null && (name === listed || listed.endsWith(`/${name}`))
}

/** Returns the record of a proof if it is one text; undefined for a record of fields, each with its own salt. */
export function textOfRecord(proof: Proof | ProofV2): string | undefined {
  if (proof.version === 1) return proof.record
  return proof.record.form === 1 ? proof.record.text : undefined
}

/** Returns the fields of a record. The value of a hidden one is undefined. */
export function fieldsOf(proof: Proof | ProofV2): (readonly [name: string, value: string | undefined])[] {
  const text = textOfRecord(proof)
  if (text !== undefined) return Object.entries(readCanonicalJson(text) ?? {})
  const fields = proof.version === 2 && proof.record.form === 2 ? proof.record.fields : []
  return fields.map((field) => [field.name, 'value' in field ? field.value : undefined])
}

/** Whether a text is the canonical record of what a proof shows. */
export function isShownRecord(text: string, proof: Proof | ProofV2): boolean {
  const shownFields = fieldsOf(proof).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  )
  return canonicalJson(Object.fromEntries(shownFields)) === text
}

/** Returns the file name in a proof's record; undefined if it is hidden. */
export function fileNameOf(proof: Proof | ProofV2): string | undefined {
  return fieldsOf(proof).find(([name]) => name === 'fileName')?.[1]
}

/**
 * Returns the work with a fingerprint. Archives and proofs can be works, too. A copy in a folder or an archive counts only if
 * no other file in an earlier place can be meant as the work: that file is the one to check, and not the copy.
 */
export function workWith({ parts, unmatchedWorks }: SortedEvidence, sha256: string): Part | undefined {
  const [work] = parts
    .filter((part) => part.sha256 === sha256)
    .toSorted((one, other) => placeOf(one) - placeOf(other))
  return work === undefined || unmatchedWorks.some((other) => placeOf(other) < placeOf(work))
    ? undefined
    : work
}

/** Returns the unmatched works, without those that are probably evidence whose manifest is missing or lists nothing. */
export function findMismatchedFiles({ parts, proofs, unmatchedWorks }: SortedEvidence): Part[] {
  const hasManifest = parts.some(({ role }) => role.kind === 'manifest' && role.files?.length)
  return unmatchedWorks.filter(
    (part) =>
      isNamedAsWork(part, proofs) ||
      (part.path === null && part.role.kind === 'plain' && (hasManifest || !evidenceNames.test(part.name))),
  )
}

/** Returns the mismatched files that no result is about, because every proof has its file. */
export function unclaimedWorks(evidence: SortedEvidence): Part[] {
  const { otsParts } = evidence
  const works = provenWorks(evidence).map((sha256) => workWith(evidence, sha256))
  const isRefusedByOts = otsParts.some(
    ({ role: { file } }) => file.hash === 'sha256' && workWith(evidence, toHex(file.digest)) === undefined,
  )
  const hasProof = works.length > 0 || otsParts.length > 0
  return hasProof && !isRefusedByOts && !works.includes(undefined) ? findMismatchedFiles(evidence) : []
}

const evidenceNames =
  /^(README\.(txt|md)|LICENSE\.txt|certificate\.pdf|verify\.(html|py|mjs)|(record|manifest|evm-transaction.*)\.json|tables\.json|proof\.schema\.json)$/

/** Whether a `.ots` is for a SHA-256. */
export function isOtsOf({ role: { file } }: OtsPart, sha256: string): boolean {
  return file.hash === 'sha256' && equalBytes(file.digest, fromHex(sha256))
}

/** Whether a `.ots` is for a proof's file or root. */
function relatesTo(part: OtsPart, proof: Pick<Proof, 'file' | 'root'>): boolean {
  return isOtsOf(part, proof.file.sha256) || isOtsOf(part, proof.root)
}

export function isProof(part: Part): part is ProofPart {
  return part.role.kind === 'proof'
}

function isOts(part: Part): part is OtsPart {
  return part.role.kind === 'ots'
}

function withoutCopies<P extends Part>(parts: readonly P[]): P[] {
  return parts.filter((part, n) => parts.findIndex(({ sha256 }) => sha256 === part.sha256) === n)
}

/** Returns the fingerprints of the works that the proofs are for. */
export function provenWorks({
  proofs,
  publicProof,
}: Pick<SortedEvidence, 'proofs' | 'publicProof'>): string[] {
  return [
    ...(publicProof === null ? [] : [publicProof.sha256]),
    ...proofs.map(({ role }) => role.proof.file.sha256),
  ]
}

/**
 * Returns the attestations in `.ots` files that belong to a proof: their operations pass through its root. An
 * `.ots` of the same file can belong to someone else, with another record or with none.
 */
export function attestationsOfProof(
  proof: Pick<Proof, 'file' | 'root'>,
  { otsParts }: SortedEvidence,
  hashes: HashFunctions,
): AttestationCheck[] {
  return otsParts
    .filter((part) => relatesTo(part, proof))
    .flatMap((part) => attestationsIn(part, hashes).filter(passesThrough(proof.root)))
    .map(attestationCheck)
}

/** Returns the attestations of a `.ots` that belong to none of the added proofs. */
export function attestationsOfNoProof(
  part: OtsPart,
  { proofs }: SortedEvidence,
  hashes: HashFunctions,
): AttestationCheck[] {
  const relatedProofs = proofs.map(({ role }) => role.proof).filter((proof) => relatesTo(part, proof))
  return attestationsIn(part, hashes)
    .filter((attestation) => !relatedProofs.some(({ root }) => passesThrough(root)(attestation)))
    .map(attestationCheck)
}

/** Returns all attestations of the `.ots` files. */
export function allAttestations(parts: readonly OtsPart[], hashes: HashFunctions): AttestationCheck[] {
  return parts.flatMap((part) => attestationsIn(part, hashes)).map(attestationCheck)
}

function attestationsIn({ role: { file } }: OtsPart, { sha256 }: HashFunctions): FoundAttestation[] {
  return [...walkAttestations(file.timestamp, file.digest, { sha256 })]
}

function passesThrough(rootHex: string): (attestation: FoundAttestation) => boolean {
  const root = fromHex(rootHex)
  return ({ passed }) => passed.some((message) => equalBytes(message, root))
}
