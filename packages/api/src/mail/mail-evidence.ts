import { setTimeout as delay } from 'node:timers/promises'
import { failureOf, type Log } from '../logging/log.ts'
import type { Order } from '../orders/order-entity.ts'
import type { Em } from '../sql/database.ts'

/** A file that a mail carries. */
export interface MailFile {
  fileName: string
  bytes: Uint8Array
}

/** Makes an order's evidence; null while there is none. */
export type MakeEvidence = (em: Em, order: Order) => Promise<MailFile | null>

/** Mail servers take messages of 10 MB and more; in base64 a file grows by a third. */
const maxAttachedBytes = 5 * 1024 * 1024

const makingTimeoutMs = 30_000

/**
 * The evidence for a fulfilment mail. Null where there is none, where it cannot be made in time, or where it is too large
 * to be mailed: the mail then leaves without, and says where it is. Never rejects.
 */
export async function evidenceForMail(
  makeEvidence: MakeEvidence,
  em: Em,
  { order, log }: { order: Order; log: Log },
): Promise<MailFile | null> {
  const subject = { orderId: order.id }
  const giveUp = new AbortController()
  try {
    const late = delay(makingTimeoutMs, null, { signal: giveUp.signal, ref: false })
    late.catch(() => undefined)
    const file = await Promise.race([makeEvidence(em, order), late])
    if (file === null || file.bytes.length <= maxAttachedBytes) return file
    log.warn({ ...subject, bytes: file.bytes.length }, 'mail: the evidence is too large to attach')
    return null
  } catch (error) {
    log.error({ ...subject, ...failureOf(error) }, 'mail: could not create the evidence')
    return null
  } finally {
    giveUp.abort()
  }
}
