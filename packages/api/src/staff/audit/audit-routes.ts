import { auditEndpoints, type AuditEntry } from '@priormark/core/staff/audit/endpoints'
import { route, type AppRouter } from '../../platform/http/route.ts'
import { type AuditEntry as AuditRow, listActors, listAudit } from './audit-service.ts'
import { Uuid } from '@priormark/core/platform/ids'
import * as v from 'valibot'
import type { Em } from '../../platform/database/database.ts'
import { sql, type RawBuilder } from 'kysely'
import { readRows } from '../../platform/database/rows.ts'

/** @param readTimeZone returns the zone of the days to filter by */
export function auditRoutes(
  router: AppRouter,
  { readTimeZone }: { readTimeZone: () => Promise<string> },
): void {
  route(router, auditEndpoints.list, async ({ em, query }) => {
    const { entries, total } = await listAudit(em, {
      ...query,
      timeZone: await readTimeZone(),
    })
    const names = await readSubjectNames(em, entries)
    return {
      entries: entries.map((entry) => auditEntryView(entry, names.get(entry) ?? null)),
      total,
      actors: await listActors(em),
    }
  })
}

function auditEntryView(
  { id, at, actor, action, subject, detail, address }: AuditRow,
  subjectName: string | null,
): AuditEntry {
  return {
    id,
    at: at.toISOString(),
    actor,
    action,
    subject: subject ?? null,
    subjectName,
    detail: detail ?? null,
    address: address ?? null,
  }
}

interface Entry {
  action: string
  subject?: string | null | undefined
}

/** The id of a category, tag or author. */
const RowId = v.pipe(v.string(), v.regex(/^[1-9]\d{0,8}$/))

const SubjectName = v.object({ id: v.string(), name: v.string() })

/** Where the names of subjects are, by how their actions begin. A deleted topic or author is logged by its name instead, and the name of a new author is also in the detail. */
const sources = [
  {
    actions: ['order.', 'customer.', 'mail.'],
    id: Uuid,
    read: (em: Em, ids: RawBuilder<unknown>) =>
      readRows(em, SubjectName)`select id::text, project_name as name from orders where id in (${ids})`,
  },
  {
    actions: ['post.'],
    id: Uuid,
    read: (em: Em, ids: RawBuilder<unknown>) =>
      readRows(em, SubjectName)`
        select id::text, title as name from blog_post where deleted_at is null and id in (${ids})`,
  },
  {
    actions: ['category.renamed', 'category.merged', 'tag.renamed', 'tag.merged'],
    id: RowId,
    read: (em: Em, ids: RawBuilder<unknown>) =>
      readRows(em, SubjectName)`select id::text, name from blog_topic where id in (${ids})`,
  },
  {
    actions: ['author.created', 'author.changed'],
    id: RowId,
    read: (em: Em, ids: RawBuilder<unknown>) =>
      readRows(em, SubjectName)`select id::text, first_name as name from blog_author where id in (${ids})`,
  },
] as const

/** Returns the names of what entries are about, by entry. What was deleted has none. */
async function readSubjectNames<E extends Entry>(em: Em, entries: readonly E[]): Promise<Map<E, string>> {
  const names = new Map<E, string>()
  for (const { actions, id, read } of sources) {
    const theirs = entries.filter(
      ({ action, subject }) => actions.some((begin) => action.startsWith(begin)) && v.is(id, subject),
    )
    if (theirs.length === 0) continue
    const ids = new Set(theirs.map(({ subject }) => subject))
    const rows = await read(em, sql.join([...ids]))
    const byId = new Map(rows.map((row) => [row.id, row.name]))
    for (const entry of theirs) {
      const name = byId.get(entry.subject ?? '')
      if (name !== undefined) names.set(entry, name)
    }
  }
  return names
}
