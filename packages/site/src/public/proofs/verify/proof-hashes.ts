import type { HashFunctions } from '@priormark/core/proofs/opentimestamps/ots-operation'
import type { ProofDeps } from '@priormark/core/proofs/proof-v2/proof-deps'
import { createKeccak, createSHA256, createSHA3 } from 'hash-wasm'

/** Returns the functions and the current time that a verification needs. */
export async function loadProofDeps(): Promise<ProofDeps> {
  const { sha256 } = await loadProofHashes()
  const [keccak, sha3] = await Promise.all([createKeccak(256), createSHA3(256)])
  return {
    sha256,
    sha3: (bytes) => sha3.init().update(bytes).digest('binary'),
    keccak256: (bytes) => keccak.init().update(bytes).digest('binary'),
    subtle: crypto.subtle,
    nowSeconds: Math.floor(Date.now() / 1_000),
  }
}

/** Loads the only hash function that the format uses between a file and its roots: SHA-256. */
export async function loadProofHashes(): Promise<HashFunctions> {
  const hasher = await createSHA256()
  return { sha256: (bytes) => hasher.init().update(bytes).digest('binary') }
}
