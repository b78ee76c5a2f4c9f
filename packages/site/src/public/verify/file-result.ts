import { formatFileSize } from '@priormark/core/file-size'
import { verdictMessages } from '@priormark/core/proof/verdict-messages'
import type { VerifyResult } from './verify-result.ts'
import type { Part } from './part-reading.ts'
import { refusal } from './proof-result.ts'
import type { ZipProblem } from './zip-reading.ts'

const zipWords: Record<ZipProblem, string> = {
  not_a_zip: 'it is not a ZIP',
  too_many_files: 'it contains too many files',
  too_large: 'it is too large',
  overlapping: 'files in it share the same data, like a zip bomb',
  untrue_size: 'it does not unpack to what it declares, like a zip bomb',
  encrypted: 'it is password-protected',
  unknown_compression: 'this verifier doesn’t support its compression',
  damaged: 'it is damaged: its checksum or its structure is wrong',
}

const bare = { sentences: [], seals: [], checks: [], record: [], lookUps: [], askable: null }

/** The result for a file without a proof: its fingerprint. */
export function fileResult(part: Part): VerifyResult {
  const { name, sha256, sizeBytes, meaning } = part
  const unopened = meaning.kind === 'plain' && meaning.zipProblem !== null ? meaning.zipProblem : null
  return {
    ...bare,
    key: `file ${sha256} ${name}`,
    tone: 'asking',
    about: name,
    title: 'This is its fingerprint. Now add its proof.',
    sentences: [
      `${formatFileSize(sizeBytes)}, hashed in this browser. Add a proof.json, an evidence ZIP or an .ots file to see its date.`,
      ...(unopened === null
        ? []
        : [`It was not opened as an archive, because ${zipWords[unopened]}. It was treated as a file.`]),
    ],
    seals: [{ label: name, sha256 }],
    askable: sha256,
  }
}

/** The result for an unreadable proof, `.ots` or archive; empty for other files. */
export function unreadableResult({ name, sha256, meaning }: Part): VerifyResult[] {
  const base = { ...bare, key: `unreadable ${sha256} ${name}`, about: name }
  if (meaning.kind === 'proof-problem') return [{ ...base, ...refusal(meaning.problem, []) }]
  if (meaning.kind === 'ots-problem') {
    const title = verdictMessages['ots.unreadable.title']
    const sentences = [verdictMessages['ots.unreadable.meaning']]
    return [{ ...base, tone: 'refused', title, sentences }]
  }
  if (meaning.kind !== 'archive' || meaning.problems.length === 0) return []
  const sentences = meaning.problems.map(
    ({ name: inside, problem }) => `${inside} was not opened: ${zipWords[problem]}.`,
  )
  const isDamaged = meaning.problems.some(({ problem }) => problem === 'damaged')
  return [
    {
      ...base,
      tone: isDamaged ? 'refused' : 'asking',
      title: isDamaged ? 'This archive is damaged.' : 'Not everything in this archive was opened.',
      sentences,
    },
  ]
}

/** The notice that the proofs are for different files. */
export function severalFilesResult(count: number): VerifyResult {
  return {
    ...bare,
    key: 'several files',
    tone: 'asking',
    about: 'Everything together',
    title: `These proofs are for ${count} different files.`,
    sentences: ['Each one is checked separately below, with its file if that is here.'],
  }
}
