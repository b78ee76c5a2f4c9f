import { attestationCheck, type AttestationCheck } from '@priormark/core/proofs/proof/anchor-check'
import { equalBytes, fromHex } from '@priormark/core/proofs/proof/bytes'
import type { HashFunctions } from '@priormark/core/proofs/opentimestamps/ots-operation'
import { walkAttestations, type FoundAttestation } from '@priormark/core/proofs/opentimestamps/ots-walk'
import type { Proof } from '@priormark/core/proofs/proof/proof-schema'
import { relatesTo, type OtsPart, type SortedEvidence } from './evidence.ts'

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
