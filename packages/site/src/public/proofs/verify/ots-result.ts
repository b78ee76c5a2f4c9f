import type { AttestationCheck } from '@priormark/core/proofs/proof/anchor-check'
import { toHex } from '@priormark/core/proofs/proof/bytes'
import type { HashFunctions } from '@priormark/core/proofs/opentimestamps/ots-operation'
import { verdictMessage, verdictMessages } from '@priormark/core/proofs/proof/verdict-messages'
import { chainResults } from './chain-results.ts'
import { refusedWorks, workWith, type OtsPart, type SortedEvidence } from './evidence.ts'
import { allAttestations, attestationsApart } from './ots-attestations.ts'
import type { VerifyResult } from './verify-result.ts'
import { fileCheck, refusal } from './proof-result.ts'

/** The result for a `.ots`, with or without its file. Empty if all that it says is said of a proof. */
export function otsResults(part: OtsPart, evidence: SortedEvidence, hashes: HashFunctions): VerifyResult[] {
  const attestations = attestationsApart(part, evidence, hashes)
  return attestations.length === 0 ? [] : [otsResult(part, attestations, evidence, hashes)]
}

function otsResult(
  part: OtsPart,
  attestations: readonly AttestationCheck[],
  evidence: SortedEvidence,
  hashes: HashFunctions,
): VerifyResult {
  const { hash, digest } = part.meaning.file
  const digestHex = toHex(digest)
  const base = {
    key: part.sha256,
    about: part.name,
    record: [],
    lookUps: [],
    checks: [],
    askable: null,
    seals: [],
  }
  if (hash !== 'sha256') {
    return {
      ...base,
      tone: 'asking',
      title: verdictMessage('ots.hash.title', { hash: verdictMessages[`hash.${hash}`] }),
      messages: [verdictMessage('ots.hash.sentence', { digest: digestHex })],
    }
  }
  const file = workWith(evidence, digestHex)
  const strays = refusedWorks(evidence)
  const [stray] = strays
  if (file === undefined && stray !== undefined) {
    const problem = { kind: 'wrong_file', expectedSha256: digestHex, actualSha256: stray.sha256 } as const
    return { ...base, ...refusal(problem, strays) }
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
  const { headers, checkpoints } = evidence
  const everyAttestation = allAttestations(evidence.otsParts, hashes)
  const chainEvidence = { anchors: [], rootHex: '', attestations, everyAttestation, headers, checkpoints }
  const { checks, ...results } = chainResults(chainEvidence, hashes)
  return {
    ...base,
    tone: results.tone,
    title: results.title,
    messages: [results.message],
    seals: [{ label: file.name, sha256: file.sha256 }],
    checks: [fileCheck(file), ...checks],
    lookUps: results.lookUps,
    askable: file.sha256,
  }
}
