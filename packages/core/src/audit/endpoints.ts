import * as v from 'valibot'
import { endpoint } from '../http/endpoint.ts'
import { IsoDate, Uuid } from '../ids.ts'
import { auditPageSize } from '../limits.ts'
import { queryInteger, SearchText } from '../page.ts'
import { auditTopicNames } from './topics.ts'

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

/** A day in UTC as a query has it: '2026-11-21'; '' is none. */
const Day = v.optional(
  v.pipe(
    v.string(),
    v.check((text) => text === '' || isDay(text), 'Use a day such as 2026-11-21'),
  ),
  '',
)

function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) && text >= '1970'
}

export const auditEndpoints = {
  /** Newest first. What is not asked for does not narrow it. */
  list: endpoint({
    method: 'GET',
    path: '/api/admin/audit',
    access: 'admin',
    query: v.object({
      /** Looks into actor, action, subject, detail and address. */
      search: SearchText,
      /** Who did it: the whole name. */
      actor: SearchText,
      topic: v.optional(v.picklist(['', ...auditTopicNames]), ''),
      /** From the beginning of this day to the end of that one. */
      from: Day,
      to: Day,
      page: queryInteger({ min: 1, max: 100_000, fallback: 1 }),
      limit: queryInteger({ min: 1, max: 200, fallback: auditPageSize }),
    }),
    reply: v.object({
      entries: v.array(AuditEntry),
      total: v.number(),
      /** Whom `actor` can usefully name: every administrator, and what acts without one. */
      actors: v.array(v.string()),
    }),
  }),
}
