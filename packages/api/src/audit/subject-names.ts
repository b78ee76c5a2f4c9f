import { Uuid } from '@priormark/core/ids'
import * as v from 'valibot'
import type { Em } from '../sql/database.ts'

interface Subject {
  action: string
  subject?: string | null | undefined
}

/** Where the names of subjects are, by the prefixes of the actions. */
const sources = [
  {
    prefixes: ['order.', 'customer.', 'mail.'],
    sql: 'select id::text, project_name as name from orders where true',
  },
  {
    prefixes: ['post.'],
    sql: 'select id::text, title as name from blog_post where deleted_at is null',
  },
] as const

/** Returns the names of the orders and posts that entries are about, by id. What was deleted has none. */
export async function readSubjectNames(em: Em, entries: readonly Subject[]): Promise<Map<string, string>> {
  const names = new Map<string, string>()
  for (const { prefixes, sql } of sources) {
    const ids = new Set(
      entries
        .filter(({ action }) => prefixes.some((prefix) => action.startsWith(prefix)))
        .flatMap(({ subject }) => (v.is(Uuid, subject) ? [subject] : [])),
    )
    if (ids.size === 0) continue
    const places = Array.from(ids, () => '?').join(', ')
    const rows = await em.execute<{ id: string; name: string }[]>(`${sql} and id in (${places})`, [...ids])
    for (const { id, name } of rows) names.set(id, name)
  }
  return names
}
