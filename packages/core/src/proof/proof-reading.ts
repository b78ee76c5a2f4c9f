import * as v from 'valibot'
import { maxProofLength, Proof, proofFormat, proofVersion } from './proof-schema.ts'
import type { ProofProblem } from './proof-problem.ts'

/** A proof of version 1, or why it is not one. */
export type ProofReading = { proof: Proof } | { problem: ProofProblem }

const Envelope = v.looseObject({ format: v.literal(proofFormat), version: v.optional(v.unknown()) })

/** Reads the text of a proof.json and checks its format. `verifyProof` checks what it proves. */
export function readProofText(text: string): ProofReading {
  if (text.length > maxProofLength)
    return { problem: { kind: 'malformed', issues: [{ where: '', what: 'is too long' }] } }
  try {
    return readProof(JSON.parse(text))
  } catch (error) {
    if (error instanceof SyntaxError) return { problem: { kind: 'not_a_proof' } }
    throw error
  }
}

/** Reads a proof from parsed JSON. */
export function readProof(value: unknown): ProofReading {
  const envelope = v.safeParse(Envelope, value)
  if (!envelope.success) return { problem: { kind: 'not_a_proof' } }
  const { version } = envelope.output
  if (typeof version === 'number' && version !== proofVersion)
    return { problem: { kind: 'unsupported_version', version: String(version) } }
  const { success, output, issues } = v.safeParse(Proof, value)
  if (success) return { proof: output }
  const found = issues.map((issue) => ({ where: v.getDotPath(issue) ?? '', what: issue.message }))
  return { problem: { kind: 'malformed', issues: found } }
}
