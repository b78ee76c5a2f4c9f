import { drawSeal } from '@priormark/core/proofs/proof/seal'
import { create } from 'qrcode'
import type { PlacedFigure } from './certificate-layout.ts'
import { ink } from '../../../platform/typesetting/page-layout.ts'

type Document = PDFKit.PDFDocument

/** Returns the path of crop marks at the corners of a page. */
export function cropMarks(page: { width: number; height: number }): string {
  const [inset, length] = [28, 16]
  const corners = [inset, page.width - inset].flatMap((x) =>
    [inset, page.height - inset].map((y) => ({ x, y })),
  )
  return corners
    .map(({ x, y }) => {
      const [inwardX, inwardY] = [x === inset ? length : -length, y === inset ? length : -length]
      return `M${x + inwardX} ${y}H${x}V${y + inwardY}`
    })
    .join('')
}

export function drawCropMarks(document: Document): void {
  document.path(cropMarks(document.page)).lineWidth(0.8).stroke(ink)
}

/** Returns the paths of the logo, a crossed circle with its first quarter filled, centered at a point. */
export function logoPaths({ x, y, radius }: { x: number; y: number; radius: number }): {
  cross: string
  quarter: string
  lineWidth: number
} {
  const reach = radius * 1.5
  const circle = `M${x - radius} ${y}A${radius} ${radius} 0 0 1 ${x + radius} ${y}A${radius} ${radius} 0 0 1 ${x - radius} ${y}Z`
  return {
    cross: `${circle}M${x} ${y - reach}V${y + reach}M${x - reach} ${y}H${x + reach}`,
    quarter: `M${x} ${y}V${y - radius}A${radius} ${radius} 0 0 1 ${x + radius} ${y}Z`,
    lineWidth: radius * 0.19,
  }
}

export function drawLogo(document: Document, place: { x: number; y: number; radius: number }): void {
  const { cross, quarter, lineWidth } = logoPaths(place)
  document.path(cross).lineWidth(lineWidth).stroke(ink)
  document.path(quarter).fill(ink)
}

/** Draws the seal of a fingerprint, centered at a point. `size` is the radius of its longest possible tick. */
export function drawSealAt(document: Document, { value, x, y, size, color }: PlacedFigure): void {
  document
    .save()
    .translate(x, y)
    .scale(size / 100)
  for (const { path, strokeWidth } of drawSeal(value))
    document.path(path).lineWidth(strokeWidth).stroke(color)
  document.restore()
}

/** Draws a QR code as one path, including the quiet zone of four modules that scanners need. */
export function drawQrCode(document: Document, { value, x, y, size, color }: PlacedFigure): void {
  const { modules } = create(value, { errorCorrectionLevel: 'M' })
  const quietModules = 4
  const module = size / (modules.size + 2 * quietModules)
  for (let row = 0; row < modules.size; row += 1) {
    for (let column = 0; column < modules.size; column += 1) {
      if (!modules.get(row, column)) continue
      document.rect(x + (column + quietModules) * module, y + (row + quietModules) * module, module, module)
    }
  }
  document.fill(color)
}
