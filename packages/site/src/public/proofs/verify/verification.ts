import type { ProofDeps } from '@priormark/core/proofs/proof-v2/proof-deps'
import { type Evidence, provenWorks, sortEvidence, unclaimedWorks } from './evidence.ts'
import {
  certificateResult,
  fileResult,
  severalFilesResult,
  unmatchedResult,
  unreadableResult,
  manifestResults,
  recordResults,
} from './file-result.ts'
import { otsResults } from './ots-result.ts'
import { proofResult } from './proof-result.ts'
import { publicProofResult } from './public-proof-result.ts'
import type { VerifyResult } from './verify-result.ts'
import { readParts, type UnreadPart, type Part } from './part-reading.ts'
import { loadProofDeps } from './proof-hashes.ts'
import { readInWorker } from './read-worker.ts'

/** The verifier's computations. */
export interface Verification {
  /** @throws what reading a file throws, such as NotReadableError, and the signal's reason */
  read(file: UnreadPart, signal: AbortSignal): Promise<Part[]>
  verify(evidence: Evidence): Promise<VerifyResult[]>
}

/**
 * Loads the hash functions and returns the computations that use them.
 * @param startWorker starts a worker that runs `serveReading`. Without it, or if it does not start, files are read on this thread
 */
export async function createVerification(startWorker: (() => Worker) | null): Promise<Verification> {
  const hashes = await loadProofDeps()
  return {
    read: async (file, signal) => {
      const parts = startWorker === null ? null : await readInWorker(startWorker(), file, signal)
      return parts ?? readParts(file, hashes)
    },
    verify: (evidence) => verifyResults(evidence, hashes),
  }
}

/** Verifies the evidence: returns a result for each proof, or for each file if there is no proof. */
async function verifyResults(evidence: Evidence, hashes: ProofDeps): Promise<VerifyResult[]> {
  const sortedEvidence = sortEvidence(evidence)
  const { publicProof, proofs, otsParts, unmatchedWorks, parts } = sortedEvidence
  const proofResults = await Promise.all(
    proofs.map(async (part) => proofResult(part, sortedEvidence, hashes)),
  )
  const results = [
    ...(publicProof === null ? [] : [publicProofResult(publicProof, sortedEvidence, hashes)]),
    ...unclaimedWorks(sortedEvidence).map(unmatchedResult),
    ...proofResults,
    ...otsParts.flatMap((part) => otsResults(part, sortedEvidence, hashes)),
    ...parts.flatMap((part) => unreadableResult(part, sortedEvidence)),
    ...parts.flatMap((part) => certificateResult(part, sortedEvidence)),
    ...recordResults(sortedEvidence, proofResults),
    ...manifestResults(sortedEvidence),
  ]
  if (results.length === 0) {
    const manifests = parts.filter(({ role }) => role.kind === 'manifest')
    return [...unmatchedWorks, ...manifests].filter(({ path }) => path === null).map(fileResult)
  }
  const works = new Set(provenWorks(sortedEvidence))
  return works.size > 1 ? [severalFilesResult(works.size), ...results] : results
}
