import type { HealthIssue as HealthIssueView } from '@priormark/core/operations/endpoints'
import { sql, type RawBuilder } from 'kysely'
import type { Em } from '../../platform/database/database.ts'
import { queries } from '../tables.ts'

/** A problem that an administrator must fix. */
export type HealthIssue = Pick<HealthIssueView, 'kind' | 'title' | 'remedy'> &
  Partial<Pick<HealthIssueView, 'orders' | 'links'>>

/** How many affected orders an issue lists. */
export const maxOrders = 10

/** Returns the project names of orders by id. */
export async function readOrderNames(em: Em, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const orders = await queries(em)
    .selectFrom('orders')
    .select(['id', 'project_name'])
    .where('id', 'in', ids)
    .execute()
  return new Map(orders.map(({ id, project_name }) => [id, project_name]))
}

/** Returns an issue about the orders that meet a condition, with the newest of them; null if there are none. */
export async function findOrdersIssue(
  em: Em,
  condition: RawBuilder<unknown>,
  describe: (count: number) => HealthIssue,
): Promise<HealthIssue | null> {
  const orders = await queries(em)
    .selectFrom('orders')
    .select(['id', sql<number>`count(*) over ()::int`.as('count')])
    .where(condition.$castTo<boolean>())
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(maxOrders)
    .execute()
  const [newest] = orders
  return newest === undefined ? null : { ...describe(newest.count), orders: orders.map(({ id }) => id) }
}
