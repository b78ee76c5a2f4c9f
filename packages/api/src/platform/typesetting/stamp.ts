import { ink } from './page-layout.ts'

/** The frame of a stamp, turned around its center. Lengths in points. */
export interface PlacedStamp {
  kind: 'stamp'
  x: number
  y: number
  width: number
  height: number
  rotationDegrees: number
}

/** Draws the frame of a stamp. */
export function drawStamp(
  document: PDFKit.PDFDocument,
  { x, y, width, height, rotationDegrees }: PlacedStamp,
): void {
  document
    .save()
    .rotate(rotationDegrees, { origin: [x + width / 2, y + height / 2] })
    .roundedRect(x, y, width, height, 2)
    .lineWidth(2)
    .stroke(ink)
    .restore()
}
