import * as v from 'valibot'
import { endpoint } from '../../platform/http/endpoint.ts'
import { IsoDate, Uuid } from '../../platform/ids.ts'
import { auditPageSize } from '../../platform/limits.ts'
import { Day, queryInteger, SearchText } from '../../platform/page.ts'

/** The filters of the audit log, in display order. */
export const auditTopicNames = [
  'orders',
  'customers',
  'anchoring',
  'blog',
  'price',
  'logins',
  'accounts',
] as const
export type AuditTopic = (typeof auditTopicNames)[number]

/** The name of each filter, and the prefixes of its actions. */
export const auditTopics = {
  orders: { label: 'Orders', actions: ['order.', 'orders.', 'statement.'] },
  customers: { label: 'Customers and emails', actions: ['customer.', 'mail.'] },
  anchoring: { label: 'Recording', actions: ['anchor.', 'anchors.'] },
  blog: { label: 'Blog', actions: ['post.', 'author.', 'category.', 'tag.', 'image.'] },
  price: { label: 'Price and settings', actions: ['price.', 'settings.', 'backup.'] },
  logins: { label: 'Logins', actions: ['login', 'logout'] },
  accounts: { label: 'Accounts', actions: ['account.', 'admin.'] },
} as const satisfies Record<AuditTopic, { label: string; actions: readonly string[] }>

/** An action of an administrator, a visitor or the system. */
export const AuditEntry = v.object({
  id: Uuid,
  at: IsoDate,
  /** The administrator's name, or such as 'system'; for a failed login, the name that was tried. */
  actor: v.string(),
  /** A stable name such as 'order.changed'. */
  action: v.string(),
  /** What it was done to, for example an order's id. */
  subject: v.nullable(v.string()),
  /** The name of the order or post; '' if its data was erased, null if it no longer exists or has no name. */
  subjectName: v.nullable(v.string()),
  detail: v.nullable(v.string()),
  address: v.nullable(v.string()),
})
export type AuditEntry = v.InferOutput<typeof AuditEntry>

export const auditEndpoints = {
  /** Newest first. An absent filter matches everything. */
  list: endpoint('GET', '/api/admin/audit', {
    access: 'owner',
    query: v.object({
      /** Searches actor, action, subject, detail and address. */
      search: SearchText,
      /** The exact name of the actor. */
      actor: SearchText,
      topic: v.optional(v.picklist(['', ...auditTopicNames]), ''),
      /** From the start of this day to the end of `to`. */
      from: Day,
      to: Day,
      page: queryInteger({ min: 1, max: 100_000, fallback: 1 }),
      limit: queryInteger({ min: 1, max: 200, fallback: auditPageSize }),
    }),
    reply: v.object({
      entries: v.array(AuditEntry),
      total: v.number(),
      /** Values for `actor`: every administrator, and the automatic actors. */
      actors: v.array(v.string()),
    }),
  }),
}
