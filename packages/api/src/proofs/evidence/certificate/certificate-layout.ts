import type { StyledText } from '../../../platform/typesetting/text-runs.ts'
import type { TextPlace } from '../../../platform/typesetting/typesetter.ts'
import type { CertificateContent } from './certificate-content.ts'
import { words } from './certificate-labels.ts'

/** The palette of the site (packages/site/src/ui/tokens.css). */
export const ink = '#15140F'
export const inkSoft = '#57534A'
export const rule = '#DDD6C8'
const verified = '#0A6B4E'
const wash = '#E9F2EC'
const paper = '#F6F3EC'

/** The margins of the text and the two-column grid on A4, in points. */
export const left = 56
export const right = 539.28
export const width = right - left
const gap = 24
const half = (width - gap) / 2

/** A text with its role in the structure of the page. */
export interface PlacedText extends StyledText {
  kind: 'text'
  tag: 'P' | 'H1' | 'H2' | 'Code'
  /** If it is aligned to the right, `x` is its right end. */
  place: TextPlace
  isRight?: boolean
  /** The address that it leads to. */
  link?: string
}

interface PlacedFigure {
  kind: 'seal' | 'qrCode'
  alt: string
  /** The fingerprint, or the address. */
  value: string
  /** The center of the seal, or the upper left corner of the code. */
  x: number
  y: number
  /** The radius of the seal, or the side of the code. */
  size: number
  color: string
}

/** The first page, whose texts are in reading order. All lengths are in points. */
interface CertificateLayout {
  panel: { x: number; y: number; width: number; height: number; color: string }
  /** The heights of the lines between sections. */
  rules: readonly number[]
  logo: { x: number; y: number; radius: number }
  elements: readonly (PlacedText | PlacedFigure)[]
}

/** Returns the first page of a certificate, from which its PDF and its preview are drawn. */
export function certificateLayout(
  content: CertificateContent,
  { hasQrCode }: { hasQrCode: boolean },
): CertificateLayout {
  const { status } = content
  return {
    panel: { x: left, y: 94, width, height: 208, color: status.isVerified ? wash : paper },
    rules: [440, 526, 650],
    logo: { x: left + 11, y: 67, radius: 7.5 },
    elements: [
      ...heading(content),
      ...statusElements(content),
      ...work(content),
      ...digest(words.fingerprint, content.fingerprint, 460),
      ...digest(words.root, content.root, 497),
      ...anchors(content),
      ...limits(content, hasQrCode),
      text('P', 'text', content.footer, { x: left, y: 790, sizes: [7.5, 6], height: 21, color: inkSoft }),
    ],
  }
}

type Place = Omit<TextPlace, 'width' | 'color'> & Partial<Pick<TextPlace, 'width' | 'color'>>

function text(tag: PlacedText['tag'], style: StyledText['style'], value: string, place: Place): PlacedText {
  return { kind: 'text', tag, style, text: value, place: { width, color: ink, ...place } }
}

function label(value: string, x: number, y: number): PlacedText {
  return text('P', 'strong', value, { x, y, width: half, sizes: [7.5], height: 10, color: inkSoft })
}

function heading({ shopName }: CertificateContent): PlacedText[] {
  const title = text('H1', 'text', words.title, {
    x: right,
    y: 72,
    sizes: [10.5],
    height: 14,
    color: inkSoft,
  })
  return [
    text('P', 'display', shopName, { x: left + 30, y: 73, width: 230, sizes: [17, 12, 8], height: 20 }),
    { ...title, isRight: true },
  ]
}

function statusElements({ status, fingerprint }: CertificateContent): (PlacedText | PlacedFigure)[] {
  const color = status.isVerified ? verified : inkSoft
  const column = { x: left + gap, width: 248 }
  const seal = { alt: `The seal: ${fingerprint} drawn as 64 ticks around a ring`, value: fingerprint }
  return [
    text('P', 'strong', status.mark, { ...column, y: 132, sizes: [11], height: 15, color }),
    text('P', 'text', status.message, { ...column, y: 170, sizes: [12], height: 34 }),
    text('H2', 'display', status.moment, { ...column, y: 211, sizes: [32, 24], height: 44 }),
    text('P', 'text', status.detail, { ...column, y: 246, sizes: [9], height: 48, color: inkSoft }),
    { kind: 'seal', ...seal, x: right - 107, y: 198, size: 92, color },
  ]
}

function work({ projectName, recordedFor, file }: CertificateContent): PlacedText[] {
  const line = { y: 417, width: half, sizes: [11, 8, 6, 5], height: 21 }
  return [
    label(words.work, left, 325),
    text('H2', 'strong', projectName, { x: left, y: 352, sizes: [22, 14, 10, 7.5], height: 40 }),
    label(words.recordedFor, left, 402),
    text('P', 'text', recordedFor, { ...line, x: left }),
    label(words.file, left + half + gap, 402),
    text('P', 'text', file, { ...line, x: left + half + gap }),
  ]
}

function digest(name: string, value: string, y: number): PlacedText[] {
  const groups = value.match(/.{4}/g)?.join(' ') ?? ''
  return [label(name, left, y), text('Code', 'mono', groups, { x: left, y: y + 15, sizes: [10], height: 14 })]
}

function anchors({ anchors: facts }: CertificateContent): PlacedText[] {
  const step = Math.min(32, 90 / Math.max(1, facts.length))
  const column = { x: left + 160, width: width - 160, height: 12 }
  return [
    label(words.anchors, left, 546),
    ...facts.flatMap(({ where, what, link }, n) => {
      const y = 562 + n * step
      const address = { ...column, y: y + 11, sizes: [7.5, 6.5], color: inkSoft }
      return [
        text('P', 'strong', where, { x: left, y, width: 150, sizes: [9.5, 7], height: 13 }),
        text('P', 'text', what, { ...column, y, sizes: [9.5, 8] }),
        ...(link === null ? [] : [{ ...text('P', 'text', link, address), link }]),
      ]
    }),
  ]
}

function limits(
  { proves, provesNot, proofUrl }: CertificateContent,
  hasQrCode: boolean,
): (PlacedText | PlacedFigure)[] {
  const columnWidth = hasQrCode ? (width - 92 - 2 * gap) / 2 : half
  const column = { y: 686, width: columnWidth, sizes: [9, 8], height: 86 }
  const second = left + columnWidth + gap
  const side = 100
  const alt = `A QR code that leads to ${proofUrl}`
  const caption = text('P', 'text', words.page, { x: right, y: 763, sizes: [8], height: 11, color: inkSoft })
  return [
    label(words.proves, left, 670),
    text('P', 'text', proves, { ...column, x: left }),
    label(words.provesNot, second, 670),
    text('P', 'text', provesNot, { ...column, x: second }),
    ...(hasQrCode
      ? [
          {
            kind: 'qrCode' as const,
            alt,
            value: proofUrl,
            x: right - side + 8,
            y: 654,
            size: side,
            color: ink,
          },
          { ...caption, isRight: true, link: proofUrl },
        ]
      : []),
  ]
}
