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
import { SelectField } from '../../platform/ui/NativeSelect.tsx'
import { ScreenTitle } from '../../platform/ui/ScreenTitle.tsx'
import styles from './StatementScreen.module.css'
import { endpointPath } from '@priormark/core/platform/http/endpoint'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDownload } from '../../platform/downloads/use-download.ts'
import { useAdmin } from '../../platform/session/admin-context.tsx'

const kinds: readonly { value: PeriodKind; label: string }[] = [
  { value: 'month', label: 'Month' },
  { value: 'quarter', label: 'Quarter' },
  { value: 'tax-year', label: 'UK tax year' },
]

/** /admin/statements: the statement of a month, a quarter or a tax year. By default, it is the statement of last month. */
export function StatementScreen() {
  const { timeZone } = useShopDates()
  const [today] = useState(() => dayIn(timeZone, new Date()))
  const [params, setParams] = useSearchParams()
  const requestedPeriod = params.get('period')
  const period = v.is(Period, requestedPeriod) ? requestedPeriod : lastMonth(today)
  const kind = periodKind(period)
  const latestPeriods = recentPeriods(kind, today)
  const periods = latestPeriods.includes(period) ? latestPeriods : [period, ...latestPeriods]
  const showPeriod = (newPeriod: string) =>
    setParams({ period: newPeriod }, { replace: true, preventScrollReset: true })
  const { api } = useAdmin()
  const statement = useQuery({
    // Begins with 'orders', so that a changed order invalidates it too.
    queryKey: ['orders', 'overview', 'statement', period],
    queryFn: ({ signal }): Promise<Statement> => api.statements.read({ params: { period } }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
  return (
    <>
      <Link to={homePath} className="admin-back">
        <span aria-hidden>←</span> Back to Dashboard
      </Link>
      <div className="admin-head">
        <ScreenTitle title="Statement" />
        <div className="admin-line">
          <DownloadButton period={period} format="csv" label="Download CSV" />
          <DownloadButton period={period} format="pdf" label="Download PDF" />
        </div>
      </div>
      <section className="admin-card" aria-labelledby="statement-title" aria-busy={statement.isFetching}>
        <div className="admin-line">
          <SelectField
            label="Period"
            value={kind}
            options={kinds}
            onChange={(newKind) =>
              showPeriod(recentPeriods(newKind, today)[newKind === 'month' ? 1 : 0] ?? period)
            }
          />
          <SelectField
            label={kinds.find(({ value }) => value === kind)?.label ?? ''}
            value={period}
            options={periods.map((value) => ({ value, label: periodText(value) }))}
            onChange={showPeriod}
          />
        </div>
        <h2 id="statement-title">{periodText(period)}</h2>
        <p className="admin-soft">
          {daysText(periodDays(period))}. Each amount is on the day it moved, in the {timeZone} time zone. US
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

function DownloadButton({ period, format, label }: { period: string; format: 'csv' | 'pdf'; label: string }) {
  const download = useDownload()
  const path = endpointPath(statementEndpoints[format], { params: { period } })
  const fileName = statementFileName(period, format)
  return (
    <Button loading={download.isPending} onClick={() => download.mutate({ path, fileName })}>
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
          Stripe has not reported its fee for {missingFees === 1 ? 'one' : missingFees} of these amounts yet.
          The shop asks again automatically.
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
