import { LockMode } from '@mikro-orm/core'
import { AppError } from '@priormark/core/platform/errors'
import type { FailedMail } from '@priormark/core/operations/endpoints'
import { audit } from '../../staff/audit/audit-service.ts'
import type { CurrentAdmin } from '../../platform/http/state.ts'
import type { JobQueue } from '../../platform/jobs/job-queue.ts'
import { mailServerSilent } from '../../platform/mail/mail-transport.ts'
import { isMailInProgress } from '../../orders/emails/send-mail.ts'
import { Order } from '../../order-book/order-entity.ts'
import { flagCondition, isFlagged, OrderMail } from '../../order-book/order-mail-entity.ts'
import { requeueMail } from '../../order-book/order-mail-service.ts'
import { type Em, isoTime } from '../../platform/database/database.ts'

const maxShown = 50

const areFailed = `order_mail join orders on orders.id = order_mail.order_id
     where order_mail.sent_at is null and order_mail.canceled_at is null and order_mail.last_error is not null
       and not ${flagCondition}`

/** Returns up to 50 emails that failed at least once and were neither sent, marked as sent nor canceled, oldest first. */
export async function readFailedMails(em: Em): Promise<FailedMail[]> {
  const rows = await em.execute<(Omit<FailedMail, 'queuedAt'> & { queuedAt: Date | string })[]>(
    `select order_mail.id, orders.id as "orderId", orders.project_name as "projectName", order_mail.kind,
       order_mail.queued_at as "queuedAt", order_mail.attempts
     from ${areFailed}
     order by order_mail.queued_at, order_mail.id limit ?`,
    [maxShown],
  )
  return rows.map((row) => ({ ...row, queuedAt: isoTime(row.queuedAt) }))
}

/** Counts all failed emails, and those that failed because the mail server did not respond. */
export async function countFailedMails(em: Em): Promise<{ failed: number; unreachable: number }> {
  const [row] = await em.execute<{ failed: number; unreachable: number }[]>(
    `select count(*)::int as failed,
       count(*) filter (where starts_with(order_mail.last_error, ?))::int as unreachable from ${areFailed}`,
    [mailServerSilent],
  )
  return row ?? { failed: 0, unreachable: 0 }
}

/**
 * Queues a failed email again, with the retries of a new one. It is sent as a new message, so an email that is already queued
 * or being sent is rejected: otherwise the customer would get both.
 * @throws AppError not_found, conflict
 */
export async function sendMailAgain(
  em: Em,
  jobs: JobQueue,
  { mailId, admin, address }: { mailId: string; admin: CurrentAdmin; address: string },
): Promise<void> {
  await em.transactional(async (tx) => {
    const known = await tx.findOne(OrderMail, mailId)
    if (known === null) throw new AppError('not_found', 'This email doesn’t exist')
    const order = await tx.findOneOrFail(Order, known.order.id, { lockMode: LockMode.PESSIMISTIC_WRITE })
    const mail = await tx.findOneOrFail(OrderMail, mailId, {
      lockMode: LockMode.PESSIMISTIC_WRITE,
      refresh: true,
    })
    const { kind } = mail
    if (mail.sentAt != null || isFlagged(order, kind))
      throw new AppError('conflict', 'This email was already sent')
    if (mail.canceledAt != null) throw new AppError('conflict', 'This email was canceled: its refund failed')
    if (await isMailInProgress(tx, mailId)) throw new AppError('conflict', 'This email is being sent')
    if (mail.lastError == null) throw new AppError('conflict', 'This email is already waiting to be sent')
    await requeueMail(tx, jobs, { mail, order, actor: 'system' })
    audit(tx, { actor: admin.username, action: 'mail.sent_again', subject: order.id, detail: kind, address })
  })
}
