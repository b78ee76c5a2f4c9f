import { drawSeal, sealViewBox } from '@priormark/core/proofs/proof/seal'
import type { MailTone } from '../../platform/mail/mail-content.ts'
import { mailTones } from '../../platform/mail/mail-html.ts'

/** The side of the image in pixels: twice its displayed size, for high-resolution screens. */
const side = 224

/** Draws the seal of a fingerprint as a PNG, since email programs do not show SVG. @param sha256 64 hexadecimal digits */
export async function sealPng(sha256: string, tone: MailTone): Promise<Buffer> {
  // Loaded with the first email, to keep the server's start fast.
  const { default: sharp } = await import('sharp')
  const { color, background } = mailTones[tone]
  const ticks = drawSeal(sha256).map(
    (quarter) => `<path d="${quarter.path}" stroke-width="${quarter.strokeWidth}"/>`,
  )
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}" viewBox="${sealViewBox}">
    <g stroke="${color}" stroke-linecap="round">${ticks.join('')}</g></svg>`
  return sharp(Buffer.from(svg)).flatten({ background }).png({ palette: true }).toBuffer()
}
