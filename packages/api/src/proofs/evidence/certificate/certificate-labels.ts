import {
  batchMessage,
  explorerIntro,
  explorerLimits,
  type ExplorerGuide,
} from '../../facts/explorer-guides.ts'
import type { CertificateContent } from './certificate-content.ts'
import type { StyledText, TextStyle } from '../../../platform/typesetting/text-runs.ts'

/** The fixed texts of every certificate. */
export const words = {
  title: 'Fingerprint certificate',
  work: 'WORK',
  recordedFor: 'RECORDED FOR',
  file: 'FILE',
  fingerprint: 'FINGERPRINT OF THE FILE (SHA-256)',
  root: 'RECORDED ROOT',
  anchors: 'RECORDED IN',
  proves: 'WHAT IT PROVES',
  provesNot: 'WHAT IT DOES NOT PROVE',
  page: 'Check this proof',
} as const

/** The fixed texts of the second page. */
export const guideWords = {
  title: 'How to check the date yourself',
  intro: explorerIntro,
  batch: batchMessage,
  more: 'README.txt in the evidence describes the other records of this work.',
  open: 'PAGE TO OPEN',
  limits: 'WHAT THIS DOES NOT PROVE',
  limitsText: explorerLimits,
} as const

/** Returns all texts of a certificate with their styles, so that fonts can be subset before drawing. */
export function textsOf({ status, anchors, guides, ...content }: CertificateContent): StyledText[] {
  const { title, page, ...labels } = words
  const digests = [content.fingerprint, content.root].map((digest) => digest.match(/.{4}/g)?.join(' ') ?? '')
  return [
    ...styled('display', [content.shopName, status.moment]),
    ...styled('strong', [status.mark, content.projectName, ...Object.values(labels)]),
    ...styled(
      'strong',
      anchors.map(({ where }) => where),
    ),
    ...styled('mono', digests),
    ...styled('text', [title, page, status.message, status.detail, content.recordedFor, content.file]),
    ...styled('text', [content.proves, content.provesNot, content.footer]),
    ...styled(
      'text',
      anchors.flatMap(({ what, link }) => [what, link ?? '']),
    ),
    ...(guides.length === 0 ? [] : guideTexts(guides)),
  ]
}

function styled(style: TextStyle, texts: readonly string[]): StyledText[] {
  return texts.map((text) => ({ text, style }))
}

function guideTexts(guides: readonly ExplorerGuide[]): StyledText[] {
  const { open, limits, title, ...texts } = guideWords
  return [
    ...styled('display', [title]),
    ...styled('strong', [open, limits, ...guides.map((guide) => guide.title)]),
    ...styled(
      'strong',
      guides.flatMap(({ values }) => values.map(({ label }) => label.toUpperCase())),
    ),
    ...styled('text', Object.values(texts)),
    ...styled(
      'text',
      guides.flatMap(({ steps }) => steps.flatMap((step, n) => [step, stepNumber(n)])),
    ),
    ...styled(
      'mono',
      guides.flatMap(({ page, values }) => [page ?? '', ...values.map(({ value }) => value)]),
    ),
  ]
}

/** The number before a step, from 1. */
export function stepNumber(index: number): string {
  return `${index + 1}.`
}
