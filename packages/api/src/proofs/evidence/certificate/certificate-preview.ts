import { drawSeal } from '@priormark/core/proofs/proof/seal'
import { escapeXml } from '../../../platform/escape-xml.ts'
import type { PlacedStamp } from '../../../platform/typesetting/stamp.ts'
import type { TextPlace } from '../../../platform/typesetting/typesetter.ts'
import type { CertificateContent } from './certificate-content.ts'
import { ink, left, right, rule } from '../../../platform/typesetting/page-layout.ts'
import { certificateLayout } from './certificate-layout.ts'
import { cropMarks, logoPaths } from './certificate-marks.ts'

/** Fonts of the reader's machine that resemble those of the site, because an image loads no fonts. */
const families = {
  text: "'Source Serif 4','Source Serif Pro',Charter,Georgia,'Noto Serif',serif",
  display: "'Bricolage Grotesque',system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif",
  mono: "'JetBrains Mono',ui-monospace,'SF Mono','Cascadia Mono','DejaVu Sans Mono',Menlo,monospace",
}

/** The size of an A4 page and of the preview, in points. */
const pageWidth = 595
const pageHeight = 842

/** The average width of a character and the height of a line, as multiples of the font size. */
const characterWidth = 0.55
const lineHeight = 1.3

/**
 * Draws the first page of a certificate as an image for a web page, without its QR code and links. It uses the reader's
 * fonts, so texts are wrapped by their number of characters only, and names must be short.
 */
export function certificatePreview(content: CertificateContent): string {
  const { panel, rules, logo, elements } = certificateLayout(content, { hasQrCode: false })
  const { cross, quarter, lineWidth } = logoPaths(logo)
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${pageWidth}" height="${pageHeight}" viewBox="0 0 ${pageWidth} ${pageHeight}" font-family="${families.text}">`,
    `<rect width="100%" height="100%" fill="#FFFFFF"/><rect x="${panel.x}" y="${panel.y}" width="${panel.width}" height="${panel.height}" fill="${panel.color}"/>`,
    `<path d="${cropMarks({ width: pageWidth, height: pageHeight })}" fill="none" stroke="${ink}" stroke-width=".8"/>`,
    `<path d="${rules.map((y) => `M${left} ${y}H${right}`).join('')}" stroke="${rule}" stroke-width=".6"/>`,
    `<path d="${cross}" fill="none" stroke="${ink}" stroke-width="${lineWidth}"/><path d="${quarter}" fill="${ink}"/>`,
    ...elements.map((element) => {
      if (element.kind === 'qrCode' || 'link' in element) return ''
      if (element.kind === 'text') return textElement(element)
      if (element.kind === 'stamp') return stampFrame(element)
      const { value, x, y, size, color } = element
      const ticks = drawSeal(value).map(
        ({ path, strokeWidth }) => `<path d="${path}" stroke-width="${strokeWidth}"/>`,
      )
      return `<g transform="translate(${x} ${y}) scale(${size / 100})" fill="none" stroke="${color}">${ticks.join('')}</g>`
    }),
    '</svg>\n',
  ].join('')
}

function stampFrame({ x, y, width, height, rotationDegrees }: PlacedStamp): string {
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="2" fill="none" stroke="${ink}" stroke-width="2" transform="rotate(${rotationDegrees} ${x + width / 2} ${y + height / 2})"/>`
}

type PreviewText = Extract<ReturnType<typeof certificateLayout>['elements'][number], { kind: 'text' }>

/** Writes a text at the first size at which it fits its place, in one line or several. */
function textElement({ style, text, place, isRightAligned = false }: PreviewText): string {
  const content = style === 'mono' ? text.replaceAll(' ', '') : text
  const fits = (size: number) => {
    const { length } = linesOf(content, size, place)
    return length === 1 || length * size * lineHeight <= place.height
  }
  const size = place.sizes.find(fits) ?? place.sizes.at(-1) ?? 0
  const weight = style === 'strong' || style === 'display' ? 700 : 400
  const font = style === 'text' ? '' : ` font-family="${style === 'mono' ? families.mono : families.display}"`
  const alignment = isRightAligned ? ' text-anchor="end"' : ''
  return linesOf(content, size, place)
    .map((line, n) => {
      const y = place.y + n * size * lineHeight
      return `<text x="${place.x}" y="${y}" font-size="${size}" font-weight="${weight}" fill="${place.color}"${font}${alignment}>${escapeXml(line)}</text>`
    })
    .join('')
}

/** Wraps a text at its spaces by the average width of a character. */
function linesOf(text: string, size: number, { width }: Pick<TextPlace, 'width'>): string[] {
  const lineLength = Math.floor(width / (size * characterWidth))
  const lines = text.match(new RegExp(`.{1,${lineLength}}(?:\\s|$)`, 'g')) ?? [text]
  return lines.map((line) => line.trim())
}
