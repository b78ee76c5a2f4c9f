import { buffer } from 'node:stream/consumers'
import PDFDocument from 'pdfkit'
import { Typesetter } from '../../../platform/typesetting/typesetter.ts'
import type { CertificateContent } from './certificate-content.ts'
import { drawGuidePage } from './certificate-guide.ts'
import { guideTexts } from './certificate-labels.ts'
import { certificateLayout, left, right, rule } from './certificate-layout.ts'
import { drawCropMarks, drawLogo, drawQrCode, drawSealAt, drawStamp } from './certificate-marks.ts'
import { Sheet } from './certificate-sheet.ts'

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
  const { panel, rules, logo, elements } = certificateLayout(content, { hasQrCode: true })
  const texts = elements.filter((element) => element.kind === 'text')
  const sheet = new Sheet(
    document,
    await Typesetter.open(document, [...texts, ...guideTexts(content.guides)]),
  )
  sheet.ornament(() => {
    drawCropMarks(document)
    drawLogo(document, logo)
    document.rect(panel.x, panel.y, panel.width, panel.height).fill(panel.color)
    for (const y of rules) document.moveTo(left, y).lineTo(right, y).lineWidth(0.6).stroke(rule)
  })
  for (const element of elements) {
    if (element.kind === 'text') sheet.writeText(element)
    else if (element.kind === 'stamp') sheet.ornament(() => drawStamp(document, element))
    else {
      const draw = element.kind === 'seal' ? drawSealAt : drawQrCode
      sheet.figure(element.alt, () => draw(document, element))
    }
  }
  drawGuidePage(sheet, content)
  sheet.end()
  document.end()
  return bytes
}

/** pdfkit does not escape metadata in XML. */
function plainForMetadata(text: string): string {
  return text.toWellFormed().replace(/[<>&\p{Cc}]/gu, ' ')
}
