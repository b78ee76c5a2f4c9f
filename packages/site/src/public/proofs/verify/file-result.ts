import { formatFileSize } from '@priormark/core/platform/file-size'
import { isolatedText, shownText } from '@priormark/core/platform/isolated-text'
import { verdictMessage, verdictMessages } from '@priormark/core/proofs/proof/verdict-messages'
import { isListed, isProof, isShownRecord, provenWorks, type SortedEvidence } from './evidence.ts'
import { emptyResult, type VerifyResult } from './verify-result.ts'
import { type Part, isSignOfEvidence } from './part-reading.ts'
import { refusal } from './proof-result.ts'
import type { ZipProblem } from './zip-reading.ts'

const zipWords: Record<ZipProblem, string> = {
  not_a_zip: 'it is not a ZIP',
  too_many_files: 'it contains too many files',
  too_large: 'it is too large',
  same_names: 'two files in it have the same name, so programs can differ in which one they take',
  overlapping: 'files in it share the same data, like a zip bomb',
  untrue_size: 'it does not unpack to what it declares, like a zip bomb',
  encrypted: 'it is password-protected',
  unknown_compression: 'this verifier doesn’t support its compression',
  damaged: 'it is damaged: its checksum or its structure is wrong',
}

/** The result for a file without a proof: its fingerprint. */
export function fileResult(part: Part): VerifyResult {
  const { name, sha256, sizeBytes, role } = part
  const zipProblem = role.kind === 'plain' && role.zipProblem !== null ? role.zipProblem : null
  return {
    ...emptyResult,
    key: `file ${sha256} ${name}`,
    tone: 'asking',
    about: name,
    title: 'This is its fingerprint. Now add its proof.',
    messages: [
      `${formatFileSize(sizeBytes)}, hashed in this browser. Add a proof.json, an evidence ZIP or an .ots file to see its date.`,
      ...(zipProblem === null
        ? []
        : [`It was not opened as an archive, because ${zipWords[zipProblem]}. It was treated as a file.`]),
    ],
    seals: [{ label: name, sha256 }],
    lookupSha256: sha256,
  }
}

/** The result for a file that no proof here is for, when each proof has its file. */
export function unmatchedResult({ name, sha256 }: Part): VerifyResult {
  return {
    ...emptyResult,
    key: `unmatched ${sha256} ${name}`,
    tone: 'refused',
    about: name,
    title: verdictMessages['problem.wrong_file.title'],
    messages: ['No proof here is for this file. It was not compared with anything else.'],
    seals: [{ label: name, sha256 }],
  }
}

/** The result for an unreadable proof, `.ots`, header file or archive; empty for other files, and for the work. */
export function unreadableResult(
  { name, sha256, path, role }: Part,
  evidence: SortedEvidence,
): VerifyResult[] {
  if (provenWorks(evidence).includes(sha256)) return []
  const base = { ...emptyResult, key: `unreadable ${sha256} ${path ?? name}`, about: name }
  if (role.kind === 'proof-problem') return [{ ...base, ...refusal(role.problem, []) }]
  if (role.kind === 'ots-problem') return [{ ...base, ...refusedTexts('ots.unreadable') }]
  if (role.kind === 'headers' && role.headers === null)
    return [{ ...base, ...refusedTexts('headers.unreadable') }]
  if (role.kind !== 'archive' || role.problems.length === 0) return []
  const messages = role.problems.map(
    ({ name: entryName, problem }) => `${isolatedText(entryName)} was not opened: ${zipWords[problem]}.`,
  )
  const isDamaged = role.problems.some(({ problem }) => problem === 'damaged')
  return [
    {
      ...base,
      tone: isDamaged ? 'refused' : 'asking',
      title: isDamaged ? 'This archive is damaged.' : 'Not everything in this archive was opened.',
      messages,
    },
  ]
}

function refusedTexts(id: 'ots.unreadable' | 'headers.unreadable' | 'record.other' | 'manifest.malformed') {
  const messages = [verdictMessages[`${id}.meaning`]]
  return { tone: 'refused', title: verdictMessages[`${id}.title`], messages } as const
}

/** The result for a certificate whose proof is not here; empty for other files. */
export function certificateResult({ name, sha256, role }: Part, { proofs }: SortedEvidence): VerifyResult[] {
  if (role.kind !== 'certificate') return []
  const { fingerprint } = role
  if (proofs.some((part) => part.role.proof.file.sha256 === fingerprint)) return []
  return [
    {
      ...emptyResult,
      key: `certificate ${sha256}`,
      tone: 'asking',
      about: name,
      title: 'This is the certificate of an order. Now add its proof and its file.',
      messages: [
        'A certificate is for people to read: anyone can make a PDF that looks like it. The proof came with it, as proof.json in the evidence ZIP; the order page has it, too.',
        'Add the proof.json or the whole ZIP, and the file with this fingerprint.',
      ],
      seals: [{ label: 'The file it is for', sha256: fingerprint }],
    },
  ]
}

/** The notice that the proofs are for different files. */
export function severalFilesResult(count: number): VerifyResult {
  return {
    ...emptyResult,
    key: 'several files',
    tone: 'asking',
    about: 'Everything together',
    title: `These proofs are for ${count} different files.`,
    messages: ['Each one is checked separately below, with its file if that is here.'],
  }
}

/** Compares each record.json with the valid proofs in its folder. Empty if one of them shows it, or if there are none. */
export function recordResults(evidence: SortedEvidence, results: readonly VerifyResult[]): VerifyResult[] {
  const works = provenWorks(evidence)
  return evidence.parts.flatMap((part): VerifyResult[] => {
    const { name, sha256, path, role } = part
    if (works.includes(sha256)) return []
    const proofs = evidence.parts
      .filter(isProof)
      .filter((proof) => isListed(part, 'record.json', proof))
      .filter((proof) => results.some(({ key, tone }) => key === proof.sha256 && tone !== 'refused'))
    const isShown = proofs.some(
      ({ role: { proof } }) => role.kind === 'record' && isShownRecord(role.text, proof),
    )
    if (proofs.length === 0 || isShown) return []
    return [
      {
        ...emptyResult,
        key: `record ${sha256} ${path ?? name}`,
        about: name,
        ...refusedTexts('record.other'),
      },
    ]
  })
}

/** Compares the files next to a proof with the manifest of their evidence. Empty if all match; missing files are ignored. */
export function manifestResults(evidence: SortedEvidence): VerifyResult[] {
  return evidence.parts.flatMap((manifest): VerifyResult[] => {
    const { name, sha256, role } = manifest
    const works = provenWorks(evidence)
    if (role.kind !== 'manifest' || works.includes(sha256) || !isEvidence(evidence)) return []
    const base = { ...emptyResult, key: `manifest ${sha256} ${manifest.path ?? ''}`, about: name }
    if (role.files === null) return [{ ...base, ...refusedTexts('manifest.malformed') }]
    const changedFiles = role.files.filter((file) =>
      evidence.parts.some(
        (part) =>
          isListed(part, file.name, manifest) && part.sha256 !== file.sha256 && !works.includes(part.sha256),
      ),
    )
    if (changedFiles.length === 0) return []
    const names = changedFiles.map((file) => isolatedText(shownText(file.name))).join(', ')
    const title = verdictMessage('manifest.changed.title', { names })
    return [{ ...base, tone: 'refused', title, messages: [verdictMessages['manifest.changed.meaning']] }]
  })
}

/** Whether there is evidence besides manifests, because not only evidence has a manifest.json. */
function isEvidence({ parts, publicProof }: SortedEvidence): boolean {
  const otherParts = parts.filter(({ role }) => role.kind !== 'manifest')
  return publicProof !== null || otherParts.some(({ role }) => isSignOfEvidence(role))
}
