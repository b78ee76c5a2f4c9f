import * as v from 'valibot'
import { maxProofBytes, Proof, proofFormat, proofVersion } from './proof-schema.ts'
import { maxProofV2Bytes, ProofV2 } from '../proof-v2/proof-v2-schema.ts'
import type { ProofIssue, ProofProblem } from './proof-problem.ts'
import { readStrictJson } from './strict-json.ts'
import { utf8 } from '../../platform/utf8.ts'
import { verdictMessages } from './verdict-messages.ts'

/** A proof of either version, or why it is not one. */
type ProofReading = { proof: Proof | ProofV2 } | { problem: ProofProblem }

const Envelope = v.looseObject({ format: v.literal(proofFormat), version: v.optional(v.unknown()) })

/**
 * Reads the text of a proof.json by the grammars in packages/core/proof-vectors: README.md and v2/README.md. `verifyProof` and
 * `verifyProofV2` check what it proves.
 * @param text decoded from UTF-8, with a byte order mark if there was one
 */
export function readProofText(text: string): ProofReading {
  const tooLong = malformed(1, { where: '', what: verdictMessages['issue.too_long'] })
  if (isLongerThan(text, maxProofV2Bytes)) return tooLong
  const { value, flaw } = readStrictJson(text)
  const isVersion2 = v.is(Envelope, value) && value.version === 2
  if (!isVersion2 && isLongerThan(text, maxProofBytes)) return tooLong
  if (flaw === 'not_json' || !v.is(Envelope, value)) return { problem: { kind: 'not_a_proof' } }
  if (flaw !== null)
    return malformed(isVersion2 ? 2 : 1, { where: '', what: verdictMessages[`issue.${flaw}`] })
  return readProof(value)
}

/** Whether a text is longer in UTF-8. A lone surrogate has no UTF-8; other checks reject it. */
function isLongerThan(text: string, bytes: number): boolean {
  return text.length > bytes || (3 * text.length > bytes && text.isWellFormed() && utf8(text).length > bytes)
}

/** Reads a proof from parsed JSON. */
export function readProof(value: unknown): ProofReading {
  const envelope = v.safeParse(Envelope, value)
  if (!envelope.success) return { problem: { kind: 'not_a_proof' } }
  const { version } = envelope.output
  if (typeof version === 'number' && version !== proofVersion && version !== 2)
    return { problem: { kind: 'unsupported_version', version: String(version) } }
  const { success, output, issues } = v.safeParse(version === 2 ? ProofV2 : Proof, value, {
    abortEarly: true,
  })
  if (success) return { proof: output }
  return malformed(version === 2 ? 2 : 1, { where: v.getDotPath(issues[0]) ?? '', what: issues[0].message })
}

function malformed(version: 1 | 2, issue: ProofIssue): { problem: ProofProblem } {
  return { problem: { kind: 'malformed', version, issue } }
}
