import type { HashFunctions } from '@priormark/core/proofs/opentimestamps/ots-operation'
import type { ProofDeps } from '@priormark/core/proofs/proof-v2/proof-deps'
import { createKeccak, createSHA256, createSHA3 } from 'hash-wasm'
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

/** The verifier's computations. */
export interface Verification {
  /** @throws what reading a file throws, such as NotReadableError, and the signal's reason */
  read(file: UnreadPart, signal: AbortSignal): Promise<Part[]>
  verify(evidence: Evidence): Promise<VerifyResult[]>
}

/**
 * Loads the hash functions and returns the computations that use them.
 * @param startWorker starts a worker that runs `runReadWorker`. Without it, or if it does not start, files are read on this thread
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

type ReadMessage = { kind: 'read'; parts: Part[] } | { kind: 'failed'; name: string; message: string }

/** Makes this worker read the one file that it is sent. */
export function runReadWorker(): void {
  self.addEventListener('message', ({ data: file }: MessageEvent<UnreadPart>) => void read(file))
}

async function read(file: UnreadPart): Promise<void> {
  try {
    send({ kind: 'read', parts: await readParts(file, await loadProofHashes()) })
  } catch (failure) {
    const { name, message } = failure instanceof Error ? failure : new Error(String(failure))
    send({ kind: 'failed', name, message })
  }
}

function send(message: ReadMessage): void {
  self.postMessage(message)
}

/**
 * Reads a file in its own worker, so that an archive that is expensive to open neither blocks the page nor outlives its
 * removal from the list.
 * @returns null when the browser does not start the worker
 * @throws the signal's reason; an Error with the name of the read error (`NotReadableError`) when the file cannot be read
 */
export async function readInWorker(
  worker: Worker,
  file: UnreadPart,
  signal: AbortSignal,
): Promise<Part[] | null> {
  try {
    signal.throwIfAborted()
    return await new Promise<Part[] | null>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true })
      worker.addEventListener('error', () => resolve(null))
      worker.addEventListener('message', ({ data }: MessageEvent<ReadMessage>) => {
        if (data.kind === 'read') resolve(data.parts)
        else reject(Object.assign(new Error(data.message), { name: data.name }))
      })
      worker.postMessage(file)
    })
  } finally {
    worker.terminate()
  }
}

/** Returns the functions and the current time that a verification needs. */
async function loadProofDeps(): Promise<ProofDeps> {
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
async function loadProofHashes(): Promise<HashFunctions> {
  const hasher = await createSHA256()
  return { sha256: (bytes) => hasher.init().update(bytes).digest('binary') }
}
