import type { ExplorerGuide } from '../../facts/anchor-facts.ts'
import type { StyledText, TextStyle } from '../../../platform/typesetting/text-runs.ts'

/** The fixed texts of every certificate. */
export const labels = {
  title: 'Fingerprint certificate',
  work: 'Work',
  recordedFor: 'Recorded for',
  file: 'File',
  fingerprint: 'Fingerprint of the file (SHA-256)',
  root: 'Root',
  anchors: 'Records',
  proves: 'What it proves',
  provesNot: 'What it does not prove',
  page: 'Check this proof',
} as const

/** The fixed texts of the second page. */
export const guideLabels = {
  title: 'How to check the date yourself',
  intro: 'All you need is a browser and an explorer you trust: a site that shows a public blockchain.',
  batch:
    'An explorer shows the root of a batch, not your fingerprint: many works can share one entry. verify.html checks that your file belongs to this root.',
  more: 'README.txt in the evidence describes the other records of this work.',
  open: 'Page to open',
  limits: 'What this does not prove',
  limitsText:
    'It does not prove who made the work, or that no one had it earlier. It proves nothing about a file whose fingerprint differs by even one digit.',
} as const

function withStyle(style: TextStyle, texts: readonly string[]): StyledText[] {
  return texts.map((text) => ({ text, style }))
}

/** Returns the texts of the second page with their styles, so that fonts can be subset before drawing. */
export function guideTexts(guides: readonly ExplorerGuide[]): StyledText[] {
  if (guides.length === 0) return []
  const { open, limits, title, ...texts } = guideLabels
  const values = guides.flatMap((guide) => guide.values)
  const steps = guides.flatMap((guide) => guide.steps.flatMap((step, n) => [step, stepNumber(n)]))
  return [
    ...withStyle('display', [title]),
    ...withStyle('strong', [
      open,
      limits,
      ...guides.map((guide) => guide.title),
      ...values.map((row) => row.label),
    ]),
    ...withStyle('text', [...Object.values(texts), ...steps]),
    ...withStyle('mono', [...guides.map(({ page }) => page ?? ''), ...values.map(({ value }) => value)]),
  ]
}

/** The number before a step, from 1. */
export function stepNumber(index: number): string {
  return `${index + 1}.`
}
