import { formatDollars } from '@priormark/core/money'
import type { MonthIncome } from '@priormark/core/overview/endpoints'
import { BarChart } from '../ui/BarChart.tsx'
import { longMonth, shortMonth } from './overview-labels.ts'

/** The income of the last twelve months. */
export function IncomeChart({ months }: { months: readonly MonthIncome[] }) {
  return (
    <BarChart
      caption="Income by month, before refunds"
      title="Income by month"
      bars={months.map(({ month, income }) => ({
        name: longMonth(month),
        label: shortMonth(month),
        value: income,
      }))}
      format={formatDollars}
    />
  )
}
