import { isolatedText, shownText } from '@priormark/core/platform/isolated-text'
import type { AnchorCheck } from '@priormark/core/proofs/proof/anchor-check'
import type { ProofProblem } from '@priormark/core/proofs/proof/proof-problem'
import type { Proof } from '@priormark/core/proofs/proof/proof-schema'
import { verifyProof } from '@priormark/core/proofs/proof/proof-verification'
import type { ProofV2 } from '@priormark/core/proofs/proof-v2/proof-v2-schema'
import type { ProofDeps } from '@priormark/core/proofs/proof-v2/proof-deps'
import { isUnsupported } from '@priormark/core/proofs/proof-v2/tsp/signature'
import { shownValue } from '@priormark/core/proofs/proof-v2/record-fields'
import { verifyProofV2 } from '@priormark/core/proofs/proof-v2/proof-v2-verification'
import { verdictMessage, verdictMessages as words } from '@priormark/core/proofs/proof/verdict-messages'
import type { LogCheck } from '@priormark/core/proofs/proof-v2/log/log-check'
import { fieldLabels, readableValue } from '../record-rows.ts'
import { chainResults, logChecks, renewalChecks } from './chain-results.ts'
import {
  attestationsOfProof,
  fieldsOf,
  fileNameOf,
  findMismatchedFiles,
  textOfRecord,
  workWith,
  type ProofPart,
  type SortedEvidence,
} from './evidence.ts'
import { emptyResult, type Check, type VerifyResult } from './verify-result.ts'
import type { Part } from './part-reading.ts'
import { sha3OfBlob } from '../../platform/hashing/blob-hashes.ts'

/** The result for a proof.json, with or without its file. */
export async function proofResult(
  part: ProofPart,
  evidence: SortedEvidence,
  hashes: ProofDeps,
): Promise<VerifyResult> {
  const { proof } = part.role
  const base = { ...emptyResult, key: part.sha256, about: part.name }
  const verification = await verifyWithFiles(proof, evidence, {
    ...hashes,
    authorities: evidence.authorities,
    knownLogs: evidence.knownLogs,
    checkpoints: evidence.checkpoints,
  }).catch((error: unknown) => {
    if (isUnsupported(error)) return null
    throw error
  })
  if (verification === null)
    return {
      ...base,
      tone: 'asking',
      isUnsupported: true,
      title: 'This browser can’t check a signature in the proof.',
      messages: [
        'It doesn’t have Ed25519, or another kind of signature that is in use here. This says nothing about the proof. Open this page in a newer browser, or use verify.py or verify.mjs from the evidence.',
      ],
    }
  const { file, outcome } = verification
  if (!outcome.holds) {
    const mismatchedFiles = findMismatchedFiles(evidence)
    const filesWithName = mismatchedFiles.filter(({ name }) => name === fileNameOf(proof))
    return {
      ...base,
      ...refusal(outcome.problem, filesWithName.length === 1 ? filesWithName : mismatchedFiles),
    }
  }
  const record = recordRows(fieldsOf(proof))
  if (file === undefined) {
    return {
      ...base,
      tone: 'asking',
      title: 'The proof is valid. Now add the file it is for.',
      messages: [fileNameMessage(fileNameOf(proof))],
      seals: [{ label: 'The file it is for', sha256: proof.file.sha256 }],
      checks: [
        { name: words['check.file'], outcome: 'open', detail: words['check.file.open'] },
        ...integrityChecks(proof),
      ],
      record,
    }
  }
  const { remaining: anchors, headers, renewals } = outcome
  const attestations = attestationsOfProof(proof, evidence, hashes)
  const chainEvidence = { anchors, rootHex: proof.root, attestations, headers, renewals }
  const { checks, ...verdict } = chainResults(chainEvidence, evidence, hashes)
  return {
    ...base,
    ...verdict,
    seals: [{ label: file.name, sha256: file.sha256 }],
    checks: [
      fileCheck(file),
      ...integrityChecks(proof),
      ...logChecks(outcome.log),
      ...renewalChecks(renewals),
      ...checks,
    ],
    record,
  }
}

/** The texts and seals for an invalid proof. */
export function refusal(
  problem: ProofProblem,
  candidates: readonly Part[],
): Pick<VerifyResult, 'tone' | 'title' | 'messages' | 'seals'> {
  const { title, meaning } = problemLabels(problem)
  if (problem.kind !== 'wrong_file') return { tone: 'refused', title, messages: [meaning], seals: [] }
  const expectedSeal = { label: 'The file the proof is for', sha256: problem.expectedSha256 }
  const [candidate, ...others] = candidates
  if (others.length > 0) {
    const names = candidates.map(({ name }) => isolatedText(name)).join(', ')
    return {
      tone: 'refused',
      title: 'None of these files matches the proof.',
      messages: [`Checked: ${names}. ${meaning}`],
      seals: [expectedSeal],
    }
  }
  const actualSeal = { label: candidate?.name ?? 'Your file', sha256: problem.actualSha256 }
  return { tone: 'refused', title, messages: [meaning], seals: [expectedSeal, actualSeal] }
}

/** The check that the file matches. */
export function fileCheck(file: Part): Check {
  const detail = verdictMessage('check.file.fits', { name: isolatedText(shownText(file.name)) })
  return { name: words['check.file'], outcome: 'fits', detail }
}

/** The check that the path leads to the root. @param steps the number of steps in the path; with 0, the leaf is the root */
export function pathCheck(steps: number): Check {
  const id = steps === 0 ? 'none' : steps === 1 ? 'one' : 'many'
  return {
    name: words['check.path'],
    outcome: 'fits',
    detail: verdictMessage(`check.path.${id}`, { count: steps }),
  }
}

/** The outcome of verifying a proof of either version. */
type Outcome =
  | {
      holds: true
      remaining: AnchorCheck[]
      headers: Uint8Array[]
      log: LogCheck | null
      renewals: (number | null)[]
    }
  | { holds: false; problem: ProofProblem }

/** Verifies a proof with its file, else with files that may be meant as it, else with the fingerprint in the proof. */
async function verifyWithFiles(
  proof: Proof | ProofV2,
  evidence: SortedEvidence,
  deps: ProofDeps,
): Promise<{ file: Part | undefined; outcome: Outcome }> {
  const record = evidence.records.find((text) => text !== textOfRecord(proof)) ?? evidence.records[0]
  const file = workWith(evidence, proof.file.sha256)
  const candidates = file === undefined ? byLikelihood(proof, findMismatchedFiles(evidence)) : [file]
  const outcomes: Outcome[] = []
  for (const candidate of candidates) outcomes.push(await verify(proof, candidate, deps, record))
  const decisiveOutcome = outcomes.find((outcome) => outcome.holds || outcome.problem.kind !== 'wrong_file')
  return { file, outcome: decisiveOutcome ?? outcomes[0] ?? (await verify(proof, null, deps, record)) }
}

/** @param file null to check only whether the parts of the proof fit each other */
async function verify(
  proof: Proof | ProofV2,
  file: Part | null,
  deps: ProofDeps,
  record: string | undefined,
): Promise<Outcome> {
  const sha256 = file?.sha256 ?? proof.file.sha256
  if (proof.version === 2) {
    const sha3 = async () => (file === null ? (proof.file.sha3 ?? '') : sha3OfBlob(file.blob))
    return verifyProofV2(proof, { sha256, sha3 }, deps, record)
  }
  const outcome = verifyProof(proof, sha256, deps.sha256, record)
  return outcome.holds ? { ...outcome, headers: [], log: null, renewals: [] } : outcome
}

/** Puts files with the record's file name first. */
function byLikelihood(proof: Proof | ProofV2, works: readonly Part[]): Part[] {
  const fileName = fileNameOf(proof)
  return works.toSorted((a, b) => Number(b.name === fileName) - Number(a.name === fileName))
}

function integrityChecks(proof: Proof | ProofV2): Check[] {
  const { path, root } = proof
  const fields = fieldsOf(proof)
  const hiddenCount = fields.filter(([, value]) => value === undefined).length
  return [
    ...sha3Check(proof),
    {
      name: words['check.record'],
      outcome: 'fits',
      detail: verdictMessage(hiddenCount === 0 ? 'check.record.fits' : 'check.record.hidden', {
        count: fields.length,
        hidden: hiddenCount,
      }),
    },
    ...previousCheck(proof),
    pathCheck(path.length),
    { name: words['check.root'], outcome: 'fits', detail: root },
  ]
}

/** What a record of form 2 says about an earlier draft of the work. */
function previousCheck({ record }: Proof | ProofV2): Check[] {
  const leaf = typeof record === 'string' ? undefined : shownValue(record, 'previous')
  if (leaf === undefined || leaf === '') return []
  const detail = verdictMessage('check.previous.fits', { leaf })
  return [{ name: words['check.previous'], outcome: 'fits', detail }]
}

function sha3Check({ file }: Proof | ProofV2): Check[] {
  return 'sha3' in file && file.sha3 !== undefined
    ? [{ name: words['check.sha3'], outcome: 'fits', detail: file.sha3 }]
    : []
}

function fileNameMessage(fileName: string | undefined): string {
  return fileName === undefined
    ? 'Add the file to see its date.'
    : `Its record calls it “${isolatedText(fileName)}”. Add the file to see its date.`
}

/** How many characters of the place of a format error are shown. */
const maxPlaceCharacters = 100

/** Returns the problem of a proof, and what it means for its owner. */
function problemLabels(problem: ProofProblem): { title: string; meaning: string } {
  const parts = { original: words['problem.original'], ...partsOf(problem) }
  return {
    title: verdictMessage(`problem.${problem.kind}.title`, parts),
    meaning: verdictMessage(`problem.${problem.kind}.meaning`, parts),
  }
}

function partsOf(problem: ProofProblem): Record<string, string | number> {
  if (problem.kind === 'unsupported_version') return { version: problem.version }
  if (problem.kind === 'path_side_changed') return { number: problem.step + 1 }
  if ('anchor' in problem) return { number: problem.anchor + 1 }
  if ('witness' in problem) {
    const flaw = 'flaw' in problem ? flawMessage(problem) : ''
    return { number: problem.witness + 1, flaw }
  }
  if (problem.kind === 'log_broken') return { flaw: flawMessage(problem) }
  if (problem.kind === 'renewal_broken') return { number: problem.renewal + 1, flaw: flawMessage(problem) }
  if (problem.kind !== 'malformed') return {}
  const { where, what } = problem.issue
  const place = Array.from(where).slice(0, maxPlaceCharacters).join('')
  return { version: problem.version, where: place === '' ? words['issue.whole'] : shownText(place), what }
}

function flawMessage(problem: Extract<ProofProblem, { flaw: string }>): string {
  if (problem.kind === 'log_broken') return words[`log.${problem.flaw}`]
  if (problem.kind === 'renewal_broken') return words[`renewal.${problem.flaw}`]
  return problem.kind === 'token_broken' ? words[`token.${problem.flaw}`] : words[`evm.${problem.flaw}`]
}

/** Returns a record for display, without empty fields: labeled known fields first, then all others unchanged. */
function recordRows(record: ReturnType<typeof fieldsOf>): { label: string; value: string }[] {
  const names = Object.keys(fieldLabels)
  // A record may have fields with the names of methods that every object has, such as toString.
  const positionOf = ([name]: (typeof record)[number]) =>
    Object.hasOwn(fieldLabels, name) ? names.indexOf(name) : names.length
  return record
    .filter(([, value]) => value !== '')
    .toSorted((one, other) => positionOf(one) - positionOf(other))
    .map(([name, value]) => ({
      label: Object.hasOwn(fieldLabels, name) ? (fieldLabels[name] ?? name) : name,
      value: value === undefined ? words['record.hidden'] : readableValue(name, value),
    }))
}
