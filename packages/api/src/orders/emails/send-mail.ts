import { setTimeout as delay } from 'node:timers/promises'
import { raw } from '@mikro-orm/core'
import * as v from 'valibot'
import type { JobData } from '../../platform/jobs/job-queue.ts'
import type { Log } from '../../platform/logging/log.ts'
import { Order, lockOrder, addOrderEvent } from '../../order-book/order-entity.ts'
import { ProofLeaf } from '../../proofs/leaves/batch-entities.ts'
import type { SettingsSource, ShopSettings } from '../../settings/shop-settings.ts'
import { type Database, type Em, forUpdate, isTemporary } from '../../platform/database/database.ts'
import { readRows } from '../../platform/database/rows.ts'
import { MailRejectedError, type MailTransport } from '../../platform/mail/mail-transport.ts'
import { composeMail, type MailExtras, makeAttachment, type MakeFile } from './compose-mail.ts'
import { makeReceipt } from '../books/receipt.ts'
import { readMailRecord } from './record-mail.ts'
import { readRecordState } from '../../proofs/leaves/proof-service.ts'
import { readMailRefund } from './refund-mail.ts'
import { isUnsent, OrderMail, markSent } from '../../order-book/order-mail-service.ts'

const maxRecordAttempts = 30
const recordRetryDelayMs = 2_000
/**
 * How long a worker may take to send an email before another one may, in seconds. Creating evidence (30 s) and sending (60 s) finish
 * before, so a second worker cannot start in the meantime.
 */
export const claimSeconds = 180

/** Long enough for a mail server that is down for a weekend. After that, an administrator must send the email. */
const giveUpAfterMs = 3 * 24 * 60 * 60 * 1000

interface SendMailDeps {
  database: Database
  transport: MailTransport
  settings: SettingsSource
  makeEvidence: MakeFile
  log: Log
}

/**
 * Sends an email once. Row and job are created in one transaction, so no queued email is lost. A claim in the row lets only
 * one worker send it. Afterwards, the order's flag, the row and the timeline change in one transaction.
 *
 * SMTP cannot guarantee exactly-once delivery: if the process dies between the server's acceptance and that transaction, or the
 * response is lost, it is unknown whether the email was sent. It is then sent again after the claim expires, with the same
 * Message-ID and Date, by which mail servers and programs detect duplicates. A database that is unavailable for a minute
 * does not cause this, because that transaction is retried.
 */
export function sendMailHandler(
  deps: SendMailDeps,
): (data: JobData['send-mail'], signal: AbortSignal) => Promise<void> {
  const { database, transport, settings, log } = deps
  return async ({ mailId }, signal) => {
    const shopSettings = await settings.refresh()
    const claimed = await claimAndRead(deps, shopSettings, mailId)
    if (claimed === null) return
    const { mail, order, extras, claimedUntil } = claimed
    try {
      const message = composeMail(mail, order, shopSettings.shop, extras)
      await transport.send(message, signal)
    } catch (error) {
      const isFinal =
        error instanceof MailRejectedError || Date.now() - mail.queuedAt.getTime() > giveUpAfterMs
      await withRetries(() => recordFailure(database, { mailId, claimedUntil, error, isFinal }), isTemporary)
      log.warn({ mailId, orderId: order.id, isFinal, code: readErrorCode(error) }, 'mail: not sent')
      if (isFinal) return
      throw error
    }
    await withRetries(() => recordSent(database, mailId, mail.queuedAt))
    log.info({ mailId, orderId: order.id, kind: mail.kind }, 'mail: sent')
  }
}

/**
 * Claims the email for this worker and reads its contents. Returns null if there is nothing to send: it was sent or
 * canceled, an administrator marked it as sent, or its order was deleted. If anything fails, such as the connection, the claim is released,
 * so that the next attempt does not have to wait until it expires.
 * @throws Error while another worker's claim is valid: the retried job finds the email sent, or abandoned by a process that died
 */
async function claimAndRead(
  { database, makeEvidence, log }: SendMailDeps,
  { shop, policy, mailTexts, timeZone }: ShopSettings,
  mailId: string,
): Promise<{ mail: OrderMail; order: Order; extras: MailExtras; claimedUntil: Date } | null> {
  const em = database.fork()
  const claimed: { claimedUntil: Date | null } = { claimedUntil: null }
  try {
    // In a transaction, so that this process knows its claim before the commit, whose response may be lost.
    await em.transactional(async (tx) => void (claimed.claimedUntil = await claim(tx, mailId)))
    const { claimedUntil } = claimed
    if (claimedUntil === null) {
      if (await isMailInProgress(em, mailId)) throw new Error('another worker is sending this email')
      return null
    }
    const mail = await em.findOneOrFail(OrderMail, mailId)
    const order = await em.findOneOrFail(Order, mail.order.id)
    const isAboutRecord = mail.kind === 'fulfillment' || mail.kind === 'evidence'
    const record = isAboutRecord ? await readMailRecord(em, mail, shop) : null
    const refund = mail.refund == null ? null : await readMailRefund(em, order, mail.refund.id)
    const evidence = record?.hasEvidence ? await makeAttachment(makeEvidence, em, { order, log }) : null
    const makeOrderReceipt = () => makeReceipt(em, order, { shop, timeZone })
    const receipt =
      mail.kind === 'confirmation' ? await makeAttachment(makeOrderReceipt, em, { order, log }) : null
    const leaf = await em.findOne(ProofLeaf, { order })
    return {
      mail,
      order,
      extras: {
        policy,
        texts: mailTexts,
        startedAt: leaf?.createdAt ?? null,
        recordState: await readRecordState(em, leaf),
        evidence,
        receipt,
        record,
        refund,
      },
      claimedUntil,
    }
  } catch (error) {
    const { claimedUntil } = claimed
    const release = () =>
      database.fork().nativeUpdate(OrderMail, { id: mailId, claimedUntil }, { claimedUntil: null })
    if (claimedUntil !== null) await withRetries(release, isTemporary)
    throw error
  }
}

/** Claims the email by the database's clock. Returns when the claim expires, or null if the email cannot be claimed. */
async function claim(em: Em, mailId: string): Promise<Date | null> {
  // In milliseconds, so that the date that is returned is exactly the stored one.
  const [claimed] = await readRows(em, v.object({ claimedUntil: v.date() }))`
    update order_mail set attempts = attempts + 1,
      claimed_until = date_trunc('milliseconds', now()) + make_interval(secs => ${claimSeconds})
    from orders
    where order_mail.id = ${mailId} and orders.id = order_mail.order_id and ${isUnsent}
      and (claimed_until is null or claimed_until < now())
    returning claimed_until as "claimedUntil"`
  return claimed?.claimedUntil ?? null
}

/** Whether a worker's claim on an email is valid, by the database's clock. */
export async function isMailInProgress(em: Em, mailId: string): Promise<boolean> {
  const claimed = { id: mailId, sentAt: null, claimedUntil: { $gte: raw('now()') } }
  return (await em.count(OrderMail, claimed)) > 0
}

/** Records that the email was sent, unless it was queued again in the meantime: then the newer one is still to be sent. */
async function recordSent(database: Database, mailId: string, queuedAt: Date): Promise<void> {
  await database.fork().transactional(async (em) => {
    const { mail, order } = await lockMail(em, mailId)
    if (mail.queuedAt.getTime() !== queuedAt.getTime()) return
    mail.sentAt = new Date()
    mail.claimedUntil = null
    mail.lastError = null
    markSent(order, mail.kind, true)
    addOrderEvent(em, order, 'mail_sent', 'system', mail.kind)
  })
}

interface MailFailure {
  mailId: string
  /** When this worker's claim expires. */
  claimedUntil: Date
  error: unknown
  /** Whether sending was given up. */
  isFinal: boolean
}

/**
 * Notes in the timeline that an email is late, and that sending was given up; each once, and not for every attempt. Does
 * nothing if another worker has the claim, because the database was unavailable until this one's claim expired: releasing
 * that claim would let a third worker send the email as well.
 */
async function recordFailure(
  database: Database,
  { mailId, claimedUntil, error, isFinal }: MailFailure,
): Promise<void> {
  await database.fork().transactional(async (em) => {
    const { mail, order } = await lockMail(em, mailId)
    if (mail.claimedUntil?.getTime() !== claimedUntil.getTime()) return
    const message = error instanceof Error ? error.message : String(error)
    if (isFinal || mail.lastError === null) {
      const outcome = isFinal ? 'given up' : 'will be tried again'
      addOrderEvent(em, order, 'mail_failed', 'system', `${mail.kind}: ${outcome}. ${message}`.slice(0, 500))
    }
    mail.lastError = message.slice(0, 1_000)
    mail.claimedUntil = null
  })
}

/** Locks the order first, in the same sequence as all other changes, to avoid deadlock. */
async function lockMail(em: Em, mailId: string): Promise<{ mail: OrderMail; order: Order }> {
  const { order: owner } = await em.findOneOrFail(OrderMail, mailId)
  const order = await lockOrder(em, owner.id)
  return { mail: await em.findOneOrFail(OrderMail, mailId, forUpdate), order }
}

async function withRetries(
  work: () => Promise<unknown>,
  isRepeatable: (error: unknown) => boolean = () => true,
): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await work()
      return
    } catch (error) {
      if (tries >= maxRecordAttempts || !isRepeatable(error)) throw error
      await delay(recordRetryDelayMs)
    }
  }
}

function readErrorCode(error: unknown): unknown {
  if (!(error instanceof Error)) return undefined
  if ('responseCode' in error) return error.responseCode
  return 'code' in error ? error.code : error.name
}
