import { auditEndpoints } from '@priormark/core/staff/audit/endpoints'
import { route, type AppRouter } from '../../platform/http/route.ts'
import { type AuditEntry as AuditRow, listActors, listAudit } from './audit-service.ts'
import { Uuid } from '@priormark/core/platform/ids'
import * as v from 'valibot'
import type { Em } from '../../platform/database/database.ts'
import { sql } from 'kysely'
import { readRows } from '../../platform/database/rows.ts'

/** @param readTimeZone returns the time zone of the days that a filter names */
export function auditRoutes(
  router: AppRouter,
  { readTimeZone }: { readTimeZone: () => Promise<string> },
): void {
  route(router, auditEndpoints.list, async ({ em, query }) => {
    const { entries, total } = await listAudit(em, { ...query, timeZone: await readTimeZone() })
    const names = await readSubjectNames(em, entries)
    const views = entries.map((entry) => {
      const { id, at, actor, action, subject = null, detail = null, address = null } = entry
      const subjectName = names.get(entry) ?? null
      return { id, at: at.toISOString(), actor, action, subject, subjectName, detail, address }
    })
    return { entries: views, total, actors: await listActors(em) }
  })
}

/** The id of a category, tag or author. */
const RowId = v.pipe(v.string(), v.regex(/^[1-9]\d{0,8}$/))

const SubjectName = v.object({ id: v.string(), name: v.string() })

/** The names of subjects, by the prefixes of their actions. The subject of a deleted topic or author is its name instead of an id. */
const nameSources = [
  {
    actions: ['order.', 'customer.', 'mail.'],
    id: Uuid,
    names: sql`select id::text, project_name as name from orders where true`,
  },
  {
    actions: ['post.'],
    id: Uuid,
    names: sql`select id::text, title as name from blog_post where deleted_at is null`,
  },
  {
    actions: ['category.renamed', 'category.merged', 'tag.renamed', 'tag.merged'],
    id: RowId,
    names: sql`select id::text, name from blog_topic where true`,
  },
  {
    actions: ['author.created', 'author.changed'],
    id: RowId,
    names: sql`select id::text, first_name as name from blog_author where true`,
  },
]

/** Returns the names of the subjects of entries, by entry. A deleted subject has none. */
async function readSubjectNames(em: Em, entries: readonly AuditRow[]): Promise<Map<AuditRow, string>> {
  const subjectNames = new Map<AuditRow, string>()
  for (const { actions, id: Id, names } of nameSources) {
    const matchingEntries = entries.filter(
      ({ action, subject }) => actions.some((prefix) => action.startsWith(prefix)) && v.is(Id, subject),
    )
    if (matchingEntries.length === 0) continue
    const ids = new Set(matchingEntries.map(({ subject }) => subject))
    const rows = await readRows(em, SubjectName)`${names} and id in (${sql.join([...ids])})`
    for (const { id, name } of rows)
      for (const entry of matchingEntries) if (entry.subject === id) subjectNames.set(entry, name)
  }
  return subjectNames
}
