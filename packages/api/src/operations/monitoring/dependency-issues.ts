import { AppError } from '@priormark/core/platform/errors'
import type { PaymentGateway } from '../../orders/gateway/payment-gateway.ts'
import type { Em } from '../../platform/database/database.ts'
import { countFailedMails } from './failed-mails.ts'
import { counted } from '@priormark/core/platform/counted'
import { type HealthIssue } from './health-issue.ts'

/** Reports emails that could not be sent, and the mail server if it is the reason. */
export async function findMailIssue(em: Em): Promise<HealthIssue | null> {
  const { failed, unreachable } = await countFailedMails(em)
  if (failed === 0) return null
  const silent =
    'The mail server is not responding. Check it and the network (SMTP_URL); waiting emails are then sent automatically.'
  const other =
    'The order’s timeline says why. Fix the mail server or the address, then send it again below. If you sent an email yourself, mark it as sent in its order.'
  return {
    kind: 'mail_failed',
    title: `${counted(failed, 'email', 'emails')} to customers could not be sent`,
    remedy: [...(unreachable > 0 ? [silent] : []), ...(unreachable < failed ? [other] : [])].join(' '),
    orders: [],
    links: [],
  }
}

/** Asks the payment service for anything, and reports it if it does not respond. */
export async function findPaymentServiceIssue(
  gateway: Pick<PaymentGateway, 'check'>,
): Promise<HealthIssue | null> {
  try {
    await gateway.check()
    return null
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'unavailable')) throw error
    return {
      kind: 'payments_unavailable',
      title: 'Stripe is not responding',
      remedy:
        'Customers cannot pay. Check the network and status.stripe.com. Payments that were made are recorded automatically once it responds.',
      orders: [],
      links: [],
    }
  }
}
