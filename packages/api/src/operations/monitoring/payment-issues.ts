import { centsFromDollars, formatCents, formatDollars } from '@priormark/core/platform/money'
import { minPriceDollars } from '@priormark/core/orders/price/endpoints'
import { orderConditions } from '@priormark/core/orders/order-conditions'
import { conditionSql } from '../../order-book/order-condition-sql.ts'
import { readPriceCents } from '../../orders/price/price-service.ts'
import { hasFailedRefund } from '../../orders/order-list.ts'
import type { Em } from '../../platform/database/database.ts'
import { counted } from '@priormark/core/platform/counted'
import { findOrdersIssue, type HealthIssue } from './health-issue.ts'

/** Reports open disputes, including those of second payments. */
export function findDisputes(em: Em): Promise<HealthIssue | null> {
  return findOrdersIssue(em, conditionSql(orderConditions.hasOpenDispute), (count) => ({
    kind: 'payments_disputed',
    title: counted(count, 'payment is disputed', 'payments are disputed'),
    remedy:
      'Respond in Stripe’s dashboard before the deadline, which the order shows, or you may lose the money. This notice ends when the dispute is closed.',
  }))
}

/** Reports orders that were paid twice, or with another amount or currency. */
export function findMismatches(em: Em): Promise<HealthIssue | null> {
  return findOrdersIssue(em, conditionSql(orderConditions.isMismatched), (count) => ({
    kind: 'payments_mismatched',
    title: `${counted(count, 'order was', 'orders were')} paid twice or with the wrong amount`,
    remedy:
      'Open the order to see what was received. Refund a second payment there, and a wrong amount in Stripe’s dashboard.',
  }))
}

/** Reports refunds that failed after they were sent, until another one follows. */
export function findFailedRefunds(em: Em): Promise<HealthIssue | null> {
  return findOrdersIssue(em, hasFailedRefund, (count) => ({
    kind: 'refund_failed',
    title: `${counted(count, 'refund', 'refunds')} did not reach the customer`,
    remedy:
      'The customer’s bank returned the money to you. Open the order and refund it again, or agree on another way with the customer. This notice ends with the next refund, or 90 days after the failed one.',
  }))
}

/** Reports a price below the minimum of the payment service. */
export async function findLowPrice(em: Em): Promise<HealthIssue | null> {
  const cents = await readPriceCents(em)
  if (cents >= centsFromDollars(minPriceDollars)) return null
  return {
    kind: 'price_too_low',
    title: `Customers can’t pay the price of ${formatCents(cents)}`,
    remedy: `Stripe rejects payments under ${formatDollars(minPriceDollars)}. Set a higher price on the Orders screen.`,
    links: [{ path: '/admin/dashboard', label: 'Open Orders' }],
  }
}
