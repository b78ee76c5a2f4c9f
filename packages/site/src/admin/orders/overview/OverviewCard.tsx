import { formatDollars, formatSignedDollars } from '@priormark/core/platform/money'
import {
  type MonthIncome,
  type Overview,
  overviewDays,
  type OverviewPeriod,
  incomeText,
} from '@priormark/core/orders/overview/endpoints'
import { periodText } from '@priormark/core/orders/books/period'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { useAdmin } from '../../platform/session/admin-context.tsx'
import { useShopDates } from '../../platform/session/shop-dates.tsx'
import { NativeSelect } from '../../platform/ui/NativeSelect.tsx'
import { BarChart } from '../../platform/ui/BarChart.tsx'
import { LoadFailed, Loading } from '../../platform/ui/list-states.tsx'
import styles from './OverviewCard.module.css'
import { durationText, periodLabel, shortDollars, shortMonth } from './overview-labels.ts'

const rows: readonly { label: string; value: (period: OverviewPeriod) => string }[] = [
  { label: 'Ordered', value: ({ ordered }) => String(ordered) },
  { label: 'Paid', value: ({ paid }) => String(paid) },
  { label: 'Income', value: ({ income }) => formatDollars(income) },
  { label: 'Refunds', value: ({ refunds }) => formatSignedDollars(refunds) },
  { label: 'Disputes', value: ({ disputes }) => formatSignedDollars(disputes) },
  { label: 'Stripe’s fees', value: ({ fees }) => formatSignedDollars(fees) },
  { label: 'Net', value: ({ net }) => formatSignedDollars(net) },
  { label: 'Recorded', value: ({ recorded }) => String(recorded) },
  { label: 'Payment to proof', value: ({ minutesToProof }) => durationText(minutesToProof) },
]

const noIncome = { income: 0, refunds: 0, disputes: 0, fees: 0, net: 0 }

/** Rendered invisibly until the overview arrives, so that nothing below moves then. Its values are never shown. */
const placeholder: Overview = {
  periods: overviewDays.map((days) => ({
    days,
    ...noIncome,
    ordered: 0,
    paid: 0,
    recorded: 0,
    minutesToProof: null,
  })),
  months: Array.from({ length: 12 }, (_, index) => ({
    month: `2000-${String(index + 1).padStart(2, '0')}`,
    ...noIncome,
  })),
}

/** The shop's figures of the last days and months, which begin at midnight in its time zone. */
export function OverviewCard() {
  const { api } = useAdmin()
  const overview = useQuery({
    // Begins with 'orders', so that a changed order invalidates it too.
    queryKey: ['orders', 'overview'],
    queryFn: ({ signal }) => api.overview.read({}, { signal }),
    staleTime: 60_000,
  })
  return (
    <section className="admin-card" aria-labelledby="overview-title">
      <h2 id="overview-title">Overview</h2>
      {overview.isPending && (
        <div className={styles.pending}>
          <Loading label="Loading the overview" rows={8} />
          <Figures {...placeholder} />
        </div>
      )}
      {overview.isError && (
        <LoadFailed onRetry={() => overview.refetch()}>The overview could not be loaded.</LoadFailed>
      )}
      {overview.isSuccess && <Figures {...overview.data} />}
    </section>
  )
}

function Figures({ periods, months }: Overview) {
  const { timeZone } = useShopDates()
  return (
    <div>
      <p className="admin-soft">
        Days and months begin at midnight in {timeZone}. Every amount counts on the day it moved: disputes are
        what banks took back, less what they returned.
      </p>
      <div className={styles.columns}>
        <table className={`admin-amounts ${styles.figures}`} aria-labelledby="overview-title">
          <thead>
            <tr>
              <th scope="col">
                <span className="admin-hidden">Figure</span>
              </th>
              {periods.map(({ days }) => (
                <th key={days} scope="col">
                  {periodLabel[days]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ label, value }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                {periods.map((period) => (
                  <td key={period.days}>{value(period)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        <IncomeChart months={months} />
      </div>
    </div>
  )
}

function IncomeChart({ months }: { months: readonly MonthIncome[] }) {
  const [chosenMonth, setChosenMonth] = useState('')
  const currentMonth = months.at(-1)
  // The chosen month may have left the list while the screen is open.
  const shownMonth = months.find(({ month }) => month === chosenMonth) ?? currentMonth
  return (
    <div>
      {shownMonth !== undefined && (
        <>
          <div className="admin-line">
            <NativeSelect
              aria-label="Month"
              value={shownMonth.month}
              options={months.toReversed().map(({ month }) => ({ value: month, label: periodText(month) }))}
              onChange={setChosenMonth}
            />
            <Link to={`/admin/statements?period=${shownMonth.month}`}>Statement</Link>
          </div>
          <p aria-live="polite">
            {periodText(shownMonth.month)}
            {shownMonth === currentMonth && ' so far'}: {incomeText(shownMonth)}.
          </p>
        </>
      )}
      <BarChart
        caption="Income by month, before refunds and disputes"
        title="Income by month"
        bars={months.map(({ month, income }) => ({
          name: periodText(month),
          label: shortMonth(month),
          value: income,
        }))}
        format={formatDollars}
        formatShort={shortDollars}
      />
    </div>
  )
}
