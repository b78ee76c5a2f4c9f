import { formatDollars } from '@priormark/core/platform/money'
import type { MonthIncome } from '@priormark/core/orders/overview/endpoints'
import { incomeText } from '@priormark/core/orders/overview/income-text'
import { BarChart } from '../../platform/ui/BarChart.tsx'
import { longMonth, shortDollars, shortMonth } from './overview-labels.ts'

/** This month so far, and the income of the last twelve months. */
export function IncomeChart({ months }: { months: readonly MonthIncome[] }) {
  const current = months.at(-1)
  return (
    <div>
      {current !== undefined && <p>{monthText(current)}</p>}
      <BarChart
        caption="Income by month, before refunds and disputes"
        title="Income by month"
        bars={months.map(({ month, income }) => ({
          name: longMonth(month),
          label: shortMonth(month),
          value: income,
        }))}
        format={formatDollars}
        formatShort={shortDollars}
      />
    </div>
  )
}

function monthText(money: MonthIncome): string {
  return `${longMonth(money.month)} so far: ${incomeText(money)}.`
}
