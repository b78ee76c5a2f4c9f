import { auditEndpoints, type AuditEntry } from '@priormark/core/staff/audit/endpoints'
import { route, type AppRouter } from '../../platform/http/route.ts'
import type { AuditEntry as AuditRow } from './audit-entity.ts'
import { listActors, listAudit } from './audit-service.ts'
import { readSubjectNames } from './subject-names.ts'

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
