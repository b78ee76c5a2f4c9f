import type { SoakMeter, SoakSecond } from './soak-meter.ts'

const width = 1_000
const height = 160
const gap = 50
const left = 60

/** Draws errors, latency and memory over time, with the faults in the background, as an SVG. */
export function plotSoak(meter: SoakMeter): string {
  const panels: [title: string, ...lines: [color: string, value: (second: SoakSecond) => number][]][] = [
    ['calls (gray) and errors (red) per second', ['#888', (s) => s.calls], ['#c22', (s) => s.errors]],
    ['latency in ms: p50 (green), p99 (blue)', ['#2a7', (s) => s.p50], ['#27c', (s) => s.p99]],
    ['memory of both processes in MB', ['#73a', (s) => s.memory]],
  ]
  const { seconds, faults } = meter
  const end = Math.max(1, seconds.at(-1)?.at ?? 1)
  const x = (second: number) => left + (second / end) * width
  const total = panels.length * (height + gap)
  const bands = faults.map(
    ({ name, from, to }) =>
      `<rect x="${x(from).toFixed(1)}" y="0" width="${Math.max(2, x(to) - x(from)).toFixed(1)}" height="${total}" fill="#fda" opacity="0.5"/>` +
      `<text x="${x(from).toFixed(1)}" y="12">${name}</text>`,
  )
  const drawn = panels.map(([title, ...lines], index) => {
    const top = index * (height + gap) + 40
    const max = Math.max(1, ...lines.flatMap(([, value]) => seconds.map(value)))
    const y = (value: number) => top + height - (value / max) * height
    const paths = lines.map(([color, value]) => {
      const points = seconds.map((second) => `${x(second.at).toFixed(1)},${y(value(second)).toFixed(1)}`)
      return `<polyline fill="none" stroke="${color}" stroke-width="1.2" points="${points.join(' ')}"/>`
    })
    const axis = `<path d="M${left} ${top}V${top + height}H${left + width}" fill="none" stroke="#333"/>`
    const words = `<text x="${left}" y="${top - 6}">${title}</text><text x="2" y="${top + 10}">${Math.round(max)}</text><text x="2" y="${top + height}">0</text>`
    return axis + words + paths.join('')
  })
  const size = `width="${left + width + 20}" height="${total + 30}"`
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} font-family="sans-serif" font-size="12"><rect ${size} fill="#fff"/>${bands.join('')}${drawn.join('')}<text x="${left}" y="${total + 24}">${Math.round(end)} seconds</text></svg>\n`
}
