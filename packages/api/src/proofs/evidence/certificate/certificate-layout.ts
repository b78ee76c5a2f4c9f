import {
  ink,
  inkSoft,
  left,
  right,
  width,
  type PlacedText,
} from '../../../platform/typesetting/page-layout.ts'
import type { PlacedStamp } from '../../../platform/typesetting/stamp.ts'
import type { StyledText } from '../../../platform/typesetting/text-runs.ts'
import type { TextPlace } from '../../../platform/typesetting/typesetter.ts'
import type { CertificateContent } from './certificate-content.ts'
import { labels } from './certificate-labels.ts'

const finalColor = '#0A6B4E'
const finalPanelColor = '#E9F2EC'
const pendingPanelColor = '#F6F3EC'

/** The space between two columns of the page, and the width of each. */
const gap = 24
const halfWidth = (width - gap) / 2

export interface PlacedFigure {
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

type CertificateElement = PlacedText | PlacedFigure | PlacedStamp

/**
 * Returns the first page of a certificate, from which its PDF and its preview are drawn, with its texts in reading order. All
 * lengths are in points.
 */
export function certificateLayout(content: CertificateContent, { hasQrCode }: { hasQrCode: boolean }) {
  const panelColor = content.status.isFinal ? finalPanelColor : pendingPanelColor
  return {
    panel: { x: left, y: 94, width, height: 216, color: panelColor },
    /** The y coordinates of the lines between sections. */
    rules: [456, 536, 650],
    logo: { x: left + 11, y: 67, radius: 7.5 },
    elements: [
      ...headingElements(content),
      ...statusElements(content),
      ...workElements(content),
      ...digestElements(labels.fingerprint, content.fingerprint, 474),
      ...digestElements(labels.root, content.root, 508),
      ...anchorElements(content),
      ...limitElements(content, hasQrCode),
      text('P', 'text', content.footer, { x: left, y: 790, sizes: [7.5, 6], height: 21, color: inkSoft }),
    ],
  }
}

type Place = Omit<TextPlace, 'width' | 'color'> & Partial<Pick<TextPlace, 'width' | 'color'>>

function text(tag: PlacedText['tag'], style: StyledText['style'], value: string, place: Place): PlacedText {
  return { kind: 'text', tag, style, text: value, place: { width, color: ink, ...place } }
}

function label(value: string, x: number, y: number): PlacedText {
  return text('P', 'strong', value, { x, y, width: halfWidth, sizes: [8.5], height: 12, color: inkSoft })
}

function headingElements({ shopName }: CertificateContent): PlacedText[] {
  const place = { x: right, y: 72, sizes: [10.5], height: 14, color: inkSoft }
  return [
    text('P', 'display', shopName, { x: left + 30, y: 73, width: 230, sizes: [17, 12, 8], height: 20 }),
    { ...text('H1', 'text', labels.title, place), isRightAligned: true },
  ]
}

function statusElements({ status, fingerprint }: CertificateContent): CertificateElement[] {
  const color = status.isFinal ? finalColor : ink
  const column = { x: left + gap, width: 248 }
  const seal = { alt: `The seal: ${fingerprint} drawn as 64 ticks around a ring`, value: fingerprint }
  const mark = { sizes: [11], height: 15, color: status.note === null ? color : ink }
  return [
    ...(status.note === null
      ? [text('P', 'strong', status.mark, { ...column, y: 136, ...mark })]
      : [
          { kind: 'stamp' as const, x: column.x - 2, y: 118, width: 54, height: 24, rotationDegrees: -4 },
          text('P', 'strong', status.mark, { x: column.x + 9, y: 134, width: 44, ...mark }),
          text('P', 'text', status.note, { x: column.x + 66, y: 126, width: 182, sizes: [9], height: 26 }),
        ]),
    text('P', 'text', status.message, { ...column, y: 180, sizes: [12, 10.5, 9], height: 16 }),
    text('H2', 'display', status.moment, { ...column, y: 222, sizes: [38, 30, 24], height: 50, color }),
    text('P', 'text', status.detail, { ...column, y: 258, sizes: [9], height: 48, color: inkSoft }),
    { kind: 'seal', ...seal, x: right - 112, y: 202, size: 98, color },
  ]
}

function workElements({ projectName, recordedFor, file }: CertificateContent): PlacedText[] {
  const line = { y: 422, width: halfWidth, sizes: [11, 8, 7, 6], height: 31 }
  return [
    label(labels.work, left, 330),
    text('H2', 'strong', projectName, { x: left, y: 353, sizes: [24, 18, 14, 12, 10], height: 55 }),
    label(labels.recordedFor, left, 407),
    text('P', 'text', recordedFor, { ...line, x: left }),
    label(labels.file, left + halfWidth + gap, 407),
    text('P', 'text', file, { ...line, x: left + halfWidth + gap }),
  ]
}

function digestElements(name: string, value: string, y: number): PlacedText[] {
  const groups = value.match(/.{4}/g)?.join(' ') ?? ''
  return [label(name, left, y), text('Code', 'mono', groups, { x: left, y: y + 15, sizes: [10], height: 14 })]
}

function anchorElements({ anchors: facts }: CertificateContent): PlacedText[] {
  const step = Math.min(32, 83 / Math.max(1, facts.length))
  const column = { x: left + 160, width: width - 160, height: 12 }
  return [
    label(labels.anchors, left, 554),
    ...facts.flatMap(({ place, progress, link }, n) => {
      const y = 569 + n * step
      const address = { ...column, y: y + 11, sizes: [7.5, 6.5], color: inkSoft }
      return [
        text('P', 'strong', place, { x: left, y, width: 150, sizes: [9.5, 7], height: 13 }),
        text('P', 'text', progress, { ...column, y, sizes: [9.5, 8] }),
        ...(link === null ? [] : [{ ...text('P', 'text', link, address), link }]),
      ]
    }),
  ]
}

function limitElements(
  { proves, provesNot, proofUrl }: CertificateContent,
  hasQrCode: boolean,
): CertificateElement[] {
  const columnWidth = hasQrCode ? (width - 92 - 2 * gap) / 2 : halfWidth
  const column = { y: 686, width: columnWidth, sizes: [9, 8], height: 86 }
  const qrCodeSize = 100
  const caption = text('P', 'text', labels.page, { x: right, y: 763, sizes: [8], height: 11, color: inkSoft })
  const limitsX = proves === null ? left : left + columnWidth + gap
  return [
    ...(proves === null
      ? []
      : [label(labels.proves, left, 670), text('P', 'text', proves, { ...column, x: left })]),
    label(labels.provesNot, limitsX, 670),
    text('P', 'text', provesNot, { ...column, x: limitsX }),
    ...(hasQrCode
      ? [
          {
            kind: 'qrCode' as const,
            alt: `A QR code that leads to ${proofUrl}`,
            value: proofUrl,
            x: right - qrCodeSize + 8,
            y: 654,
            size: qrCodeSize,
            color: ink,
          },
          { ...caption, isRightAligned: true, link: proofUrl },
        ]
      : []),
  ]
}
