import { cancellationDays } from './start-request.ts'
import type { ServicePolicy } from './service-policy.ts'
import type { Shop } from '../groups.ts'

/** What a customer receives. */
export const receivedTexts: readonly string[] = [
  'A certificate (PDF), to print or send.',
  'The evidence (ZIP): everything needed to check it without us.',
  'A page that checks your file offline, in any browser.',
  'A badge for your website.',
]

/** When recording starts for customers who did not ask for an immediate start. */
export const laterStartText = `Unless you ask us to start right away, we wait ${cancellationDays} days after your payment before we record your work.`

/** How long we keep a customer's file. */
export function fileRetentionText({ fileRetentionDays: days }: ServicePolicy): string {
  if (days === 0) return 'We delete our copy once your order is complete or refunded.'
  return `We delete our copy ${days} ${days === 1 ? 'day' : 'days'} after your order is complete or refunded.`
}

/** The refund rule in short, shown where a file is chosen and beside the payment. */
export const refundUntilRecordedText = 'Full refund until it is recorded.'

/** Shown where a file is chosen: who sees it, when we delete it, and the refund. */
export function uploadText({ fileRetentionDays: days }: ServicePolicy): string {
  const deletion = days === 0 ? 'once it is recorded' : `after ${days} ${days === 1 ? 'day' : 'days'}`
  return `Private: your file and its name never become public. We delete our copy ${deletion}. ${refundUntilRecordedText}`
}

/** The only rule about cancellation and refunds. */
export const refundText = `Full refund until your work is recorded. By law, you can cancel within ${cancellationDays} days of paying, unless it was recorded at your request by then. Otherwise, there is no refund after payment.`

/** Says how soon support replies. */
export function replyText({ replyHours }: Pick<Shop, 'replyHours'>): string {
  return `We reply within ${replyHours === 1 ? '1 hour' : `${replyHours} hours`} on working days.`
}

/** Shown next to the fields of the order form. */
export const formPrivacyText =
  'Your name, the title and the description don’t become public. They go into your evidence, which only you receive.'

/** When refunded money arrives, as Stripe says for cards. */
export const refundArrivalText =
  'We return the money to the card or account that paid. It usually arrives within 5 to 10 business days.'

/** After this long, in milliseconds, refunded money has arrived. */
export const refundArrivalMs = 14 * 24 * 60 * 60 * 1000

/** For an order that was not paid with Stripe. */
export const otherRefundArrivalText = 'We return the money the way you paid.'
