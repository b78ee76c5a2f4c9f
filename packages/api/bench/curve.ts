/** How a figure should grow with the size of its input, n. */
export type Growth = 'constant' | 'log n' | 'n'

export interface Line {
  name: string
  expected: Growth
  /** Processor time: drawn dashed, in the color of the line before it, whose response time it belongs to. */
  isCpu?: true
  points: { x: number; y: number }[]
}

/** Measured lines over one kind of size. */
export interface Curve {
  /** The file's name in docs, without its ending. */
  file: string
  title: string
  xLabel: string
  yLabel: string
  lines: Line[]
}

/**
 * Returns the slope of a line with logarithmic axes over its last two decades, where fixed costs weigh least: 0 for constant
 * cost, 1 for a cost in proportion to n.
 */
export function slopeOf({ points }: Pick<Line, 'points'>): number {
  const last = points.at(-1)?.x ?? 0
  const used = points
    .filter(({ x }) => x >= last / 100)
    .map(({ x, y }) => [Math.log(x), Math.log(y)] as const)
  const meanX = used.reduce((sum, [x]) => sum + x, 0) / used.length
  const meanY = used.reduce((sum, [, y]) => sum + y, 0) / used.length
  const along = used.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0)
  return along / used.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0)
}

/** The largest slope that still counts as a growth, since measurements vary. */
export const largestSlope: Record<Growth, number> = { constant: 0.15, 'log n': 0.3, n: 1.15 }

const [width, height] = [720, 400]
const plot = { left: 64, right: 440, top: 48, bottom: 348 }
const colors = ['#0a6b4e', '#b8321a', '#8a6d1f', '#3b5b92']
const darkColors = ['#5cc29d', '#f08a6e', '#e0b25a', '#9db8e8']

/** Draws a curve with logarithmic axes as an SVG that follows the reader's color scheme. */
export function curveSvg({ title, xLabel, yLabel, lines }: Curve): string {
  const xs = lines.flatMap(({ points }) => points.map(({ x }) => x))
  const ys = lines.flatMap(({ points }) => points.map(({ y }) => y))
  const [fromX, toX] = [Math.log10(Math.min(...xs)), Math.log10(Math.max(...xs))]
  const [fromY, toY] = [Math.floor(Math.log10(Math.min(...ys))), Math.ceil(Math.log10(Math.max(...ys)))]
  const across = (x: number) =>
    round(plot.left + ((Math.log10(x) - fromX) / (toX - fromX)) * (plot.right - plot.left))
  const down = (y: number) =>
    round(plot.bottom - ((Math.log10(y) - fromY) / (toY - fromY)) * (plot.bottom - plot.top))
  const powers = (from: number, to: number) =>
    Array.from(
      { length: Math.floor(to) - Math.ceil(from) + 1 },
      (_, index) => 10 ** (Math.ceil(from) + index),
    )

  const gridX = powers(fromX, toX).map(
    (x) =>
      `<path class="grid" d="M${across(x)} ${plot.top}V${plot.bottom}"/><text x="${across(x)}" y="${plot.bottom + 18}" text-anchor="middle">${shortNumber(x)}</text>`,
  )
  const gridY = powers(fromY, toY).map(
    (y) =>
      `<path class="grid" d="M${plot.left} ${down(y)}H${plot.right}"/><text x="${plot.left - 8}" y="${down(y) + 4}" text-anchor="end">${shortNumber(y)}</text>`,
  )
  let color = -1
  const drawn = lines.map(({ name, expected, points, isCpu = false }, index) => {
    if (!isCpu) color += 1
    const path = points.map(({ x, y }) => `${across(x)},${down(y)}`).join(' ')
    const dots = points.map(({ x, y }) => `<circle cx="${across(x)}" cy="${down(y)}" r="3"/>`).join('')
    const labelY = plot.top + 20 + index * 40
    return `<g class="line${color}${isCpu ? ' cpu' : ''}"><polyline points="${path}"/>${dots}<path d="M${plot.right + 16} ${labelY - 4}h14"/><text x="${plot.right + 36}" y="${labelY}">${escapeXml(name)}</text></g><text class="soft" x="${plot.right + 36}" y="${labelY + 16}">expected ${expected}, slope ${slopeOf({ points }).toFixed(2)}</text>`
  })
  const colorsOf = (list: readonly string[]) =>
    list.map((value, index) => `.line${index}{stroke:${value};fill:${value}}`).join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escapeXml(title)}" font-family="system-ui, sans-serif" font-size="12">
<style>svg{background:#fff}text{fill:#15140f;stroke:none}.soft{fill:#57534a;font-size:11px}.grid{stroke:#ddd6c8}polyline{fill:none;stroke-width:2}.cpu{stroke-dasharray:5 4}${colorsOf(colors)}@media(prefers-color-scheme:dark){svg{background:#1f1d18}text{fill:#f6f3ec}.soft{fill:#b9b3a5}.grid{stroke:#3a372f}${colorsOf(darkColors)}}</style>
<text x="${plot.left}" y="24" font-size="15" font-weight="600">${escapeXml(title)}</text>
${[...gridX, ...gridY, ...drawn].join('\n')}
<text class="soft" x="${plot.left}" y="${plot.bottom + 40}">${escapeXml(xLabel)}</text>
<text class="soft" x="${plot.left}" y="${plot.top - 8}">${escapeXml(yLabel)}</text>
</svg>
`
}

const round = (value: number) => Math.round(value * 10) / 10

function shortNumber(value: number): string {
  if (value >= 1_000_000) return `${value / 1_000_000}M`
  if (value >= 1_000) return `${value / 1_000}k`
  return String(value)
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
