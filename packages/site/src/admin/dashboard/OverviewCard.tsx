import { formatDollars, formatSignedDollars } from '@priormark/core/money'
import type { OverviewPeriod } from '@priormark/core/overview/endpoints'
import { shopTimeZone } from '../session/shop-dates.ts'
import { LoadFailed, Loading } from '../ui/list-states.tsx'
import { IncomeChart } from './IncomeChart.tsx'
import styles from './OverviewCard.module.css'
import { durationText, periodLabel } from './overview-labels.ts'
import { useOverview } from './overview-query.ts'

const rows: readonly { label: string; value: (period: OverviewPeriod) => string }[] = [
  { label: 'Ordered', value: ({ ordered }) => String(ordered) },
  { label: 'Paid', value: ({ paid }) => String(paid) },
  { label: 'Income', value: ({ income }) => formatDollars(income) },
  { label: 'Refunds', value: ({ refunds }) => formatSignedDollars(refunds) },
  { label: 'Disputes', value: ({ disputes }) => formatSignedDollars(disputes) },
  { label: 'Net', value: ({ net }) => formatSignedDollars(net) },
  { label: 'Recorded', value: ({ recorded }) => String(recorded) },
  { label: 'Payment to proof', value: ({ minutesToProof }) => durationText(minutesToProof) },
]

/** How the shop did today and lately. Days and months are those of the shop's time zone. */
export function OverviewCard() {
  const overview = useOverview()
  return (
    <section className={`admin-card ${styles.card}`} aria-labelledby="overview-title">
      <h2 id="overview-title">Overview</h2>
      {overview.isPending && <Loading label="Loading the overview" rows={6} />}
      {overview.isError && (
        <LoadFailed onRetry={() => void overview.refetch()}>The overview could not be loaded.</LoadFailed>
      )}
      {overview.isSuccess && (
        <p className="admin-soft">
          Days and months begin at midnight in {shopTimeZone()}. Every amount counts on the day it moved:
          disputes are what banks took back, less what they returned. Stripe’s fees are not included.
        </p>
      )}
      {overview.isSuccess && (
        <div className={styles.columns}>
          <table className={styles.figures} aria-labelledby="overview-title">
            <thead>
              <tr>
                <th scope="col">
                  <span className="admin-hidden">Figure</span>
                </th>
                {overview.data.periods.map(({ days }) => (
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
                  {overview.data.periods.map((period) => (
                    <td key={period.days}>{value(period)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
          <IncomeChart months={overview.data.months} />
        </div>
      )}
    </section>
  )
}
