import { UnderscoreNamingStrategy } from '@mikro-orm/core'
import { addDays, startOfDay } from '@priormark/core/platform/dates'
import { AppError } from '@priormark/core/platform/errors'
import { maxCount } from '@priormark/core/platform/limits'
import { tabConditions } from '@priormark/core/orders/order-conditions'
import type { OrderDate, OrderTab } from '@priormark/core/orders/order'
import type { Em } from '../platform/database/database.ts'
import { conditionSql } from '../order-book/order-condition-sql.ts'
import { indexedSearchText, orderSearchPatterns } from '../order-book/order-search.ts'
import { requiredColumns, type OrderColumns } from './order-view.ts'

export interface OrderFilter {
  tab: OrderTab
  search: string
  /** What the days are about; 'paid' has only paid orders, also without days. */
  date: OrderDate
  /** Inclusive days, such as '2026-11-21'; '' does not filter. */
  from: string
  to: string
  /** The zone of the days; UTC if absent. */
  timeZone?: string
}

interface PageOf {
  /** Starts at 1. */
  page: number
  limit: number
}

/** A refund failed after it was sent, and no other one followed: it waits for a person, for 90 days at most. */
export const hasFailedRefund = `payment_state in ('paid', 'partially_refunded') and exists (
  select from refund f where f.order_id = orders.id and f.state = 'rejected' and f.provider_id is not null
    and f.requested_at > now() - interval '90 days'
    and not exists (select from refund r where r.order_id = f.order_id and r.requested_at > f.requested_at
                      and r.state <> 'rejected'))`

/** A frequent query: plain rows map directly to the view, since hydrating entities costs several times the statement. */
export const orderColumns = `${requiredColumns.map(selectedColumn).join(', ')}, storage_key as "storageKey",
  created_at as "createdAt", payment_intent_id as "paymentIntentId", dispute, second_dispute as "secondDispute",
  paid_at as "paidAt", start_requested_at as "startRequestedAt", completed_at as "completedAt",
  blockchain_link as "blockchainLink", exists (select from proof_leaf where order_id = orders.id) as "hasLeaf",
  ${hasFailedRefund} as "hasFailedRefund"`

/** 'firstName' -> 'first_name as "firstName"'. */
function selectedColumn(property: string): string {
  return `${new UnderscoreNamingStrategy().propertyToColumnName(property)} as "${property}"`
}

/** A statement with `?` for each parameter. */
export interface Statement {
  sql: string
  params: (string | number)[]
}

/** Returns the condition that matching orders meet. */
export function orderCondition({ tab, search, date, from, to, timeZone = 'UTC' }: OrderFilter): Statement {
  const parts = [{ sql: conditionSql(tabConditions[tab]), params: [] as string[] }]
  if (search !== '') {
    const { text, indexed } = orderSearchPatterns(search)
    // Both patterns find nearly the same rows. The planner multiplies the shares that it expects of each, and then avoids the index
    // of a page's order; of a coalesce() it expects half the rows.
    const sql = `coalesce(search_text like ?, false) and ${indexedSearchText} like ?`
    parts.push({ sql, params: [text, indexed] })
  }
  const column = date === 'paid' ? 'paid_at' : 'created_at'
  if (date === 'paid') parts.push({ sql: 'paid_at is not null', params: [] })
  if (from !== '') parts.push({ sql: `${column} >= ?`, params: [startOfDay(timeZone, from).toISOString()] })
  if (to !== '') {
    parts.push({ sql: `${column} < ?`, params: [startOfDay(timeZone, addDays(to, 1)).toISOString()] })
  }
  return { sql: parts.map(({ sql }) => sql).join(' and '), params: parts.flatMap(({ params }) => params) }
}

/**
 * Returns the query for a page of orders, newest first, with the number of matching orders up to one more than the highest
 * reported number in each row. A page past the end is one row with only that number.
 *
 * Few matching orders are found once, counted and sorted. Of many, an index finds those of the page. Only the page's rows are
 * fetched, so that a deep page does not read all rows before it.
 */
export function orderPageStatement(filter: OrderFilter, { page, limit }: PageOf): Statement {
  const { sql, params } = orderCondition(filter)
  const offset = (page - 1) * limit
  return {
    sql: `with matches as materialized (select id, created_at from orders where ${sql} limit ?),
      total as materialized (select count(*)::int as matching from matches),
      page as materialized (
        (select id from matches where (select matching from total) <= ?
           order by created_at desc, id desc limit ? offset ?)
        union all
        (select id from orders where ${sql} and (select matching from total) > ?
           order by created_at desc, id desc limit ? offset ?)
      )
      select ${orderColumns}, matching from total left join (page join orders using (id)) on true
      order by created_at desc, id desc`,
    params: [...params, maxCount + 1, maxCount, limit, offset, ...params, maxCount, limit, offset],
  }
}

/** Returns the query that counts matching orders, up to one more than the highest reported number. */
export function orderCountStatement(filter: OrderFilter): Statement {
  const { sql, params } = orderCondition(filter)
  return {
    sql: `select count(*)::int as n from (select 1 from orders where ${sql} limit ?) as fitting`,
    params: [...params, maxCount + 1],
  }
}

/** Reads one order. @throws AppError not_found */
export async function readOrderColumns(em: Em, id: string): Promise<OrderColumns> {
  const [row] = await em.execute<OrderColumns[]>(`select ${orderColumns} from orders where id = ?`, [id])
  if (row === undefined) throw new AppError('not_found', 'This order doesn’t exist')
  return row
}

/** Returns a page of orders, newest first, and the count for the header: '42', or '1000+' above the limit. */
export async function readOrderPage(
  em: Em,
  filter: OrderFilter,
  page: PageOf,
): Promise<{ rows: OrderColumns[]; total: string }> {
  const { sql, params } = orderPageStatement(filter, page)
  const rows = await em.execute<(OrderColumns & { id: string | null; matching: number })[]>(sql, params)
  return { rows: rows.filter(({ id }) => id !== null), total: shownCount(rows[0]?.matching ?? 0) }
}

/** Returns how many orders each tab has, as readOrderPage() does. */
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
  const { sql, params } = orderCountStatement(filter)
  const [row] = await em.execute<{ n: number }[]>(sql, params)
  return shownCount(row?.n ?? 0)
}

/** Yields all orders of the filter, newest first, in batches of a thousand to limit memory. */
export async function* eachOrder(em: Em, filter: OrderFilter): AsyncGenerator<OrderColumns> {
  const { sql, params } = orderCondition(filter)
  const batch = 1_000
  let after: OrderColumns | undefined
  for (;;) {
    const rows: OrderColumns[] = await em.execute<OrderColumns[]>(
      `select ${orderColumns} from orders where ${sql} ${after === undefined ? '' : 'and (created_at, id) < (?, ?)'}
       order by created_at desc, id desc limit ?`,
      [...params, ...(after === undefined ? [] : [after.createdAt, after.id]), batch],
    )
    yield* rows
    after = rows.at(-1)
    if (rows.length < batch) return
  }
}
