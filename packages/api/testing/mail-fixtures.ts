import { randomUUID } from 'node:crypto'
import { startRequestVersion } from '@priormark/core/settings/policy/start-request'
import type { MailKind } from '@priormark/core/platform/mail-kind'
import type { ServicePolicy } from '@priormark/core/settings/policy/service-policy'
import type { Shop } from '@priormark/core/settings/groups'
import * as v from 'valibot'
import type { JobQueue } from '../src/platform/jobs/job-queue.ts'
import { completeWithLink } from '../src/order-book/order-completion.ts'
import { Order, OrderEvent } from '../src/order-book/order-entity.ts'
import type { Database, Em } from '../src/platform/database/database.ts'
import { readRows } from '../src/platform/database/rows.ts'
import { fixedSettings } from './fixed-settings.ts'
import { buildOrder } from './builders/order.ts'
import { OrderMail } from '../src/order-book/order-mail-service.ts'
import { markOrderPaid } from '../src/orders/payments/payment-sync.ts'

export const shop: Shop = {
  name: 'Priormark',
  supportEmail: 'help@priormark.example',
  tradingName: 'Ada Example',
  tradingAddress: '1 Example Street, London',
  replyHours: 48,
  publicUrl: 'https://priormark.example',
}

/** What a shop with manual recording promises. */
export const policy: ServicePolicy = {
  kinds: ['manual'],
  chains: [],
  fileRetentionDays: 30,
  unpaidFileHours: 24,
  deliveryHours: 48,
}

/** The dependencies of the email handler for tests that are not about them. */
export const mailExtras = { settings: fixedSettings(shop), makeEvidence: async () => null } as const

export const readSender = async () => 'Priormark <orders@priormark.example>'

/** Adds a new, unpaid order to `em`, whose customer asked for an immediate start. */
export function newOrder(em: Em, details: Partial<Order> = {}): Order {
  const startRequestedAt = new Date()
  return buildOrder(em, {
    storageKey: `00/${randomUUID()}`,
    startRequestedAt,
    startRequestVersion,
    ...details,
  })
}

/** Adds an order that has just been paid, with its confirmation queued. */
export async function payOrder(
  database: Database,
  jobs: JobQueue,
  details: Partial<Order> = {},
): Promise<string> {
  return database.fork().transactional(async (em) => {
    const order = newOrder(em, details)
    await em.flush()
    await markOrderPaid(em, jobs, order, 'stripe')
    return order.id
  })
}

/** Adds a link to a paid order, which queues its fulfillment email. */
export async function linkOrder(
  database: Database,
  jobs: JobQueue,
  orderId: string,
  link: string,
): Promise<void> {
  await database.fork().transactional(async (em) => {
    const order = await em.findOneOrFail(Order, orderId)
    await completeWithLink(em, jobs, order, link, 'ada')
  })
}

export async function readOrder(database: Database, orderId: string): Promise<Order> {
  return database.fork().findOneOrFail(Order, orderId)
}

export async function readMail(database: Database, orderId: string, kind: MailKind): Promise<OrderMail> {
  return database.fork().findOneOrFail(OrderMail, { order: orderId, kind })
}

/** Returns the details of an order's events of one kind, oldest first. */
export async function eventDetails(database: Database, orderId: string, kind: string): Promise<string[]> {
  const events = await database.fork().find(OrderEvent, { order: orderId }, { orderBy: { at: 'asc' } })
  return events.filter((event) => event.kind === kind).map(({ detail }) => detail ?? '')
}

const JobState = v.object({ state: v.string(), retryCount: v.number() })

/** Returns state and number of retries of each of pg-boss's jobs of one kind. */
export async function jobStates(database: Database, name: string): Promise<v.InferOutput<typeof JobState>[]> {
  return readRows(database.fork(), JobState)`
    select state::text, retry_count::int as "retryCount" from pgboss.job where name = ${name}`
}
