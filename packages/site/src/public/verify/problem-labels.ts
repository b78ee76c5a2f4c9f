import type { ProofProblem } from '@priormark/core/proof/proof-problem'

/** What is wrong with a proof, for the person who has it. */
interface ProblemLabel {
  /** What is wrong, in a sentence. */
  title: string
  /** What that means, and what can be done. */
  meaning: string
}

type Words = {
  [Kind in ProofProblem['kind']]: (problem: Extract<ProofProblem, { kind: Kind }>) => ProblemLabel
}

const keepTheOriginal =
  'Take the proof as you first received it; where you have the order’s page, download it anew.'

const words: Words = {
  not_a_proof: () => ({
    title: 'This is not a proof.',
    meaning:
      'It is not JSON that says "priormark-proof" of itself. Perhaps it was cut short on its way, or is another file of the same name.',
  }),
  unsupported_version: ({ version }) => ({
    title: `This proof is of version ${version}, which this verifier does not know.`,
    meaning: 'It knows version 1. Nothing is said about the proof either way: use a newer verifier.',
  }),
  malformed: ({ issues }) => ({
    title: 'This proof is not written as version 1 requires.',
    meaning: `${issuesSentence(issues)} It was written by a faulty program or changed by hand. ${keepTheOriginal}`,
  }),
  wrong_file: () => ({
    title: 'The proof is for another file, or this file was changed.',
    meaning:
      'The two fingerprints differ. A file that was opened and saved again, converted or cropped is another file: look for the copy you uploaded.',
  }),
  file_sha256_changed: () => ({
    title: 'The fingerprint that is written in the proof was changed.',
    meaning: `This file is the right one: with it, everything else in the proof fits. Only the line file.sha256 does not. ${keepTheOriginal}`,
  }),
  record_changed: () => ({
    title: 'The record in the proof was changed.',
    meaning: `The record that lies beside the proof fits, and the one written in the proof does not: a name, a title or a date is not what was recorded. ${keepTheOriginal}`,
  }),
  salt_changed: () => ({
    title: 'The salt in the proof was changed.',
    meaning: `The file is the right one and the record is as it lies beside the proof, so the salt is not the one it was recorded with. ${keepTheOriginal}`,
  }),
  record_or_salt_changed: () => ({
    title: 'The record or the salt in the proof was changed.',
    meaning: `The file is the right one, and the leaf leads to the root; but this record with this salt does not give the leaf. Do not rely on the names and dates in it. ${keepTheOriginal}`,
  }),
  leaf_changed: () => ({
    title: 'The leaf that is written in the proof was changed.',
    meaning: `File, record and path lead to the root without it. Only the line leaf is not what they give. ${keepTheOriginal}`,
  }),
  path_side_changed: ({ step }) => ({
    title: `Step ${step + 1} of the path has its side changed.`,
    meaning: `It says left for right or right for left. With that one word turned, everything fits. ${keepTheOriginal}`,
  }),
  path_changed: () => ({
    title: 'The path was changed: it does not lead to the root.',
    meaning: `An OpenTimestamps proof inside vouches for the root, and file and record do not lead there. As it is, it proves nothing about this file. ${keepTheOriginal}`,
  }),
  root_changed: () => ({
    title: 'The root that is written in the proof was changed.',
    meaning: `File, record and path lead to another root, and an OpenTimestamps proof inside vouches for that one. ${keepTheOriginal}`,
  }),
  path_or_root_changed: () => ({
    title: 'The path or the root was changed.',
    meaning: `File and record give the leaf, and the path does not lead from there to the root. As it is, it proves nothing about this file. ${keepTheOriginal}`,
  }),
  several_parts_changed: () => ({
    title: 'Several parts of the proof were changed.',
    meaning: `The file is the one the proof names, and nothing else fits together. ${keepTheOriginal}`,
  }),
  anchor_unreadable: ({ anchor, sentence }) => ({
    title: `The OpenTimestamps proof in anchor ${anchor + 1} cannot be read.`,
    meaning: `${sentence}. File, record, path and root fit together; this anchor says nothing until it is whole. ${keepTheOriginal}`,
  }),
  anchor_of_another_root: ({ anchor }) => ({
    title: `Anchor ${anchor + 1} is for another root.`,
    meaning: `File, record, path and root fit together, but the OpenTimestamps proof that should date them is about something else. ${keepTheOriginal}`,
  }),
}

/** The words for a problem: what is wrong, and what it means for the person. */
export function problemLabels<Kind extends ProofProblem['kind']>(
  problem: Extract<ProofProblem, { kind: Kind }>,
): ProblemLabel {
  const kind: Kind = problem.kind
  return words[kind](problem)
}

const shownIssues = 3

function issuesSentence(issues: readonly { where: string; what: string }[]): string {
  const shown = issues
    .slice(0, shownIssues)
    .map(({ where, what }) => `${where === '' ? 'It' : where} ${what}.`)
  const others = issues.length - shown.length
  return [...shown, ...(others > 0 ? [`And ${others} more.`] : [])].join(' ')
}
