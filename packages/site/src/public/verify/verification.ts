import type { Evidence } from './evidence.ts'
import type { VerifyResult } from './verify-result.ts'
import { verifyResults } from './verify-results.ts'
import { readParts, type Part } from './part-reading.ts'
import { loadProofHashes } from './proof-hashes.ts'

/** The verifier's computations. */
export interface Verification {
  /** @throws what reading a file throws, for example NotReadableError */
  read(file: { name: string; blob: Blob; sha256: string; isPacked: boolean }): Promise<Part[]>
  judge(evidence: Evidence): VerifyResult[]
}

/** Loads the hash functions and creates the verification. */
export async function createVerification(): Promise<Verification> {
  const hashes = await loadProofHashes()
  return {
    read: (file) => readParts(file, hashes),
    judge: (evidence) => verifyResults(evidence, hashes),
  }
}
