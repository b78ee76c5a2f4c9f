import type { Evidence } from './evidence.ts'
import type { VerifyResult } from './verify-result.ts'
import { verifyResults } from './verify-results.ts'
import { readParts, type Part } from './part-reading.ts'
import { loadProofHashes } from './proof-hashes.ts'

/** All that computes: reads what was inputs in, and judges it. */
export interface Verification {
  /** @throws what reading a file throws, such as NotReadableError */
  read(file: { name: string; blob: Blob; sha256: string; isPacked: boolean }): Promise<Part[]>
  judge(evidence: Evidence): VerifyResult[]
}

/** Makes the hashes ready, and all that is computed with them. */
export async function createVerification(): Promise<Verification> {
  const hashes = await loadProofHashes()
  return {
    read: (file) => readParts(file, hashes),
    judge: (evidence) => verifyResults(evidence, hashes),
  }
}
