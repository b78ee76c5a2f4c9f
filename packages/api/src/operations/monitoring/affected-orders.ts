import type { Em } from '../../platform/database/database.ts'

/** How many affected orders an issue lists. */
export const maxOrders = 10

/** Returns the project names of orders by id. */
export async function readOrderNames(em: Em, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await em.execute<{ id: string; name: string }[]>(
    `select id, project_name as name from orders where id in (${ids.map(() => '?').join(', ')})`,
    [...ids],
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Returns the count of matching orders, and the ids of the newest. */
export async function newestOrders(em: Em, condition: string): Promise<{ count: number; ids: string[] }> {
  const rows = await em.execute<{ id: string; count: number }[]>(
    `select id, count(*) over ()::int as count from orders where ${condition} order by created_at desc limit ?`,
    [maxOrders],
  )
  return { count: rows[0]?.count ?? 0, ids: rows.map(({ id }) => id) }
}
