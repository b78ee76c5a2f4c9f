import * as v from 'valibot'
import { maxProofBytes, Proof, proofFormat, proofVersion } from './proof-schema.ts'
import type { ProofIssue, ProofProblem } from './proof-problem.ts'
import { readStrictJson } from './strict-json.ts'
import { utf8 } from '../../platform/utf8.ts'
import { verdictMessages } from './verdict-messages.ts'

/** A proof of version 1, or why it is not one. */
type ProofReading = { proof: Proof } | { problem: ProofProblem }

const Envelope = v.looseObject({ format: v.literal(proofFormat), version: v.optional(v.unknown()) })

/**
 * Reads the text of a proof.json by the grammar in packages/core/proof-vectors/README.md. `verifyProof` checks what it
 * proves.
 * @param text decoded from UTF-8, with a byte order mark if there was one
 */
export function readProofText(text: string): ProofReading {
  if (text.length > maxProofBytes || (text.isWellFormed() && utf8(text).length > maxProofBytes))
    return malformed({ where: '', what: verdictMessages['issue.too_long'] })
  const { value, flaw } = readStrictJson(text)
  if (flaw === 'not_json' || !v.is(Envelope, value)) return { problem: { kind: 'not_a_proof' } }
  if (flaw !== null) return malformed({ where: '', what: verdictMessages[`issue.${flaw}`] })
  return readProof(value)
}

/** Reads a proof from parsed JSON. */
export function readProof(value: unknown): ProofReading {
  const envelope = v.safeParse(Envelope, value)
  if (!envelope.success) return { problem: { kind: 'not_a_proof' } }
  const { version } = envelope.output
  if (typeof version === 'number' && version !== proofVersion)
    return { problem: { kind: 'unsupported_version', version: String(version) } }
  const { success, output, issues } = v.safeParse(Proof, value, { abortEarly: true })
  if (success) return { proof: output }
  return malformed({ where: v.getDotPath(issues[0]) ?? '', what: issues[0].message })
}

function malformed(issue: ProofIssue): ProofReading {
  return { problem: { kind: 'malformed', issue } }
}
