/** The seal's view box; the ring is centered at (0, 0). */
export const sealViewBox = '-100 -100 200 200'

const innerRadius = 62
const tickUnit = 2.1
const tickCount = 64

/** One quarter of the ring: an SVG path of radial strokes, and their width. */
interface SealQuarter {
  path: string
  strokeWidth: number
}

const quarterWidths = [2.2, 3, 3.8, 4.6] as const

/**
 * Draws a fingerprint: 64 ticks around a ring, one per hex digit, the first at twelve o'clock, clockwise. A tick is as
 * long as its digit; the four quarters differ in stroke width.
 * @param sha256 64 hexadecimal digits
 */
export function drawSeal(sha256: string): SealQuarter[] {
  const quarterLength = tickCount / quarterWidths.length
  return quarterWidths.map((strokeWidth, quarter) => {
    const first = quarter * quarterLength
    let path = ''
    for (let position = first; position < first + quarterLength; position += 1)
      path += drawTick(position, sha256)
    return { path, strokeWidth }
  })
}

function drawTick(position: number, sha256: string): string {
  const parsed = Number.parseInt(sha256[position] ?? '', 16)
  const digit = Number.isNaN(parsed) ? 0 : parsed
  const angle = (position / tickCount) * 2 * Math.PI
  const outerRadius = innerRadius + 3 + digit * tickUnit
  return `M${point(innerRadius, angle)}L${point(outerRadius, angle)}`
}

function point(radius: number, angle: number): string {
  return `${round(radius * Math.sin(angle))} ${round(-radius * Math.cos(angle))}`
}

function round(value: number): number {
  return Math.round(value * 100) / 100 || 0
}
