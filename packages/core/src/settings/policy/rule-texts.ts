import { cancellationDays } from './start-request.ts'
import type { ServicePolicy } from './service-policy.ts'

/** What a customer receives. */
export const receivedTexts: readonly string[] = [
  'A certificate (PDF) that says what is proven and what isn’t.',
  'The evidence (ZIP): the proof, and everything needed to check it without us.',
  'A page that checks your file offline, in any browser.',
  'A badge for your website.',
]

/** When recording starts for customers who did not ask for an immediate start. */
export const laterStartText = `Unless you ask us to start right away, we wait ${cancellationDays} days after your payment before we record your work.`

/** How long we keep a customer's file. */
export function fileRetentionText({ fileRetentionDays: days }: ServicePolicy): string {
  if (days === 0) return 'We delete our copy of your file once your order is complete or refunded.'
  return `We delete our copy of your file ${days} ${days === 1 ? 'day' : 'days'} after your order is complete or refunded.`
}

/** The only rule about cancellation and refunds. */
export const refundText = `There is no refund after payment, with one exception. By law you can cancel within ${cancellationDays} days of paying and get the full price back, unless your work has been recorded at your request by then.`
