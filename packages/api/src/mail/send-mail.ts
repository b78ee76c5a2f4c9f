import { setTimeout as delay } from 'node:timers/promises'
import { LockMode } from '@mikro-orm/core'
import type { Shop } from '@priormark/core/shop'
import type { JobData } from '../jobs/job-queue.ts'
import type { Log } from '../logging/log.ts'
import { Order } from '../orders/order-entity.ts'
import { flagCondition, OrderMail, setFlag } from '../orders/order-mail-entity.ts'
import { addOrderEvent } from '../orders/order-timeline.ts'
import type { Database, Em } from '../sql/database.ts'
import { composeMail } from './compose-mail.ts'
import { evidenceForMail, type MakeEvidence } from './mail-evidence.ts'
import { readMailRecord } from './mail-record.ts'
import { MailRefusedError, type MailTransport } from './mail-transport.ts'
import type { RecordingPace } from './recording-pace.ts'

/** Evidence (30 s), sending and bookkeeping end before the claim does, so no second worker can begin meanwhile. */
const sendTimeoutMs = 60_000
const bookkeepingTries = 30
const bookkeepingPauseMs = 2_000
const claimSeconds = 180

/** A mail server that is down for a weekend delays a mail; after that a person must look. */
const giveUpAfterMs = 3 * 24 * 60 * 60 * 1000

/** Another worker has the mail in hand; the job comes back later and finds it sent, or left by a process that died. */
export class MailInProgressError extends Error {
  constructor() {
    super('another worker is sending this mail')
    this.name = 'MailInProgressError'
  }
}

export interface MailDependencies {
  database: Database
  transport: MailTransport
  shop: Shop
  pace: RecordingPace
  makeEvidence: MakeEvidence
  log: Log
}

/**
 * Sends a mail once. Row and job are made in one transaction, so a mail that is owed is never lost; a claim in the row
 * lets one worker send it; flag, row and timeline change in one transaction afterwards.
 *
 * What SMTP cannot give: between the server's 'taken' and that transaction the process may die (or the answer may be
 * lost on the way), and then nobody can know whether the mail left. It is sent again once the claim has run out: at
 * least once, never not at all, with the same Message-ID and Date, by which mail servers and programs know a repeat.
 * A database that is away for a minute does not open that window: the bookkeeping waits for it.
 */
export function sendMailHandler({
  database,
  transport,
  shop,
  pace,
  makeEvidence,
  log,
}: MailDependencies): (data: JobData['send-mail'], signal: AbortSignal) => Promise<void> {
  return async ({ mailId }, signal) => {
    const em = database.fork()
    if (!(await claim(em, mailId))) return
    const mail = await em.findOneOrFail(OrderMail, mailId)
    const order = await em.findOneOrFail(Order, mail.order.id)
    const record = mail.kind === 'confirmation' ? null : await readMailRecord(em, mail, shop)
    const evidence = record?.hasEvidence ? await evidenceForMail(makeEvidence, em, { order, log }) : null
    const extras = { pace, evidence, record }
    try {
      const timeout = AbortSignal.timeout(sendTimeoutMs)
      const message = composeMail(mail, order, shop, extras)
      await transport.send(message, AbortSignal.any([signal, timeout]))
    } catch (error) {
      const final = error instanceof MailRefusedError || Date.now() - mail.queuedAt.getTime() > giveUpAfterMs
      await recordFailure(database, mailId, error, final)
      log.warn({ mailId, orderId: order.id, final, code: codeOf(error) }, 'mail: not sent')
      if (final) return
      throw error
    }
    await patiently(() => recordSent(database, mailId, mail.queuedAt))
    log.info({ mailId, orderId: order.id, kind: mail.kind }, 'mail: sent')
  }
}

/**
 * Takes the mail for this worker, by the database's clock. False where there is nothing to send: sent, marked as sent by
 * an administrator, or gone with its order. @throws MailInProgressError while another worker's claim stands
 */
async function claim(em: Em, mailId: string): Promise<boolean> {
  const claimed = await em.execute<unknown[]>(
    `update order_mail set attempts = attempts + 1, claimed_until = now() + make_interval(secs => ?)
     from orders
     where order_mail.id = ? and orders.id = order_mail.order_id and sent_at is null
       and (claimed_until is null or claimed_until < now())
       and not ${flagCondition}
     returning order_mail.id`,
    [claimSeconds, mailId],
  )
  if (claimed.length > 0) return true
  if (await isMailInProgress(em, mailId)) throw new MailInProgressError()
  return false
}

/** Whether a worker's claim on a mail stands, by the database's clock. */
export async function isMailInProgress(em: Em, mailId: string): Promise<boolean> {
  const [inHand] = await em.execute<unknown[]>(
    'select 1 from order_mail where id = ? and sent_at is null and claimed_until >= now()',
    [mailId],
  )
  return inHand !== undefined
}

/** Records that the mail was sent, unless it was queued again meanwhile: then the newer one is still to be sent. */
async function recordSent(database: Database, mailId: string, queuedAt: Date): Promise<void> {
  await database.fork().transactional(async (em) => {
    const { mail, order } = await lockMail(em, mailId)
    if (mail.queuedAt.getTime() !== queuedAt.getTime()) return
    mail.sentAt = new Date()
    mail.claimedUntil = null
    mail.lastError = null
    setFlag(order, mail.kind, true)
    addOrderEvent(em, order, 'mail_sent', 'system', mail.kind)
  })
}

/** Says in the timeline that a mail is late, once, and that it was given up, once; not at every try. */
async function recordFailure(
  database: Database,
  mailId: string,
  error: unknown,
  final: boolean,
): Promise<void> {
  await database.fork().transactional(async (em) => {
    const { mail, order } = await lockMail(em, mailId)
    const message = error instanceof Error ? error.message : String(error)
    if (final) {
      addOrderEvent(em, order, 'mail_failed', 'system', `${mail.kind}: given up. ${message}`.slice(0, 500))
    } else if (mail.lastError === null) {
      addOrderEvent(
        em,
        order,
        'mail_failed',
        'system',
        `${mail.kind}: will be tried again. ${message}`.slice(0, 500),
      )
    }
    mail.lastError = message.slice(0, 1_000)
    mail.claimedUntil = null
  })
}

/** The order first: whoever changes an order locks it first too, so nobody waits crosswise. */
async function lockMail(em: Em, mailId: string): Promise<{ mail: OrderMail; order: Order }> {
  const { order: owner } = await em.findOneOrFail(OrderMail, mailId)
  const order = await em.findOneOrFail(Order, owner.id, {
    lockMode: LockMode.PESSIMISTIC_WRITE,
    refresh: true,
  })
  const mail = await em.findOneOrFail(OrderMail, mailId, {
    lockMode: LockMode.PESSIMISTIC_WRITE,
    refresh: true,
  })
  return { mail, order }
}

async function patiently(work: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (tries >= bookkeepingTries) throw error
      await delay(bookkeepingPauseMs)
    }
  }
}

function codeOf(error: unknown): unknown {
  if (!(error instanceof Error)) return undefined
  if ('responseCode' in error) return error.responseCode
  return 'code' in error ? error.code : error.name
}
