import { localMinute, startOfDay } from '@priormark/core/platform/dates'
import { dollarsFromCents } from '@priormark/core/platform/money'
import type { Statement } from '@priormark/core/orders/books/endpoints'
import { periodDays, periodParts, type PeriodDays } from '@priormark/core/orders/books/period'
import { orderNumberText } from '@priormark/core/orders/order'
import { sql } from 'kysely'
import { Readable } from 'node:stream'
import * as v from 'valibot'
import { movementKinds, type MovementKind } from '../../order-book/money-movement-entity.ts'
import { csvLine } from '../../platform/csv.ts'
import type { Em } from '../../platform/database/database.ts'
import { columnsOf, readInChunks, readRow, readRows } from '../../platform/database/rows.ts'
import { noIncome, readIncomes, type Span } from './incomes.ts'

/** Returns the statement of a period, by the days of a time zone. */
export async function readStatement(em: Em, period: string, timeZone: string): Promise<Statement> {
  const periodSpan = spanOf(timeZone, periodDays(period))
  const parts = periodParts(period)
  const [total = noIncome, ...incomes] = await readIncomes(em, [
    periodSpan,
    ...parts.map((part) => spanOf(timeZone, part)),
  ])
  const { missing } = await readRow(em, v.object({ missing: v.number() }))`
    select count(*)::int as missing from money_movement
    where fee_cents is null and at >= ${periodSpan.since} and at < ${periodSpan.until}`
  return {
    period,
    ...total,
    missingFees: missing,
    parts: parts
      .map((part, index) => ({ ...part, ...(incomes[index] ?? noIncome) }))
      .filter(({ income, refunds, disputes, fees }) =>
        [income, refunds, disputes, fees].some((amount) => amount !== 0),
      ),
  }
}

function spanOf(timeZone: string, { from, until }: PeriodDays): Span {
  return { since: startOfDay(timeZone, from), until: startOfDay(timeZone, until) }
}

const Columns = v.object({
  id: v.string(),
  at: v.date(),
  kind: v.picklist(movementKinds),
  amountCents: v.number(),
  feeCents: v.nullable(v.number()),
  paymentId: v.nullable(v.string()),
  balanceTransactionId: v.nullable(v.string()),
})
const Line = v.object({ ...Columns.entries, number: v.number() })
type Line = v.InferOutput<typeof Line>

/** The words of bookkeepers for the kinds of movements. */
const kindTexts: Record<MovementKind, string> = {
  payment: 'payment',
  refund: 'refund',
  refund_failed: 'refund returned',
  dispute: 'dispute',
  dispute_returned: 'dispute returned',
}

const headings = [
  'Date',
  'Order',
  'What',
  'Currency',
  'Amount',
  'Stripe fee',
  'Net',
  'Payment',
  'Balance transaction',
]

/** Streams the movements of a period as CSV, oldest first. Times are in `timeZone`, in a format that spreadsheets read. */
export function statementCsv(em: Em, period: string, timeZone: string): Readable {
  return Readable.from(csvLines(em, spanOf(timeZone, periodDays(period)), timeZone))
}

async function* csvLines(em: Em, span: Span, timeZone: string): AsyncGenerator<string> {
  yield `\uFEFF${csvLine(headings)}`
  for await (const lines of readLines(em, span)) {
    for (const { at, number, kind, amountCents, feeCents, paymentId, balanceTransactionId } of lines)
      yield csvLine([
        localMinute(timeZone, at).replace('T', ' '),
        orderNumberText({ number }),
        kindTexts[kind],
        'USD',
        dollarsFromCents(amountCents),
        feeCents === null ? null : dollarsFromCents(feeCents),
        dollarsFromCents(amountCents - (feeCents ?? 0)),
        paymentId,
        balanceTransactionId,
      ])
  }
}

/** Yields the movements of a span, in chunks. */
function readLines(em: Em, { since, until }: Span): AsyncGenerator<Line[]> {
  return readInChunks((last, limit) => {
    const after = last === undefined ? sql`` : sql`and (m.at, m.id) > (${last.at}, ${last.id})`
    return readRows(em, Line)`
      select ${columnsOf(Columns, 'm')}, orders.number from money_movement m join orders on orders.id = m.order_id
      where m.at >= ${since} and m.at < ${until} ${after} order by m.at, m.id limit ${limit}`
  })
}
