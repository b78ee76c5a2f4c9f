import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import * as v from 'valibot'
import { readRow, readRows } from '../src/platform/database/rows.ts'
import type { SoakEnvironment } from './soak-environment.ts'
import type { PaidWork } from './soak-traffic.ts'

const Row = v.object({
  id: v.string(),
  paid: v.boolean(),
  leaves: v.number(),
  sha256: v.string(),
  key: v.nullable(v.string()),
  paymentId: v.nullable(v.string()),
})
const Mails = v.object({ orders: v.number(), sent: v.number() })

/** How long queues may take to process the backlog of the faults, in milliseconds. */
const settleMs = 180_000

/**
 * Returns what was lost or duplicated of confirmed purchases, one message each: orders, payments, leaves, files, emails.
 * Waits until the queues are empty.
 */
export async function findLosses(environment: SoakEnvironment, paid: readonly PaidWork[]): Promise<string[]> {
  const end = Date.now() + settleMs
  let losses = await findLossesNow(environment, paid)
  while (losses.length > 0 && Date.now() < end) {
    await wait(2_000)
    losses = await findLossesNow(environment, paid)
  }
  return losses
}

async function findLossesNow(environment: SoakEnvironment, paid: readonly PaidWork[]): Promise<string[]> {
  const em = environment.database.fork()
  const rows = await readRows(em, Row)`
    select o.id, o.status <> 'pending' as paid, o.file_sha256 as sha256, o.storage_key as key, o.payment_intent_id as "paymentId",
    (select count(*)::int from proof_leaf l where l.order_id = o.id) as leaves from orders o`
  const byId = new Map(rows.map((row) => [row.id, row]))
  const losses: string[] = []
  for (const { orderId, sha256, paymentId } of paid) {
    const row = byId.get(orderId)
    if (row === undefined) losses.push(`order ${orderId} is missing`)
    else if (!row.paid) losses.push(`order ${orderId} was paid and is not recorded`)
    else if (row.paymentId !== paymentId) losses.push(`order ${orderId} is recorded with a different payment`)
    else if (row.leaves !== 1) losses.push(`order ${orderId} has ${row.leaves} leaves`)
    else if (row.sha256 !== sha256) losses.push(`order ${orderId} is for a different file`)
    else if ((await storedSha256(environment.filesDir, row.key)) !== sha256)
      losses.push(`the file of order ${orderId} is lost`)
  }
  const { orders, sent } = await readRow(em, Mails)`
    select count(*)::int as orders, count(*) filter (where confirmation_email_sent)::int as sent from orders where status <> 'pending'`
  if (orders !== sent) losses.push(`${orders - sent} confirmations were not sent`)
  if (orders !== paid.length)
    losses.push(`${orders} orders are recorded as paid, and ${paid.length} were paid`)
  const arrived = mailsByRecipient(environment)
  if (arrived.size !== paid.length) losses.push(`emails reached ${arrived.size} of ${paid.length} customers`)
  for (const [recipient, ids] of arrived) {
    if (ids.size !== 1) losses.push(`${recipient} got ${ids.size} different emails`)
  }
  return losses
}

/**
 * The Message-IDs that each customer received. The same ID twice counts once, since a sender may die before it records
 * the first.
 */
function mailsByRecipient(environment: SoakEnvironment): Map<string, Set<string>> {
  const messageIds = new Map<string, Set<string>>()
  for (const { recipients, mail } of environment.mails()) {
    for (const recipient of recipients) {
      messageIds.set(recipient, (messageIds.get(recipient) ?? new Set()).add(mail.messageId ?? ''))
    }
  }
  return messageIds
}

async function storedSha256(filesDir: string, key: string | null): Promise<string | null> {
  if (key === null) return null
  const bytes = await readFile(path.join(filesDir, key)).catch(() => null)
  return bytes === null ? null : createHash('sha256').update(bytes).digest('hex')
}
