/*
 * Not a chart library: the smallest one would make the dashboard's first load several times heavier for twelve bars.
 */
import { formatDollars } from '@priormark/core/money'
import type { MonthIncome } from '@priormark/core/overview/endpoints'
import styles from './OverviewCard.module.css'
import { chartTop, longMonth, shortMonth } from './overview-labels.ts'

const width = 600
const height = 136
const base = 112
const barWidth = 30
const step = width / 12

/** The income of the last twelve months as bars, and as a table for screen readers. */
export function IncomeChart({ months }: { months: readonly MonthIncome[] }) {
  const top = chartTop(Math.max(...months.map(({ income }) => income)))
  const heightOf = (income: number) => (income / top) * (base - 16)
  return (
    <figure className={styles.chart}>
      <figcaption>Income by month, before refunds. The line at the top is {formatDollars(top)}.</figcaption>
      <svg viewBox={`0 0 ${width} ${height}`} aria-hidden focusable="false">
        <line x1="0" x2={width} y1={base - heightOf(top)} y2={base - heightOf(top)} className={styles.grid} />
        <line x1="0" x2={width} y1={base} y2={base} className={styles.axis} />
        {months.map(({ month, income }, index) => {
          const x = index * step + (step - barWidth) / 2
          // An income too small to see still shows as a line.
          const bar = income === 0 ? 0 : Math.max(heightOf(income), 1.5)
          return (
            <g key={month}>
              <title>{`${longMonth(month)}: ${formatDollars(income)}`}</title>
              <rect x={x} y={base - bar} width={barWidth} height={bar} className={styles.bar} />
              <text x={x + barWidth / 2} y={height - 4} textAnchor="middle" className={styles.month}>
                {shortMonth(month)}
              </text>
            </g>
          )
        })}
      </svg>
      <table className="admin-hidden">
        <caption>Income by month</caption>
        <tbody>
          {months.map(({ month, income }) => (
            <tr key={month}>
              <th scope="row">{longMonth(month)}</th>
              <td>{formatDollars(income)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  )
}
