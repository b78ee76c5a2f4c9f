import { auditEndpoints, type AuditEntry } from '@priormark/core/audit/endpoints'
import { route, type AppRouter } from '../http/route.ts'
import type { AuditEntry as AuditRow } from './audit-entity.ts'
import { listActors, listAudit } from './audit-service.ts'

export function auditRoutes(router: AppRouter): void {
  route(router, auditEndpoints.list, async ({ em, query }) => {
    const { entries, total } = await listAudit(em, query)
    return { entries: entries.map(auditEntryView), total, actors: await listActors(em) }
  })
}

function auditEntryView({ id, at, actor, action, subject, detail, address }: AuditRow): AuditEntry {
  return {
    id,
    at: at.toISOString(),
    actor,
    action,
    subject: subject ?? null,
    detail: detail ?? null,
    address: address ?? null,
  }
}
