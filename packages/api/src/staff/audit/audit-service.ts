import { addDays, startOfDay } from '@priormark/core/platform/dates'
import { type auditEndpoints, auditTopics } from '@priormark/core/staff/audit/endpoints'
import type * as v from 'valibot'
import { randomUUID } from 'node:crypto'
import { type FilterQuery, defineEntity, type InferEntity, p } from '@mikro-orm/core'
import type { AuditAction } from '@priormark/core/staff/audit/audit-phrases'
import { foldText } from '@priormark/core/platform/search-text'
import { containsPattern, type Em } from '../../platform/database/database.ts'
import type { Actor } from '../../platform/http/state.ts'
import { queries } from '../tables.ts'

/** An action or attempt of an administrator. Rows are only inserted; old failed logins are deleted (staff/auth/sweep-logins.ts). */
export const AuditEntry = defineEntity({
  name: 'AuditEntry',
  indexes: [{ properties: ['at', 'id'] }],
  properties: {
    id: p.uuid().primary(),
    at: p.datetime(),
    actor: p.string().length(200),
    action: p.string().length(100),
    subject: p.text().nullable(),
    detail: p.text().nullable(),
    address: p.string().length(100).nullable(),
    searchText: p.text(),
  },
})
export type AuditEntry = InferEntity<typeof AuditEntry>

/** Actors that are not administrators: scheduled work, and anyone with shell access to the server. */
const otherActors = ['system', 'shell']

/** Who did what to which subject. Details contain ids, names of fields and values of settings, never customer data. */
export interface AuditEvent {
  /** A name, or the administrator who makes a call; then the address of the call is logged too. */
  actor: string | Actor
  action: AuditAction
  subject?: string | null
  detail?: string | null
  address?: string | null
}

/** Adds an event to the audit log with the next flush of `em`, and so in the same transaction as the change. */
export function audit(
  em: Em,
  { actor: by, action, subject = null, detail = null, ...event }: AuditEvent,
): void {
  const [actor, address] =
    typeof by === 'string' ? [by, event.address ?? null] : [by.admin.username, by.address]
  em.create(AuditEntry, {
    id: randomUUID(),
    at: new Date(),
    actor: actor.slice(0, 200),
    action,
    subject,
    detail,
    address,
    searchText: foldText([actor, action, subject, detail, address].join(' ')),
  })
}

/** The filters of the log, which an empty string leaves out, and the time zone of their days. */
type AuditQuery = v.InferOutput<typeof auditEndpoints.list.query> & { timeZone: string }

/** Returns a page of the log, newest first. */
export async function listAudit(
  em: Em,
  query: AuditQuery,
): Promise<{ entries: AuditEntry[]; total: number }> {
  const { page, limit } = query
  const where = { $and: toFilters(query) }
  const newestFirst = { orderBy: { at: 'desc', id: 'desc' }, limit, offset: (page - 1) * limit } as const
  const [entries, total] = await em.findAndCount(AuditEntry, where, newestFirst)
  return { entries, total }
}

function toFilters({ search, actor, topic, from, to, timeZone }: AuditQuery): FilterQuery<AuditEntry>[] {
  const filters: FilterQuery<AuditEntry>[] = []
  if (search !== '') filters.push({ searchText: { $like: containsPattern(foldText(search)) } })
  if (actor !== '') filters.push({ actor: actor.toLowerCase() })
  if (topic !== '') {
    filters.push({ $or: auditTopics[topic].actions.map((prefix) => ({ action: { $like: `${prefix}%` } })) })
  }
  if (from !== '') filters.push({ at: { $gte: startOfDay(timeZone, from) } })
  if (to !== '') filters.push({ at: { $lt: startOfDay(timeZone, addDays(to, 1)) } })
  return filters
}

/** Returns the actors to filter by. User names from failed logins are not included. */
export async function listActors(em: Em): Promise<string[]> {
  const admins = await queries(em).selectFrom('admin').select('username').orderBy('username').execute()
  return [...admins.map(({ username }) => username), ...otherActors]
}
