import type { HashFunctions } from '@priormark/core/proofs/opentimestamps/ots-operation'
import type { ProofTools } from '@priormark/core/proofs/proof-v2/proof-v2-verification'
import { createKeccak, createSHA256 } from 'hash-wasm'

/** What a verification needs to compute. */
export async function loadProofTools(): Promise<ProofTools> {
  const { sha256 } = await loadProofHashes()
  const keccak = await createKeccak(256)
  return { sha256, keccak256: (bytes) => keccak.init().update(bytes).digest('binary'), subtle: crypto.subtle }
}

/** Loads the hash function that proofs are followed through: SHA-256 alone, as the format says. */
export async function loadProofHashes(): Promise<HashFunctions> {
  const hasher = await createSHA256()
  return { sha256: (bytes) => hasher.init().update(bytes).digest('binary') }
}
