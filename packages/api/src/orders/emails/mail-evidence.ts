import { setTimeout as delay } from 'node:timers/promises'
import { failureOf, type Log } from '../../platform/logging/log.ts'
import type { Order } from '../../order-book/order-entity.ts'
import type { Em } from '../../platform/database/database.ts'
import type { MailFile } from '../../platform/mail/mail-transport.ts'

/** Creates an order's evidence. Returns null if it has none yet. */
export type MakeEvidence = (em: Em, order: Order) => Promise<MailFile | null>

/** Mail servers accept at least 10 MB, and base64 adds a third. */
const maxAttachedBytes = 5 * 1024 * 1024

/** How long an email waits for its evidence, in milliseconds. */
export const evidenceLimit = { makingMs: 30_000 }

/**
 * Returns the evidence for a fulfillment email, or the receipt for a confirmation email. Returns null if there is none, if it takes too long, or if it is too large:
 * the email is then sent without it and links to it. Never rejects.
 */
export async function fileForMail(
  makeEvidence: MakeEvidence,
  em: Em,
  { order, log }: { order: Order; log: Log },
): Promise<MailFile | null> {
  const subject = { orderId: order.id }
  const giveUp = new AbortController()
  try {
    const late = delay(evidenceLimit.makingMs, null, { signal: giveUp.signal, ref: false })
    late.catch(() => undefined)
    const file = await Promise.race([makeEvidence(em, order), late])
    if (file === null || file.bytes.length <= maxAttachedBytes) return file
    log.warn({ ...subject, bytes: file.bytes.length }, 'mail: the file is too large to attach')
    return null
  } catch (error) {
    log.error({ ...subject, ...failureOf(error) }, 'mail: could not create the attachment')
    return null
  } finally {
    giveUp.abort()
  }
}
