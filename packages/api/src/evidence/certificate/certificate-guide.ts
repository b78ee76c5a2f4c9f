import type { ExplorerGuide } from '../../proofs/explorer-steps.ts'
import type { CertificateContent } from './certificate-content.ts'
import { guideWords, stepNumber } from './certificate-labels.ts'
import { drawCropMarks } from './certificate-marks.ts'
import { ink, inkSoft, left, rule, width, type Sheet } from './certificate-sheet.ts'

/** Where the guides begin, and where the limits are, in points. */
const firstGuide = 168
const limitsTop = 742

/** A page has room for this many guides; further records are in the README of the evidence. */
const maxGuides = 2

/** Draws the page that leads a reader without a technical background through the public explorers. */
export function drawGuidePage(sheet: Sheet, { guides }: Pick<CertificateContent, 'guides'>): void {
  if (guides.length === 0) return
  sheet.nextPage()
  sheet.ornament((document) => {
    drawCropMarks(document, { inset: 28, length: 16, color: ink })
    document
      .moveTo(left, limitsTop - 16)
      .lineTo(left + width, limitsTop - 16)
      .lineWidth(0.6)
      .stroke(rule)
  })
  const { title, intro, batch, limits, limitsText } = guideWords
  const heading = { x: left, y: 92, width, sizes: [22], height: 30, color: ink }
  sheet.write('H1', { text: title, style: 'display' }, heading)
  const lines = { x: left, width, sizes: [10.5], color: ink }
  sheet.write('P', { text: intro, style: 'text' }, { ...lines, y: 116, height: 14 })
  sheet.write('P', { text: batch, style: 'text' }, { ...lines, y: 132, height: 30 })
  let y = firstGuide
  for (const guide of guides.slice(0, maxGuides)) y = drawGuide(sheet, guide, y) + 20
  sheet.label(limits, left, limitsTop)
  const place = { x: left, y: limitsTop + 15, width, sizes: [9.5], height: 26, color: ink }
  sheet.write('P', { text: limitsText, style: 'text' }, place)
}

/** Draws a guide from `top` downwards. Returns where it ends. */
function drawGuide(sheet: Sheet, { title, page, steps, values }: ExplorerGuide, top: number): number {
  let y = top + 10
  const heading = { x: left, y, width, sizes: [13], height: 18, color: ink }
  sheet.write('H2', { text: title, style: 'strong' }, heading)
  y += 19
  for (const [n, text] of steps.entries()) {
    const lines = sheet.type.countLines({ text, style: 'text' }, 9.5, width - 18)
    const step = { y, sizes: [9.5], height: lines * 12.5, color: ink }
    sheet.write('P', { text: stepNumber(n), style: 'text' }, { ...step, x: left, width: 16 })
    sheet.write('P', { text, style: 'text' }, { ...step, x: left + 18, width: width - 18 })
    y += lines * 12.5 + 3
  }
  y += 6
  if (page !== null) {
    sheet.label(guideWords.open, left, y)
    const place = { x: left + 82, y, width: width - 82, sizes: [7.5, 6, 5], height: 10, color: inkSoft }
    sheet.link(page, { text: page, style: 'mono' }, place)
    y += 14
  }
  for (const { label, value } of values) {
    sheet.label(label.toUpperCase(), left, y)
    const place = { x: left + 82, y, width: width - 82, sizes: [7.5, 6.5], height: 10, color: ink }
    sheet.write('Code', { text: value, style: 'mono' }, place)
    y += 14
  }
  return y
}
