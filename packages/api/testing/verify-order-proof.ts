import { hash } from 'node:crypto'
import { readProofText } from '@priormark/core/proofs/proof/proof-reading'
import type { ProofV2 } from '@priormark/core/proofs/proof-v2/proof-v2-schema'
import { verifyProofV2 } from '@priormark/core/proofs/proof-v2/proof-v2-verification'
import { keccak256 } from 'viem'
import { sha256 } from '../src/platform/sha256.ts'

/** Reads the proof.json of an order. @throws Error if it breaks the grammar of version 2 */
export function readOrderProofText(text: string): ProofV2 {
  const reading = readProofText(text)
  if ('problem' in reading) throw new Error(`it is not a proof: ${reading.problem.kind}`)
  if (reading.proof.version !== 2) throw new Error('it is of version 1')
  return reading.proof
}

/**
 * Verifies the proof of an order with core.
 * @param file its content, or its SHA-256 in hex if the test has no content; then its SHA3-256 is that of the proof
 */
export function verifyOrderProof(proof: ProofV2 | undefined, file: string | Uint8Array) {
  if (proof === undefined) throw new Error('the order has no proof')
  const isContent = typeof file !== 'string'
  const sha3 = isContent ? hash('sha3-256', file, 'hex') : (proof.file.sha3 ?? '')
  const fingerprints = { sha256: isContent ? hash('sha256', file, 'hex') : file, sha3: async () => sha3 }
  return verifyProofV2(proof, fingerprints, {
    sha256,
    sha3: (bytes) => hash('sha3-256', bytes, 'buffer'),
    keccak256: (bytes) => keccak256(bytes, 'bytes'),
    subtle: crypto.subtle,
    nowSeconds: Math.floor(Date.now() / 1_000),
  })
}
