import { auditEndpoints, type AuditEntry } from '@priormark/core/audit/endpoints'
import { route, type AppRouter } from '../http/route.ts'
import type { AuditEntry as AuditRow } from './audit-entity.ts'
import { listActors, listAudit } from './audit-service.ts'
import { readSubjectNames } from './subject-names.ts'

export function auditRoutes(router: AppRouter): void {
  route(router, auditEndpoints.list, async ({ em, query }) => {
    const { entries, total } = await listAudit(em, query)
    const names = await readSubjectNames(em, entries)
    return {
      entries: entries.map((entry) => auditEntryView(entry, names)),
      total,
      actors: await listActors(em),
    }
  })
}

function auditEntryView(
  { id, at, actor, action, subject, detail, address }: AuditRow,
  names: ReadonlyMap<string, string>,
): AuditEntry {
  return {
    id,
    at: at.toISOString(),
    actor,
    action,
    subject: subject ?? null,
    subjectName: names.get(subject ?? '') ?? null,
    detail: detail ?? null,
    address: address ?? null,
  }
}
