import type { AttestationCheck } from '@priormark/core/proofs/proof/anchor-check'
import { toHex } from '@priormark/core/proofs/proof/bytes'
import type { HashFunctions } from '@priormark/core/proofs/opentimestamps/ots-operation'
import { verdictMessage, verdictMessages } from '@priormark/core/proofs/proof/verdict-messages'
import { chainResults } from './chain-results.ts'
import {
  attestationsOfNoProof,
  findMismatchedFiles,
  workWith,
  type OtsPart,
  type SortedEvidence,
} from './evidence.ts'
import { emptyResult, type VerifyResult } from './verify-result.ts'
import { fileCheck, refusal } from './proof-result.ts'

/** The result for a `.ots`, with or without its file. Empty if all its attestations belong to a proof that was added as well. */
export function otsResults(part: OtsPart, evidence: SortedEvidence, hashes: HashFunctions): VerifyResult[] {
  const attestations = attestationsOfNoProof(part, evidence, hashes)
  return attestations.length === 0 ? [] : [otsResult(part, attestations, evidence, hashes)]
}

function otsResult(
  part: OtsPart,
  attestations: readonly AttestationCheck[],
  evidence: SortedEvidence,
  hashes: HashFunctions,
): VerifyResult {
  const { hash, digest } = part.role.file
  const digestHex = toHex(digest)
  const base = { ...emptyResult, key: part.sha256, about: part.name }
  if (hash !== 'sha256') {
    return {
      ...base,
      tone: 'asking',
      title: verdictMessage('ots.hash.title', { hash: verdictMessages[`hash.${hash}`] }),
      messages: [verdictMessage('ots.hash.sentence', { digest: digestHex })],
    }
  }
  const file = workWith(evidence, digestHex)
  const mismatchedFiles = findMismatchedFiles(evidence)
  const [mismatchedFile] = mismatchedFiles
  if (file === undefined && mismatchedFile !== undefined) {
    const problem = {
      kind: 'wrong_file',
      expectedSha256: digestHex,
      actualSha256: mismatchedFile.sha256,
    } as const
    return { ...base, ...refusal(problem, mismatchedFiles) }
  }
  if (file === undefined) {
    return {
      ...base,
      tone: 'asking',
      title: verdictMessages['ots.alone.title'],
      messages: [verdictMessages['ots.alone.sentence']],
      seals: [{ label: 'The file it is for', sha256: digestHex }],
    }
  }
  const chainEvidence = { anchors: [], rootHex: '', attestations }
  const { checks, ...verdict } = chainResults(chainEvidence, evidence, hashes)
  return {
    ...base,
    ...verdict,
    seals: [{ label: file.name, sha256: file.sha256 }],
    checks: [fileCheck(file), ...checks],
    lookupSha256: file.sha256,
  }
}
