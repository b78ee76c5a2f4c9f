import { drawSeal } from '@priormark/core/proofs/proof/seal'
import { escapeXml } from '../../../platform/escape-xml.ts'
import type { CertificateContent } from './certificate-content.ts'
import { words } from './certificate-labels.ts'
import { ink, inkSoft, left, right, rule } from './certificate-sheet.ts'

const sans = "system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const mono = "ui-monospace,'SF Mono','Cascadia Mono','DejaVu Sans Mono',Menlo,monospace"

/** The size of an A4 page and of the preview, in points. */
const pageWidth = 595
const pageHeight = 842

interface LineStyle {
  size: number
  weight?: number
  color?: string
  font?: string
}

/**
 * Draws the first page of a certificate as an image for a web page, without its QR code. It uses the reader's fonts, so texts
 * are wrapped by their number of characters only, and names must be short.
 */
export function certificatePreview(content: CertificateContent): string {
  const { shopName, status, projectName, recordedFor, file, fingerprint, root } = content
  const seal = drawSeal(fingerprint)
    .map(({ path, strokeWidth }) => `<path d="${path}" stroke-width="${strokeWidth}"/>`)
    .join('')
  const middle = left + (right - left) / 2
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${pageWidth}" height="${pageHeight}" viewBox="0 0 ${pageWidth} ${pageHeight}" font-family="${sans}">`,
    `<rect width="100%" height="100%" fill="#FFFFFF"/><rect x="${left}" y="94" width="${right - left}" height="208" fill="#F6F3EC"/>`,
    `<path d="${cropMarks()}" fill="none" stroke="${ink}" stroke-width=".8"/>`,
    `<path d="M${left} 440H${right}M${left} 526H${right}M${left} 650H${right}" stroke="${rule}" stroke-width=".6"/>`,
    registrationMark(left + 11, 67),
    `<g transform="translate(${right - 107} 198) scale(.92)" fill="none" stroke="${inkSoft}">${seal}</g>`,
    line(shopName, left + 30, 73, { size: 17, weight: 700 }),
    `<g text-anchor="end">${line(words.title, right, 72, { size: 10.5, color: inkSoft })}</g>`,
    line(status.mark, left + 24, 132, { size: 11, weight: 700, color: inkSoft }),
    line(status.message, left + 24, 170, { size: 12 }),
    line(status.moment, left + 24, 206, { size: 24, weight: 700 }),
    line(status.detail, left + 24, 246, { size: 9, color: inkSoft }),
    label(words.work, left, 325),
    line(projectName, left, 352, { size: 22, weight: 700 }),
    label(words.recordedFor, left, 402),
    line(recordedFor, left, 417, { size: 11 }),
    label(words.file, middle, 402),
    line(file, middle, 417, { size: 11 }),
    label(words.fingerprint, left, 460),
    line(fingerprint, left, 475, { size: 10, font: mono }),
    label(words.root, left, 497),
    line(root, left, 512, { size: 10, font: mono }),
    ...content.anchors.map(({ where, what }, n) => {
      const y = 562 + n * 32
      return line(where, left, y, { size: 9.5, weight: 700 }) + line(what, left + 160, y, { size: 9.5 })
    }),
    label(words.anchors, left, 546),
    label(words.proves, left, 670),
    ...paragraph(content.proves, left, 686),
    label(words.provesNot, middle, 670),
    ...paragraph(content.provesNot, middle, 686),
    ...paragraph(content.footer, left, 790, 110),
    '</svg>\n',
  ].join('')
}

function line(
  text: string,
  x: number,
  y: number,
  { size, weight = 400, color = ink, font }: LineStyle,
): string {
  const family = font === undefined ? '' : ` font-family="${font}"`
  return `<text x="${x}" y="${y}" font-size="${size}" font-weight="${weight}" fill="${color}"${family}>${escapeXml(text)}</text>`
}

/** Breaks a text into lines of a number of characters. */
function paragraph(text: string, x: number, y: number, lineLength = 46): string[] {
  const lines = text.match(new RegExp(`.{1,${lineLength}}(?:\\s|$)`, 'g')) ?? [text]
  return lines.map((part, n) => line(part.trim(), x, y + n * 12, { size: 8.5, color: inkSoft }))
}

function label(text: string, x: number, y: number): string {
  return line(text, x, y, { size: 7.5, weight: 700, color: inkSoft })
}

function registrationMark(x: number, y: number): string {
  const cross = `M${x - 11} ${y}H${x + 11}M${x} ${y - 11}V${y + 11}`
  return `<g fill="none" stroke="${ink}" stroke-width="1.4"><circle cx="${x}" cy="${y}" r="7.5"/><path d="${cross}"/></g><path d="M${x} ${y}V${y - 7.5}A7.5 7.5 0 0 1 ${x + 7.5} ${y}Z" fill="${ink}"/>`
}

function cropMarks(): string {
  const corner = (x: number, y: number, dx: number, dy: number) => `M${x + dx * 16} ${y}H${x}V${y + dy * 16}`
  const [far, low] = [pageWidth - 28, pageHeight - 28]
  return [
    corner(28, 28, 1, 1),
    corner(far, 28, -1, 1),
    corner(28, low, 1, -1),
    corner(far, low, -1, -1),
  ].join('')
}
