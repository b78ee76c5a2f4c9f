import { type Statement, statementEndpoints } from '@priormark/core/orders/books/endpoints'
import {
  daysText,
  lastMonth,
  Period,
  periodDays,
  periodKind,
  periodText,
  recentPeriods,
  type PeriodKind,
  statementFileName,
} from '@priormark/core/orders/books/period'
import type { Income } from '@priormark/core/orders/overview/endpoints'
import { dayIn } from '@priormark/core/platform/dates'
import { formatSignedDollars } from '@priormark/core/platform/money'
import { Button } from 'antd'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import * as v from 'valibot'
import { homePath } from '../../platform/session/admin-paths.ts'
import { useShopDates } from '../../platform/session/shop-dates.tsx'
import { LoadFailed, Loading } from '../../platform/ui/list-states.tsx'
import { NativeSelect } from '../../platform/ui/NativeSelect.tsx'
import { ScreenTitle } from '../../platform/ui/ScreenTitle.tsx'
import styles from './StatementScreen.module.css'
import { endpointPath } from '@priormark/core/platform/http/endpoint'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { toastError } from '../../../ui/toast-store.ts'
import { useAdmin } from '../../platform/session/admin-context.tsx'

const kinds: readonly { value: PeriodKind; label: string }[] = [
  { value: 'month', label: 'Month' },
  { value: 'quarter', label: 'Quarter' },
  { value: 'tax-year', label: 'UK tax year' },
]

/** /admin/statements: the money that moved in a month, a quarter or a tax year, for the books. Without a period, last month. */
export function StatementScreen() {
  const { timeZone } = useShopDates()
  const [today] = useState(() => dayIn(timeZone, new Date()))
  const [params, setParams] = useSearchParams()
  const asked = params.get('period')
  const period = v.is(Period, asked) ? asked : lastMonth(today)
  const kind = periodKind(period)
  const recent = recentPeriods(kind, today)
  const periods = recent.includes(period) ? recent : [period, ...recent]
  const show = (next: string) => setParams({ period: next }, { replace: true, preventScrollReset: true })
  const statement = useStatement(period)
  return (
    <>
      <Link to={homePath} className={styles.back}>
        <span aria-hidden>←</span> Back to Dashboard
      </Link>
      <div className="admin-head">
        <ScreenTitle title="Statement" />
        <div className={styles.actions}>
          <DownloadButton period={period} ending="csv" label="Download CSV" />
          <DownloadButton period={period} ending="pdf" label="Download PDF" />
        </div>
      </div>
      <section className="admin-card" aria-labelledby="statement-title" aria-busy={statement.isFetching}>
        <div className={styles.choices}>
          <div>
            <label htmlFor="statement-kind">Period</label>
            <NativeSelect
              id="statement-kind"
              value={kind}
              options={kinds}
              onChange={(next) => show(recentPeriods(next, today)[next === 'month' ? 1 : 0] ?? period)}
            />
          </div>
          <div>
            <label htmlFor="statement-period">{kinds.find(({ value }) => value === kind)?.label}</label>
            <NativeSelect
              id="statement-period"
              value={period}
              options={periods.map((value) => ({ value, label: periodText(value) }))}
              onChange={show}
            />
          </div>
        </div>
        <h2 id="statement-title">{periodText(period)}</h2>
        <p className="admin-soft">
          {daysText(periodDays(period))}. Each amount is on the day it moved, by the clock of {timeZone}. US
          dollars.
        </p>
        {statement.isPending && <Loading label="Loading the statement" rows={6} />}
        {statement.isError && (
          <LoadFailed onRetry={() => statement.refetch()}>The statement could not be loaded.</LoadFailed>
        )}
        {statement.isSuccess && <Amounts statement={statement.data} />}
      </section>
    </>
  )
}

function DownloadButton({ period, ending, label }: { period: string; ending: 'csv' | 'pdf'; label: string }) {
  const download = useDownloadStatement(period, ending)
  return (
    <Button loading={download.isPending} onClick={() => download.mutate()}>
      {label}
    </Button>
  )
}

function Amounts({ statement }: { statement: Statement }) {
  const { missingFees, parts, period } = statement
  return (
    <>
      <table className={`admin-amounts ${styles.amounts}`} aria-labelledby="statement-title">
        <thead>
          <tr>
            <th scope="col">{periodKind(period) === 'month' ? 'Day' : 'Month'}</th>
            <th scope="col">Gross</th>
            <th scope="col">Refunds</th>
            <th scope="col">Disputes</th>
            <th scope="col">Stripe’s fees</th>
            <th scope="col">Net</th>
          </tr>
        </thead>
        <tbody>
          {parts.map((part) => (
            <tr key={part.from}>
              <th scope="row">{daysText(part)}</th>
              <AmountCells {...part} />
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Total</th>
            <AmountCells {...statement} />
          </tr>
        </tfoot>
      </table>
      {missingFees > 0 && (
        <p className="admin-soft">
          Stripe has not said yet what it takes for {missingFees === 1 ? 'one' : missingFees} of these
          amounts. The shop keeps asking.
        </p>
      )}
    </>
  )
}

function AmountCells({ income, refunds, disputes, fees, net }: Income) {
  return (
    <>
      <td data-label="Gross">{formatSignedDollars(income)}</td>
      <td data-label="Refunds">{formatSignedDollars(0 - refunds)}</td>
      <td data-label="Disputes">{formatSignedDollars(0 - disputes)}</td>
      <td data-label="Stripe’s fees">{formatSignedDollars(0 - fees)}</td>
      <td data-label="Net">{formatSignedDollars(net)}</td>
    </>
  )
}

/** The statement of a period. Its key begins like those of the orders, whose changes it counts. */
function useStatement(period: string) {
  const { api } = useAdmin()
  return useQuery({
    queryKey: ['orders', 'overview', 'statement', period],
    queryFn: ({ signal }): Promise<Statement> => api.statements.read({ params: { period } }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
}

function useDownloadStatement(period: string, ending: 'csv' | 'pdf') {
  const { platform } = useAdmin()
  return useMutation({
    mutationFn: () =>
      platform.download(
        endpointPath(statementEndpoints[ending], { params: { period } }),
        statementFileName(period, ending),
      ),
    onError: () => toastError('Download failed', 'Could not download the file'),
  })
}
