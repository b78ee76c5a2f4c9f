import type { CertificateContent } from './certificate-content.ts'
import type { StyledText, TextStyle } from './text-runs.ts'

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

/** Returns all texts of a certificate with their styles, so that fonts can be subset before drawing. */
export function textsOf({ status, anchors, ...content }: CertificateContent): StyledText[] {
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
    ...styled('text', [title, page, status.sentence, status.detail, content.recordedFor, content.file]),
    ...styled('text', [content.proves, content.provesNot, content.footer]),
    ...styled(
      'text',
      anchors.flatMap(({ what, link }) => [what, link ?? '']),
    ),
  ]
}

function styled(style: TextStyle, texts: readonly string[]): StyledText[] {
  return texts.map((text) => ({ text, style }))
}
