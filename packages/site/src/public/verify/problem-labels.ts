import type { ProofProblem } from '@priormark/core/proof/proof-problem'

/** A problem of a proof, explained to its owner. */
interface ProblemLabel {
  /** What is wrong. */
  title: string
  /** What it means, and what to do. */
  meaning: string
}

type Words = {
  [Kind in ProofProblem['kind']]: (problem: Extract<ProofProblem, { kind: Kind }>) => ProblemLabel
}

const keepTheOriginal = 'Use the proof as you first received it, or download it again from the order page.'

const words: Words = {
  not_a_proof: () => ({
    title: 'This is not a proof.',
    meaning:
      'It is not JSON in the "priormark-proof" format. It may be incomplete, or a different file of the same name.',
  }),
  unsupported_version: ({ version }) => ({
    title: `This proof has version ${version}, which this verifier does not know.`,
    meaning: 'It knows version 1 only, so it cannot say whether the proof is valid. Use a newer verifier.',
  }),
  malformed: ({ issues }) => ({
    title: 'This proof does not follow version 1 of the format.',
    meaning: `${issuesSentence(issues)} A faulty program wrote it, or someone changed it. ${keepTheOriginal}`,
  }),
  wrong_file: () => ({
    title: 'The proof is for a different file, or this file was changed.',
    meaning:
      'The two fingerprints differ. Opening and saving, converting or cropping a file makes it a different file: look for the copy you uploaded.',
  }),
  file_sha256_changed: () => ({
    title: 'The fingerprint in the proof was changed.',
    meaning: `This file is the right one: everything else in the proof matches it. Only the line file.sha256 does not. ${keepTheOriginal}`,
  }),
  record_changed: () => ({
    title: 'The record in the proof was changed.',
    meaning: `The record next to the proof matches, and the one in the proof does not: a name, a title or a date is not what was recorded. ${keepTheOriginal}`,
  }),
  salt_changed: () => ({
    title: 'The salt in the proof was changed.',
    meaning: `The file is the right one and the record is the same as the one next to the proof, so the salt is not the one it was recorded with. ${keepTheOriginal}`,
  }),
  record_or_salt_changed: () => ({
    title: 'The record or the salt in the proof was changed.',
    meaning: `The file is the right one, and the leaf leads to the root; but this record with this salt does not give the leaf. Do not rely on the names and dates in it. ${keepTheOriginal}`,
  }),
  leaf_changed: () => ({
    title: 'The leaf in the proof was changed.',
    meaning: `File, record and path lead to the root without it. Only the line leaf does not match them. ${keepTheOriginal}`,
  }),
  path_side_changed: ({ step }) => ({
    title: `Step ${step + 1} of the path has its side changed.`,
    meaning: `It says left instead of right, or right instead of left. With that one word corrected, everything matches. ${keepTheOriginal}`,
  }),
  path_changed: () => ({
    title: 'The path was changed: it does not lead to the root.',
    meaning: `An OpenTimestamps proof inside confirms the root, but file and record do not lead there. As it is, it proves nothing about this file. ${keepTheOriginal}`,
  }),
  root_changed: () => ({
    title: 'The root in the proof was changed.',
    meaning: `File, record and path lead to a different root, and an OpenTimestamps proof inside confirms that one. ${keepTheOriginal}`,
  }),
  path_or_root_changed: () => ({
    title: 'The path or the root was changed.',
    meaning: `File and record give the leaf, but the path does not lead from there to the root. As it is, it proves nothing about this file. ${keepTheOriginal}`,
  }),
  several_parts_changed: () => ({
    title: 'Several parts of the proof were changed.',
    meaning: `The file is the one the proof names, but nothing else matches. ${keepTheOriginal}`,
  }),
  anchor_unreadable: ({ anchor, sentence }) => ({
    title: `The OpenTimestamps proof in anchor ${anchor + 1} cannot be read.`,
    meaning: `${sentence}. File, record, path and root match; this anchor proves nothing until it is complete. ${keepTheOriginal}`,
  }),
  anchor_of_another_root: ({ anchor }) => ({
    title: `Anchor ${anchor + 1} is for a different root.`,
    meaning: `File, record, path and root match, but the OpenTimestamps proof that should date them is for something else. ${keepTheOriginal}`,
  }),
}

/** Returns the explanation of a problem. */
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
