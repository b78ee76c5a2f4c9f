import type { HashFunctions } from '@priormark/core/proofs/opentimestamps/ots-operation'
import { createSHA256 } from 'hash-wasm'

/** Loads the hash function that proofs are followed through: SHA-256 alone, as the format says. */
export async function loadProofHashes(): Promise<HashFunctions> {
  const hasher = await createSHA256()
  return { sha256: (bytes) => hasher.init().update(bytes).digest('binary') }
}
