import * as v from 'valibot'
import { endpoint } from '../http/endpoint.ts'
import { IsoDate, Uuid } from '../ids.ts'
import { auditPageSize } from '../limits.ts'
import { queryInteger, SearchText } from '../page.ts'

/** One thing an administrator did. */
export const AuditEntry = v.object({
  id: Uuid,
  at: IsoDate,
  /** The administrator's name; for a failed login, the name that was tried. */
  actor: v.string(),
  /** A stable name such as 'order.changed'. */
  action: v.string(),
  /** What it was done to, such as an order's id. */
  subject: v.nullable(v.string()),
  detail: v.nullable(v.string()),
  address: v.nullable(v.string()),
})
export type AuditEntry = v.InferOutput<typeof AuditEntry>

export const auditEndpoints = {
  /** Newest first. */
  list: endpoint({
    method: 'GET',
    path: '/api/admin/audit',
    access: 'admin',
    query: v.object({
      search: SearchText,
      page: queryInteger({ min: 1, max: 100_000, fallback: 1 }),
      limit: queryInteger({ min: 1, max: 200, fallback: auditPageSize }),
    }),
    reply: v.object({ entries: v.array(AuditEntry), total: v.number() }),
  }),
}
