import { Sheet } from '../../../platform/typesetting/sheet.ts'
import type { CertificateContent } from './certificate-content.ts'
import { drawGuidePage } from './certificate-guide.ts'
import { guideTexts } from './certificate-labels.ts'
import { certificateLayout } from './certificate-layout.ts'
import { drawCropMarks, drawLogo, drawQrCode, drawSealAt, drawStamp } from './certificate-marks.ts'

/** Draws the pages. Texts of any script are wrapped and scaled to fit; nothing extends beyond a page. */
export async function drawCertificate(content: CertificateContent): Promise<Uint8Array> {
  const { panel, rules, logo, elements } = certificateLayout(content, { hasQrCode: true })
  const texts = elements.filter((element) => element.kind === 'text')
  const info = {
    title: `${content.shopName} certificate: ${content.projectName}`,
    author: content.shopName,
    subject: `SHA-256 ${content.fingerprint}`,
    createdAt: content.sealedAt,
  }
  const sheet = await Sheet.open(info, [...texts, ...guideTexts(content.guides)])
  sheet.ornament((document) => {
    drawCropMarks(document)
    drawLogo(document, logo)
    document.rect(panel.x, panel.y, panel.width, panel.height).fill(panel.color)
  })
  for (const y of rules) sheet.rule(y)
  for (const element of elements) {
    if (element.kind === 'text') sheet.writeText(element)
    else if (element.kind === 'stamp') sheet.ornament((document) => drawStamp(document, element))
    else {
      const draw = element.kind === 'seal' ? drawSealAt : drawQrCode
      sheet.figure(element.alt, (document) => draw(document, element))
    }
  }
  drawGuidePage(sheet, content)
  return sheet.end()
}
