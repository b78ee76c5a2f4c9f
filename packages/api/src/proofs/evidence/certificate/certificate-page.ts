import { ink, inkSoft, left, width } from '../../../platform/typesetting/page-layout.ts'
import { Sheet } from '../../../platform/typesetting/sheet.ts'
import { drawStamp } from '../../../platform/typesetting/stamp.ts'
import type { ExplorerGuide } from '../../facts/anchor-facts.ts'
import type { CertificateContent } from './certificate-content.ts'
import { guideTexts, guideLabels, stepNumber } from './certificate-labels.ts'
import { certificateLayout } from './certificate-layout.ts'
import { drawCropMarks, drawLogo, drawQrCode, drawSealAt } from './certificate-marks.ts'

/** Draws a certificate as a PDF. Texts of any script are wrapped and scaled to fit; nothing extends beyond a page. */
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

/** Where the guides and the limits begin. All lengths are in points. */
const guidesTop = 168
const limitsTop = 742
const guideGap = 20

/** Draws the page that leads a reader without a technical background through the public explorers. */
function drawGuidePage(sheet: Sheet, { guides }: Pick<CertificateContent, 'guides'>): void {
  if (guides.length === 0) return
  sheet.nextPage()
  sheet.ornament(drawCropMarks)
  sheet.rule(limitsTop - 16)
  const { title, intro, batch, limits, limitsText } = guideLabels
  const heading = { x: left, y: 92, width, sizes: [22], height: 30, color: ink }
  sheet.write('H1', { text: title, style: 'display' }, heading)
  const lines = { x: left, width, sizes: [10.5], color: ink }
  sheet.write('P', { text: intro, style: 'text' }, { ...lines, y: 116, height: 14 })
  sheet.write('P', { text: batch, style: 'text' }, { ...lines, y: 132, height: 30 })
  let y = guidesTop
  for (const [n, guide] of guides.entries()) {
    const end = y + heightOf(sheet, guide)
    if (n > 0 && end > limitsTop - 24) {
      sheet.write('P', { text: guideLabels.more, style: 'text' }, { ...lines, y: limitsTop - 26, height: 14 })
      break
    }
    drawGuide(sheet, guide, y)
    y = end + guideGap
  }
  sheet.label(limits, left, limitsTop)
  const place = { x: left, y: limitsTop + 15, width, sizes: [9.5], height: 26, color: ink }
  sheet.write('P', { text: limitsText, style: 'text' }, place)
}

const lineHeight = 12.5
const stepGap = 3
const rowHeight = 14
const stepSize = 9.5
const stepIndent = 18

function countLines(sheet: Sheet, text: string): number {
  return sheet.typesetter.countLines({ text, style: 'text' }, stepSize, width - stepIndent)
}

function heightOf(sheet: Sheet, { page, steps, values }: ExplorerGuide): number {
  const stepsHeight = steps.reduce((sum, text) => sum + countLines(sheet, text) * lineHeight + stepGap, 0)
  return 35 + stepsHeight + (values.length + (page === null ? 0 : 1)) * rowHeight
}

/** Draws a guide from `top` downwards. */
function drawGuide(sheet: Sheet, { title, page, steps, values }: ExplorerGuide, top: number): void {
  let y = top + 10
  const heading = { x: left, y, width, sizes: [13], height: 18, color: ink }
  sheet.write('H2', { text: title, style: 'strong' }, heading)
  y += 19
  for (const [n, text] of steps.entries()) {
    const height = countLines(sheet, text) * lineHeight
    const step = { y, sizes: [stepSize], height, color: ink }
    sheet.write('P', { text: stepNumber(n), style: 'text' }, { ...step, x: left, width: 16 })
    const place = { ...step, x: left + stepIndent, width: width - stepIndent }
    sheet.write('P', { text, style: 'text' }, place)
    y += height + stepGap
  }
  y += 6
  if (page !== null) {
    sheet.label(guideLabels.open, left, y)
    const place = { x: left + 82, y, width: width - 82, sizes: [7.5, 6, 5], height: 10, color: inkSoft }
    sheet.link(page, { text: page, style: 'mono' }, place)
    y += rowHeight
  }
  for (const { label, value } of values) {
    sheet.label(label, left, y)
    const place = { x: left + 82, y, width: width - 82, sizes: [7.5, 6.5], height: 10, color: ink }
    sheet.write('Code', { text: value, style: 'mono' }, place)
    y += rowHeight
  }
}
