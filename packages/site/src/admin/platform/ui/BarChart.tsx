// Not a chart library: antd has none, and the smallest would make the dashboard's first load several times heavier for a few bars,
// see decision 0046.
import styles from './BarChart.module.css'

const width = 600
const height = 136
const baselineY = 112

interface Bar {
  /** The full name, such as 'November 2026'. */
  name: string
  /** Written under the bar; '' writes nothing. */
  label: string
  value: number
}

interface BarChartProps {
  /** Describes the bars, without a final period. */
  caption: string
  /** The heading of the table. */
  title: string
  bars: readonly Bar[]
  format: (value: number) => string
  /** Formats the value above a bar. Without it, only the table and the tooltips show values. */
  formatShort?: (value: number) => string
}

/** Values over time as bars, and as a table for screen readers. */
export function BarChart({ caption, title, bars, format, formatShort }: BarChartProps) {
  const axisMax = roundUp(Math.max(...bars.map(({ value }) => value)))
  const heightOf = (value: number) => (value / axisMax) * (baselineY - 16)
  const step = width / bars.length
  const barWidth = step * 0.6
  return (
    <figure className={styles.chart}>
      <figcaption className="admin-small">
        {caption}. The line at the top is {format(axisMax)}.
      </figcaption>
      <svg viewBox={`0 0 ${width} ${height}`} aria-hidden focusable="false">
        <line x1="0" x2={width} y1={16} y2={16} className={styles.grid} />
        <line x1="0" x2={width} y1={baselineY} y2={baselineY} className={styles.axis} />
        {bars.map(({ name, label, value }, index) => {
          const x = index * step + (step - barWidth) / 2
          // A value too small to see still shows as a line.
          const barHeight = value === 0 ? 0 : Math.max(heightOf(value), 1.5)
          const barY = baselineY - barHeight
          return (
            <g key={name}>
              <title>{`${name}: ${format(value)}`}</title>
              <rect x={x} y={barY} width={barWidth} height={barHeight} className={styles.bar} />
              {formatShort !== undefined && value > 0 && (
                <text x={x + barWidth / 2} y={barY - 4} textAnchor="middle" className={styles.value}>
                  {formatShort(value)}
                </text>
              )}
              <text {...labelPosition(x + barWidth / 2, label)} y={height - 4} className={styles.label}>
                {label}
              </text>
            </g>
          )
        })}
      </svg>
      {/* Tables ignore their height, so without this box it would make the page longer. */}
      <div className="admin-hidden">
        <table>
          <caption>{title}</caption>
          <tbody>
            {bars.map(({ name, value }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{format(value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  )
}

/** Centers a label under its bar, or aligns it with the edge where it would be cut off. Its width is estimated for a phone. */
function labelPosition(center: number, label: string) {
  const halfWidth = label.length * 5.5
  if (center < halfWidth) return { x: 0, textAnchor: 'start' } as const
  if (center > width - halfWidth) return { x: width, textAnchor: 'end' } as const
  return { x: center, textAnchor: 'middle' } as const
}

/** Rounds a value up to 1, 2 or 5 times a power of ten, at least 10. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(value, 10)))
  return [1, 2, 5, 10].map((step) => step * power).find((rounded) => rounded >= value) ?? 10 * power
}
