import type { Evidence } from './evidence.ts'
import type { VerifyResult } from './verify-result.ts'
import { verifyResults } from './verify-results.ts'
import { readParts, type UnreadPart, type Part } from './part-reading.ts'
import { loadProofHashes } from './proof-hashes.ts'
import { readInWorker } from './read-in-worker.ts'

/** The verifier's computations. */
export interface Verification {
  /** @throws what reading a file throws, such as NotReadableError, and the signal's reason */
  read(file: UnreadPart, signal: AbortSignal): Promise<Part[]>
  judge(evidence: Evidence): VerifyResult[]
}

/**
 * Makes the hashes ready, and all that is computed with them.
 * @param startWorker starts a worker that runs `serveReading`. Without it, or if it does not start, files are read in place
 */
export async function createVerification(startWorker: (() => Worker) | null): Promise<Verification> {
  const hashes = await loadProofHashes()
  return {
    read: async (file, signal) => {
      const parts = startWorker === null ? null : await readInWorker(startWorker(), file, signal)
      return parts ?? readParts(file, hashes)
    },
    judge: (evidence) => verifyResults(evidence, hashes),
  }
}
