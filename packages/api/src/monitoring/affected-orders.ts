import type { Em } from '../sql/database.ts'

/** How many affected orders an issue lists. */
export const maxOrders = 10

/** Returns the count of matching orders, and the ids of the newest. */
export async function newestOrders(em: Em, condition: string): Promise<{ count: number; ids: string[] }> {
  const rows = await em.execute<{ id: string; count: number }[]>(
    `select id, count(*) over ()::int as count from orders where ${condition} order by created_at desc limit ?`,
    [maxOrders],
  )
  return { count: rows[0]?.count ?? 0, ids: rows.map(({ id }) => id) }
}
