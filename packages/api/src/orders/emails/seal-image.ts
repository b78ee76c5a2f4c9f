import { crc32, deflateSync } from 'node:zlib'
import { drawSeal } from '@priormark/core/proofs/proof/seal'
import { mailTones } from '../../platform/mail/mail-html.ts'
import type { MailTone } from '../../platform/mail/mail-content.ts'

/** The side of the image in pixels: twice its displayed size, for high-resolution screens. */
const side = 224
const pixelsPerUnit = side / 200

interface Stroke {
  from: [number, number]
  to: [number, number]
  halfWidth: number
}

/** Draws the seal of a fingerprint as a PNG, since email programs do not show SVG. @param sha256 64 hexadecimal digits */
export function sealPng(sha256: string, tone: MailTone): Buffer {
  const shades = new Uint8Array(side * side)
  for (const stroke of parseStrokes(sha256)) drawStroke(shades, stroke)
  return encodePng(shades, mailTones[tone])
}

function parseStrokes(sha256: string): Stroke[] {
  return drawSeal(sha256).flatMap(({ path, strokeWidth }) =>
    [...path.matchAll(/M([^ ML]+) ([^ ML]+)L([^ ML]+) ([^ ML]+)/g)].map(([, x1, y1, x2, y2]) => ({
      from: [toPixels(x1), toPixels(y1)],
      to: [toPixels(x2), toPixels(y2)],
      halfWidth: (strokeWidth * pixelsPerUnit) / 2,
    })),
  )
}

function toPixels(coordinate: string | undefined): number {
  return (Number(coordinate) + 100) * pixelsPerUnit
}

/** Darkens the pixels under a stroke, and partially those at its edge. */
function drawStroke(shades: Uint8Array, { from: [x1, y1], to: [x2, y2], halfWidth }: Stroke): void {
  const margin = Math.ceil(halfWidth) + 1
  const lengthSquared = (x2 - x1) ** 2 + (y2 - y1) ** 2
  for (let y = Math.floor(Math.min(y1, y2)) - margin; y <= Math.max(y1, y2) + margin; y++) {
    for (let x = Math.floor(Math.min(x1, x2)) - margin; x <= Math.max(x1, x2) + margin; x++) {
      const position = ((x + 0.5 - x1) * (x2 - x1) + (y + 0.5 - y1) * (y2 - y1)) / lengthSquared
      const nearestPosition = Math.min(1, Math.max(0, position))
      const [nearestX, nearestY] = [x1 + nearestPosition * (x2 - x1), y1 + nearestPosition * (y2 - y1)]
      const distance = Math.hypot(x + 0.5 - nearestX, y + 0.5 - nearestY)
      const coverage = Math.min(1, Math.max(0, halfWidth + 0.5 - distance))
      const pixel = y * side + x
      shades[pixel] = Math.max(shades[pixel] ?? 0, Math.round(coverage * 255))
    }
  }
}

/** Uses eight bits per pixel: an index into 256 shades between background and ink. */
function encodePng(shades: Uint8Array, { color, background }: { color: string; background: string }): Buffer {
  const [from, to] = [parseColor(background), parseColor(color)]
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header.set([8, 3, 0, 0, 0], 8)
  const palette = Buffer.alloc(256 * 3)
  for (let shade = 0; shade < 256; shade++) {
    palette.set(
      from.map((start, channel) => Math.round(start + (((to[channel] ?? 0) - start) * shade) / 255)),
      shade * 3,
    )
  }
  const rows = Buffer.alloc(side * (side + 1))
  for (let y = 0; y < side; y++) rows.set(shades.subarray(y * side, (y + 1) * side), y * (side + 1) + 1)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('PLTE', palette),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** Parses '#0A6B4E'. */
function parseColor(color: string): number[] {
  return [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16))
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const chunkBytes = Buffer.alloc(body.length + 8)
  chunkBytes.writeUInt32BE(data.length, 0)
  body.copy(chunkBytes, 4)
  chunkBytes.writeUInt32BE(crc32(body), body.length + 4)
  return chunkBytes
}
