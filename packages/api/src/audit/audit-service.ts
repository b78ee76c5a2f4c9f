import { randomUUID } from 'node:crypto'
import type { Em } from '../db/orm.ts'
import { containsPattern } from '../db/like-pattern.ts'
import { AuditEntry } from './audit-entity.ts'

/** What was done, by whom, to what. Details carry no customer's data: ids and names of fields only. */
export interface Deed {
  actor: string
  action: string
  subject?: string | null
  detail?: string | null
  address?: string | null
}

/** Adds to the audit log; written with the next flush of `em`, in the transaction of what it tells of. */
export function audit(em: Em, { actor, action, subject = null, detail = null, address = null }: Deed): void {
  em.create(AuditEntry, {
    id: randomUUID(),
    at: new Date(),
    actor: actor.slice(0, 200),
    action,
    subject,
    detail,
    address,
  })
}

/** A page of the log, newest first; `search` looks into actor, action, subject and detail. */
export async function listAudit(
  em: Em,
  { search, page, limit }: { search: string; page: number; limit: number },
): Promise<{ entries: AuditEntry[]; total: number }> {
  const pattern = { $ilike: containsPattern(search) }
  const where =
    search === ''
      ? {}
      : { $or: [{ actor: pattern }, { action: pattern }, { subject: pattern }, { detail: pattern }] }
  const entries = await em.find(AuditEntry, where, {
    orderBy: { at: 'desc', id: 'desc' },
    limit,
    offset: (page - 1) * limit,
  })
  return { entries, total: await em.count(AuditEntry, where) }
}
