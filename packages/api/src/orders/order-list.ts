import { addDays, startOfDay } from '@priormark/core/platform/dates'
import { AppError } from '@priormark/core/platform/errors'
import { maxCount } from '@priormark/core/platform/limits'
import { orderConditions, tabConditions } from '@priormark/core/orders/order-conditions'
import { Dispute, orderStatuses, orderTabs, paymentStates, type OrderTab } from '@priormark/core/orders/order'
import type { orderEndpoints } from '@priormark/core/orders/endpoints'
import { detailNames } from '@priormark/core/orders/order-details'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import * as v from 'valibot'
import type { Em } from '../platform/database/database.ts'
import { columnsOf, compileOnce, readInChunks, readRow, readRows } from '../platform/database/rows.ts'
import { conditionSql } from '../order-book/order-condition-sql.ts'
import { hasLeaf } from '../proofs/leaves/batch-entities.ts'
import { indexedSearchText, orderSearchPatterns } from '../order-book/order-search.ts'

type ListQuery = v.InferOutput<typeof orderEndpoints.list.query>
type PageOf = Pick<ListQuery, 'page' | 'limit'>

/** Which orders are listed, and the zone of the days; UTC if absent. */
export type OrderFilter = Omit<ListQuery, keyof PageOf> & { timeZone?: string }

/** The stored columns that administrators see of an order. */
const StoredColumns = v.object({
  id: v.string(),
  number: v.number(),
  ...v.entriesFromList(detailNames, v.string()),
  fileName: v.string(),
  fileSize: v.number(),
  fileSha256: v.string(),
  storageKey: v.nullable(v.string()),
  createdAt: v.date(),
  status: v.picklist(orderStatuses),
  amountCents: v.number(),
  paymentConfirmed: v.boolean(),
  paymentIntentId: v.nullable(v.string()),
  paymentState: v.picklist(paymentStates),
  refundedCents: v.number(),
  dispute: v.nullable(Dispute),
  secondDispute: v.nullable(Dispute),
  paidAt: v.nullable(v.date()),
  startRequestedAt: v.nullable(v.date()),
  completedAt: v.nullable(v.date()),
  confirmationEmailSent: v.boolean(),
  fulfillmentEmailSent: v.boolean(),
  blockchainLink: v.nullable(v.string()),
})
const OrderColumns = v.object({
  ...StoredColumns.entries,
  hasLeaf: v.boolean(),
  hasFailedRefund: v.boolean(),
})
export type OrderColumns = v.InferOutput<typeof OrderColumns>

/** A refund failed after it was sent, and no other one followed: it needs a person. Counts for 90 days. */
export const hasFailedRefund = sql<boolean>`${conditionSql(orderConditions.isPaidByCard)} and exists (
  select from refund f where f.order_id = orders.id and f.state = 'rejected' and f.provider_id is not null
    and f.requested_at > now() - interval '90 days'
    and not exists (select from refund r where r.order_id = f.order_id and r.requested_at > f.requested_at
                      and r.state <> 'rejected'))`

/** A frequent query: plain rows map directly to the view, since creating entities takes several times as long as the query. */
const orderColumns = compileOnce(sql`${columnsOf(StoredColumns)},
  ${hasLeaf} as "hasLeaf", ${hasFailedRefund} as "hasFailedRefund"`)

const tabs = Object.fromEntries(
  orderTabs.map((tab) => [tab, compileOnce(conditionSql(tabConditions[tab]))]),
) as Record<OrderTab, RawBuilder<SqlBool>>

/** Returns the condition that matching orders meet. */
function orderCondition({ tab, search, date, from, to, timeZone = 'UTC' }: OrderFilter): RawBuilder<SqlBool> {
  const conditions = [tabs[tab]]
  if (search !== '') {
    const { text, indexed } = orderSearchPatterns(search)
    // Both patterns match nearly the same rows. The planner would multiply their selectivities, and then not use the index that
    // sorts a page; for a coalesce() it assumes half the rows.
    conditions.push(
      sql`coalesce(search_text like ${text}, false) and ${sql.raw(indexedSearchText)} like ${indexed}`,
    )
  }
  const column = sql.ref(date === 'paid' ? 'paid_at' : 'created_at')
  if (date === 'paid') conditions.push(sql`paid_at is not null`)
  if (from !== '') conditions.push(sql`${column} >= ${startOfDay(timeZone, from)}`)
  if (to !== '') conditions.push(sql`${column} < ${startOfDay(timeZone, addDays(to, 1))}`)
  return sql.join(conditions, sql` and `)
}

// Numbers are literals: a query without parameters takes one protocol message instead of four.
const highestCount = sql.lit(maxCount)
const oneMore = sql.lit(maxCount + 1)

function ofPage({ page, limit }: PageOf): RawBuilder<unknown> {
  return sql`order by created_at desc, id desc limit ${sql.lit(limit)} offset ${sql.lit((page - 1) * limit)}`
}

/** Reads one order. @throws AppError not_found */
export async function readOrderColumns(em: Em, id: string): Promise<OrderColumns> {
  const [row] = await readRows(em, OrderColumns)`select ${orderColumns} from orders where id = ${id}`
  if (row === undefined) throw new AppError('not_found', 'This order doesn’t exist')
  return row
}

/**
 * Returns a page of orders, newest first, and the count for the header: '42', or '1000+' above the limit. A few matching orders are
 * read once, then counted and sorted. If many match, an index finds the orders of the page. Rows are read only for the page, so that
 * a deep page does not read all rows before it.
 */
export function readOrderPage(
  em: Em,
  filter: OrderFilter,
  page: PageOf,
): Promise<{ rows: OrderColumns[]; total: string }> {
  const read = filter.search === '' ? readUnsearchedPage : readSearchedPage
  return read(em, orderCondition(filter), ofPage(page))
}

/** A page past the end is one row with only the count. */
const PageRow = v.union([
  v.object({ ...OrderColumns.entries, matching: v.number() }),
  v.object({ id: v.null(), matching: v.number() }),
])

async function readUnsearchedPage(em: Em, condition: RawBuilder<SqlBool>, pageOrder: RawBuilder<unknown>) {
  const rows = await readRows(em, PageRow)`
    with matches as materialized (select id, created_at from orders where ${condition} limit ${oneMore}),
      total as materialized (select count(*)::int as matching from matches),
      page as materialized (
        (select id from matches where (select matching from total) <= ${highestCount} ${pageOrder})
        union all
        (select id from orders where ${condition} and (select matching from total) > ${highestCount} ${pageOrder})
      )
    select ${orderColumns}, matching from total left join (page join orders using (id)) on true
    order by created_at desc, id desc`
  return { rows: rows.filter((row) => row.id !== null), total: shownCount(rows[0]?.matching ?? 0) }
}

const Matches = v.object({ matching: v.number(), ids: v.array(v.string()) })

/** Reads the rows with a query of their own, because planning their columns takes longer than most searches. */
async function readSearchedPage(em: Em, condition: RawBuilder<SqlBool>, pageOrder: RawBuilder<unknown>) {
  const { matching, ids } = await readRow(em, Matches)`
    with matches as materialized (select id, created_at from orders where ${condition} limit ${oneMore})
    select matching, array(select id from matches where matching <= ${highestCount} ${pageOrder}) as ids
    from (select count(*)::int as matching from matches) as total`
  const total = shownCount(matching)
  const hasMany = matching > maxCount
  if (!hasMany && ids.length === 0) return { rows: [], total }
  const pageIds = hasMany
    ? sql`array(select id from orders where ${condition} ${pageOrder})`
    : sql`${ids}::uuid[]`
  const rows = await readRows(em, OrderColumns)`
    select ${orderColumns} from orders where id = any(${pageIds}) order by created_at desc, id desc`
  return { rows, total }
}

/** Returns how many orders each tab has, each as '42', or '1000+' above the limit. */
export async function countTabs(em: Em, filter: Omit<OrderFilter, 'tab'>): Promise<Record<OrderTab, string>> {
  const count = (tab: OrderTab) => countOrders(em, { ...filter, tab })
  return {
    'to-fulfill': await count('to-fulfill'),
    all: await count('all'),
    pending: await count('pending'),
    paid: await count('paid'),
    completed: await count('completed'),
    refunded: await count('refunded'),
    disputed: await count('disputed'),
  }
}

function shownCount(count: number): string {
  return count > maxCount ? `${maxCount}+` : String(count)
}

/** Returns how many orders match: '42', or '1000+' above the limit. */
export async function countOrders(em: Em, filter: OrderFilter): Promise<string> {
  const { matching } = await readRow(em, v.object({ matching: v.number() }))`
    select count(*)::int as matching
    from (select 1 from orders where ${orderCondition(filter)} limit ${oneMore}) as fitting`
  return shownCount(matching)
}

/** Yields all orders that match the filter, newest first, in chunks. */
export function readOrderChunks(em: Em, filter: OrderFilter): AsyncGenerator<OrderColumns[]> {
  const condition = orderCondition(filter)
  return readInChunks((last, limit) => {
    const after = last === undefined ? sql`` : sql`and (created_at, id) < (${last.createdAt}, ${last.id})`
    return readRows(em, OrderColumns)`
      select ${orderColumns} from orders where ${condition} ${after}
      order by created_at desc, id desc limit ${limit}`
  })
}
