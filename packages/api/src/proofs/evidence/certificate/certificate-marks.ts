import { drawSeal } from '@priormark/core/proofs/proof/seal'
import { create } from 'qrcode'

type Document = PDFKit.PDFDocument

/** Draws crop marks at the corners of a rectangle. All lengths are in points. */
export function drawCropMarks(
  document: Document,
  { inset, length, color }: { inset: number; length: number; color: string },
): void {
  const { width, height } = document.page
  for (const [x, towardsX] of [
    [inset, 1],
    [width - inset, -1],
  ] as const) {
    for (const [y, towardsY] of [
      [inset, 1],
      [height - inset, -1],
    ] as const) {
      document
        .moveTo(x + towardsX * length, y)
        .lineTo(x, y)
        .lineTo(x, y + towardsY * length)
      document.lineWidth(0.8).stroke(color)
    }
  }
}

/** Draws the logo, a crossed circle with its first quarter filled, centered at a point. */
export function drawRegistrationMark(
  document: Document,
  { x, y, radius, color }: { x: number; y: number; radius: number; color: string },
): void {
  const reach = radius * 1.5
  document
    .circle(x, y, radius)
    .moveTo(x, y - reach)
    .lineTo(x, y + reach)
  document.moveTo(x - reach, y).lineTo(x + reach, y)
  document.lineWidth(radius * 0.19).stroke(color)
  document.path(`M${x} ${y}V${y - radius}A${radius} ${radius} 0 0 1 ${x + radius} ${y}Z`).fill(color)
}

/** Draws the seal of a fingerprint, centered at a point. `radius` is that of its longest possible tick. */
export function drawSealAt(
  document: Document,
  { sha256, x, y, radius, color }: { sha256: string; x: number; y: number; radius: number; color: string },
): void {
  document
    .save()
    .translate(x, y)
    .scale(radius / 100)
  for (const { path, strokeWidth } of drawSeal(sha256))
    document.path(path).lineWidth(strokeWidth).stroke(color)
  document.restore()
}

/** Draws a QR code as one path, including the quiet zone of four modules that scanners need. */
export function drawQrCode(
  document: Document,
  { text, x, y, side, color }: { text: string; x: number; y: number; side: number; color: string },
): void {
  const { modules } = create(text, { errorCorrectionLevel: 'M' })
  const quiet = 4
  const module = side / (modules.size + 2 * quiet)
  for (let row = 0; row < modules.size; row += 1) {
    for (let column = 0; column < modules.size; column += 1) {
      if (!modules.get(row, column)) continue
      document.rect(x + (column + quiet) * module, y + (row + quiet) * module, module, module)
    }
  }
  document.fill(color)
}
