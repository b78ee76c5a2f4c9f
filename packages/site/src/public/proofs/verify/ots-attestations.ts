import { attestationCheck, type AttestationCheck } from '@priormark/core/proofs/proof/anchor-check'
import { equalBytes, fromHex } from '@priormark/core/proofs/proof/bytes'
import type { HashFunctions } from '@priormark/core/proofs/opentimestamps/ots-operation'
import { walkAttestations, type FoundAttestation } from '@priormark/core/proofs/opentimestamps/ots-walk'
import type { Proof } from '@priormark/core/proofs/proof/proof-schema'
import { relatesTo, type OtsPart, type SortedEvidence } from './evidence.ts'

/**
 * Returns what the `.ots` files say of a proof's record: the attestations whose operations pass through the root. An
 * `.ots` of the same file can belong to someone else, with another record or with none.
 */
export function attestationsOfProof(
  proof: Pick<Proof, 'file' | 'root'>,
  { otsParts }: SortedEvidence,
  hashes: HashFunctions,
): AttestationCheck[] {
  return otsParts
    .filter((part) => relatesTo(part, proof))
    .flatMap((part) => foundIn(part, hashes).filter(passesThrough(proof.root)))
    .map(attestationCheck)
}

/** Returns what a `.ots` says of its file only: the attestations that are not those of a proof here. */
export function attestationsApart(
  part: OtsPart,
  { proofs }: SortedEvidence,
  hashes: HashFunctions,
): AttestationCheck[] {
  const related = proofs.map(({ meaning }) => meaning.proof).filter((proof) => relatesTo(part, proof))
  return foundIn(part, hashes)
    .filter((found) => !related.some(({ root }) => passesThrough(root)(found)))
    .map(attestationCheck)
}

/** Returns everything that the `.ots` files say. */
export function allAttestations(parts: readonly OtsPart[], hashes: HashFunctions): AttestationCheck[] {
  return parts.flatMap((part) => foundIn(part, hashes)).map(attestationCheck)
}

function foundIn({ meaning: { file } }: OtsPart, { sha256 }: HashFunctions): FoundAttestation[] {
  return [...walkAttestations(file.timestamp, file.digest, { sha256 })]
}

function passesThrough(rootHex: string): (found: FoundAttestation) => boolean {
  const root = fromHex(rootHex)
  return ({ passed }) => passed.some((message) => equalBytes(message, root))
}
