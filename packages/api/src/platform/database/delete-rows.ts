import type { Em } from './database.ts'

/** Runs a delete statement. @returns how many rows it deleted */
export async function deleteRows(em: Em, statement: string): Promise<number> {
  const [row] = await em.execute<{ count: number }[]>(
    `with deleted as (${statement} returning 1) select count(*)::int as count from deleted`,
  )
  return row?.count ?? 0
}
