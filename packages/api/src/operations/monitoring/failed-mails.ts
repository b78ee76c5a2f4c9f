import { sql } from 'kysely'
import { AppError } from '@priormark/core/platform/errors'
import type { FailedMail } from '@priormark/core/operations/endpoints'
import { audit } from '../../staff/audit/audit-service.ts'
import type { Actor } from '../../platform/http/state.ts'
import type { JobQueue } from '../../platform/jobs/job-queue.ts'
import { mailServerNotResponding } from '../../platform/mail/mail-transport.ts'
import { isMailInProgress } from '../../orders/emails/send-mail.ts'
import { Order } from '../../order-book/order-entity.ts'
import { isMarkedSent, isUnsent, OrderMail, requeueMail } from '../../order-book/order-mail-service.ts'
import { type Em, forUpdate } from '../../platform/database/database.ts'
import { inCamelCase } from '../../platform/database/rows.ts'
import { queries } from '../tables.ts'

const maxShown = 50

const failedMails = (em: Em) =>
  queries(em)
    .selectFrom('order_mail')
    .innerJoin('orders', 'orders.id', 'order_mail.order_id')
    .where(isUnsent)
    .where('order_mail.last_error', 'is not', null)

/** Returns up to 50 emails that failed at least once and were neither sent, marked as sent nor canceled, oldest first. */
export async function readFailedMails(em: Em): Promise<FailedMail[]> {
  const columns = inCamelCase(
    'order_mail.id',
    'order_mail.order_id',
    'orders.project_name',
    'order_mail.kind',
    'order_mail.queued_at',
    'order_mail.attempts',
  )
  const mails = await failedMails(em)
    .select(columns)
    .orderBy('order_mail.queued_at')
    .orderBy('order_mail.id')
    .limit(maxShown)
    .execute()
  return mails.map((mail) => ({ ...mail, queuedAt: mail.queuedAt.toISOString() }))
}

/** Counts all failed emails, and those that failed because the mail server did not respond. */
export async function countFailedMails(em: Em): Promise<{ failed: number; unreachable: number }> {
  return failedMails(em)
    .select([
      sql<number>`count(*)::int`.as('failed'),
      sql<number>`count(*) filter (where starts_with(last_error, ${mailServerNotResponding}))::int`.as(
        'unreachable',
      ),
    ])
    .executeTakeFirstOrThrow()
}

/**
 * Queues a failed email again, with the retries of a new one. It is sent as a new message, so an email that is already queued
 * or being sent is rejected: otherwise the customer would get both.
 * @throws AppError not_found, conflict
 */
export async function sendMailAgain(em: Em, jobs: JobQueue, mailId: string, actor: Actor): Promise<void> {
  await em.transactional(async (tx) => {
    // An order is always locked before its emails, so that two transactions never wait for each other.
    const unlockedMail = await tx.findOne(OrderMail, mailId)
    if (unlockedMail === null) throw new AppError('not_found', 'This email doesn’t exist')
    const order = await tx.findOneOrFail(Order, unlockedMail.order.id, forUpdate)
    const mail = await tx.findOneOrFail(OrderMail, mailId, forUpdate)
    const { kind } = mail
    if (mail.sentAt != null || isMarkedSent(order, kind))
      throw new AppError('conflict', 'This email was already sent')
    if (mail.canceledAt != null) throw new AppError('conflict', 'This email was canceled: its refund failed')
    if (await isMailInProgress(tx, mailId)) throw new AppError('conflict', 'This email is being sent')
    if (mail.lastError == null) throw new AppError('conflict', 'This email is already waiting to be sent')
    await requeueMail(tx, jobs, { mail, order, actor: 'system' })
    audit(tx, { actor, action: 'mail.sent_again', subject: order.id, detail: kind })
  })
}
