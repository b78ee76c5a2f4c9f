import { toHex } from '@priormark/core/proof/bytes'
import type { HashFunctions } from '@priormark/core/proof/ots/ots-operation'
import { chainResults } from './chain-results.ts'
import { isOtsOf, partWith, type OtsPart, type SortedEvidence } from './evidence.ts'
import type { VerifyResult } from './verify-result.ts'
import { fileCheck, refusal } from './proof-result.ts'

/** The result for a `.ots`, with or without its file. */
export function otsResult(part: OtsPart, evidence: SortedEvidence, hashes: HashFunctions): VerifyResult {
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
      title: `This .ots names its file by ${hash.toUpperCase()}, which this verifier cannot compute.`,
      sentences: [
        `The digest in it is ${digestHex}. Another OpenTimestamps program may be able to compare it with the file.`,
      ],
    }
  }
  const file = partWith(evidence, digestHex)
  const candidates = evidence.candidateWorks[0]
  if (file === undefined && candidates !== undefined) {
    const problem = {
      kind: 'wrong_file',
      expectedSha256: digestHex,
      actualSha256: candidates.sha256,
    } as const
    return { ...base, ...refusal(problem, evidence.candidateWorks) }
  }
  if (file === undefined) {
    return {
      ...base,
      tone: 'asking',
      title: 'This OpenTimestamps proof is readable. Now add the file it is for.',
      sentences: ['Add the file to see its date.'],
      seals: [{ label: 'The file it is for', sha256: digestHex }],
    }
  }
  const otsParts = evidence.otsParts.filter((other) => isOtsOf(other, digestHex))
  const { headers } = evidence
  const { checks, ...results } = chainResults({ anchors: [], rootHex: '', otsParts, headers }, hashes)
  return {
    ...base,
    tone: results.tone,
    title: results.title,
    sentences: [results.sentence],
    seals: [{ label: file.name, sha256: file.sha256 }],
    checks: [fileCheck(file), ...checks],
    lookUps: results.lookUps,
    askable: file.sha256,
  }
}
