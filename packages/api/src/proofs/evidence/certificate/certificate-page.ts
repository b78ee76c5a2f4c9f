import { buffer } from 'node:stream/consumers'
import PDFDocument from 'pdfkit'
import type { CertificateContent } from './certificate-content.ts'
import { textsOf, words } from './certificate-labels.ts'
import { drawCropMarks, drawQrCode, drawRegistrationMark, drawSealAt } from './certificate-marks.ts'
import { drawGuidePage } from './certificate-guide.ts'
import { gap, half, ink, inkSoft, left, right, rule, Sheet, width } from './certificate-sheet.ts'
import type { StyledText } from '../../../platform/typesetting/text-runs.ts'
import { Typesetter, type TextPlace } from '../../../platform/typesetting/typesetter.ts'

const verified = '#0A6B4E'
const wash = '#E9F2EC'
const paper = '#F6F3EC'

/** Draws the pages. Texts of any script are wrapped and scaled to fit; nothing extends beyond a page. */
export async function drawCertificate(content: CertificateContent): Promise<Uint8Array> {
  const document = new PDFDocument({
    size: 'A4',
    margin: 0,
    pdfVersion: '1.7',
    lang: 'en-US',
    tagged: true,
    displayTitle: true,
    info: {
      Title: plainForMetadata(`${content.shopName} certificate: ${content.projectName}`),
      Author: plainForMetadata(content.shopName),
      Subject: `SHA-256 ${content.fingerprint}`,
      Creator: plainForMetadata(content.shopName),
      // The seal time, not the current time, so that unchanged state gives identical bytes.
      CreationDate: content.sealedAt,
    },
  })
  const bytes = buffer(document)
  drawPages(new Sheet(document, await Typesetter.open(document, textsOf(content))), content)
  document.end()
  return bytes
}

/** pdfkit does not escape metadata in XML. */
function plainForMetadata(text: string): string {
  return text.toWellFormed().replace(/[<>&\p{Cc}]/gu, ' ')
}

function drawPages(sheet: Sheet, content: CertificateContent): void {
  drawGround(sheet, content)
  drawHeading(sheet, content)
  drawStatus(sheet, content)
  drawWork(sheet, content)
  drawDigests(sheet, content)
  drawAnchors(sheet, content)
  drawLimits(sheet, content)
  drawGuidePage(sheet, content)
  sheet.end()
}

function drawGround(sheet: Sheet, { status }: CertificateContent): void {
  sheet.ornament((document) => {
    drawCropMarks(document, { inset: 28, length: 16, color: ink })
    drawRegistrationMark(document, { x: left + 11, y: 67, radius: 7.5, color: ink })
    document.rect(left, 94, width, 208).fill(status.isVerified ? wash : paper)
    for (const y of [440, 526, 650]) document.moveTo(left, y).lineTo(right, y).lineWidth(0.6).stroke(rule)
  })
}

function drawHeading(sheet: Sheet, { shopName }: CertificateContent): void {
  const place = { x: left + 30, y: 73, width: 230, sizes: [17, 12, 8], height: 20, color: ink }
  sheet.write('P', { text: shopName, style: 'display' }, place)
  const title: StyledText = { text: words.title, style: 'text' }
  const titleWidth = sheet.type.measure(title, 10.5)
  const x = right - titleWidth
  sheet.write('H1', title, { x, y: 72, width: titleWidth + 1, sizes: [10.5], height: 14, color: inkSoft })
}

function drawStatus(sheet: Sheet, { status, fingerprint }: CertificateContent): void {
  const color = status.isVerified ? verified : inkSoft
  const column = { x: left + gap, width: 248 }
  const write = (
    tag: string,
    styled: StyledText,
    place: Pick<TextPlace, 'y' | 'sizes' | 'height' | 'color'>,
  ) => sheet.write(tag, styled, { ...column, ...place })
  write('P', { text: status.mark, style: 'strong' }, { y: 132, sizes: [11], height: 15, color })
  write('P', { text: status.message, style: 'text' }, { y: 170, sizes: [12], height: 34, color: ink })
  write('H2', { text: status.moment, style: 'display' }, { y: 211, sizes: [32, 24], height: 44, color: ink })
  write('P', { text: status.detail, style: 'text' }, { y: 246, sizes: [9], height: 48, color: inkSoft })
  sheet.figure(`The seal: ${fingerprint} drawn as 64 ticks around a ring`, (document) =>
    drawSealAt(document, { sha256: fingerprint, x: right - 107, y: 198, radius: 92, color }),
  )
}

function drawWork(sheet: Sheet, { projectName, recordedFor, file }: CertificateContent): void {
  sheet.label(words.work, left, 325)
  const name = { x: left, y: 352, width, sizes: [22, 14, 10, 7.5], height: 40, color: ink }
  sheet.write('H2', { text: projectName, style: 'strong' }, name)
  for (const [label, text, x] of [
    [words.recordedFor, recordedFor, left],
    [words.file, file, left + half + gap],
  ] as const) {
    sheet.label(label, x, 402)
    const place = { x, y: 417, width: half, sizes: [11, 8, 6, 5], height: 21, color: ink }
    sheet.write('P', { text, style: 'text' }, place)
  }
}

function drawDigests(sheet: Sheet, { fingerprint, root }: CertificateContent): void {
  for (const [label, digest, y] of [
    [words.fingerprint, fingerprint, 460],
    [words.root, root, 497],
  ] as const) {
    sheet.label(label, left, y)
    const text = digest.match(/.{4}/g)?.join(' ') ?? ''
    sheet.write(
      'Code',
      { text, style: 'mono' },
      { x: left, y: y + 15, width, sizes: [10], height: 14, color: ink },
    )
  }
}

function drawAnchors(sheet: Sheet, { anchors }: CertificateContent): void {
  sheet.label(words.anchors, left, 546)
  const step = Math.min(32, 90 / Math.max(1, anchors.length))
  for (const [n, { where, what, link }] of anchors.entries()) {
    const y = 562 + n * step
    sheet.write(
      'P',
      { text: where, style: 'strong' },
      { x: left, y, width: 150, sizes: [9.5, 7], height: 13, color: ink },
    )
    const column = { x: left + 160, width: width - 160, height: 12 }
    sheet.write('P', { text: what, style: 'text' }, { ...column, y, sizes: [9.5, 8], color: ink })
    if (link !== null) {
      sheet.link(
        link,
        { text: link, style: 'text' },
        { ...column, y: y + 11, sizes: [7.5, 6.5], color: inkSoft },
      )
    }
  }
}

function drawLimits(sheet: Sheet, { proves, provesNot, proofUrl, footer }: CertificateContent): void {
  const column = (width - 92 - 2 * gap) / 2
  for (const [label, text, x] of [
    [words.proves, proves, left],
    [words.provesNot, provesNot, left + column + gap],
  ] as const) {
    sheet.label(label, x, 670)
    sheet.write(
      'P',
      { text, style: 'text' },
      { x, y: 686, width: column, sizes: [9, 8], height: 86, color: ink },
    )
  }
  const side = 100
  const x = right - side + 8
  sheet.figure(`A QR code that leads to ${proofUrl}`, (document) =>
    drawQrCode(document, { text: proofUrl, x, y: 654, side, color: ink }),
  )
  const caption: StyledText = { text: words.page, style: 'text' }
  const captionWidth = sheet.type.measure(caption, 8)
  const place = { x: right - captionWidth, y: 763, width: captionWidth + 1, sizes: [8], height: 11 }
  sheet.link(proofUrl, caption, { ...place, color: inkSoft })
  sheet.write(
    'P',
    { text: footer, style: 'text' },
    { x: left, y: 790, width, sizes: [7.5, 6], height: 21, color: inkSoft },
  )
}
