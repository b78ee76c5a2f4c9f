import type { HashFunctions } from '@priormark/core/proof/ots/ots-operation'
import { createRIPEMD160, createSHA1, createSHA256, type IHasher } from 'hash-wasm'

/** Loads the hash functions for proofs: all of OpenTimestamps except keccak256, which no Bitcoin proof needs. */
export async function loadProofHashes(): Promise<HashFunctions> {
  const [sha256, sha1, ripemd160] = await Promise.all([createSHA256(), createSHA1(), createRIPEMD160()])
  return { sha256: wholeHash(sha256), sha1: wholeHash(sha1), ripemd160: wholeHash(ripemd160) }
}

function wholeHash(hasher: IHasher): (bytes: Uint8Array) => Uint8Array {
  return (bytes) => hasher.init().update(bytes).digest('binary')
}
