import { formatDollars } from '@priormark/core/platform/money'
import type { Order } from '@priormark/core/orders/order'
import { isMet, orderConditions } from '@priormark/core/orders/order-conditions'
import { ExternalLink } from '../platform/ui/links.tsx'
import { useOrderPayment } from './order-payment-queries.ts'
import type { RefundDialogProps } from './RefundDialog.tsx'
import { disputeText, lastRefundedAt, paymentMark, refundText } from './order-state-labels.ts'
import { StateTag } from '../platform/ui/StateTag.tsx'
import styles from './OrderScreen.module.css'
import { refundMailKinds } from '@priormark/core/platform/mail-kind'
import { CustomerMails } from './CustomerMails.tsx'
import { useOrderPrompt } from './orders-view.ts'
import { useShopDates } from '../platform/session/shop-dates.tsx'
import { Button } from 'antd'
import { useState } from 'react'
import { lazyDialog } from '../../ui/lazy-load.ts'

/** The payment of an order: its state, dispute and refunds, and the button that refunds it. */
export function PaymentCard({ order }: { order: Order }) {
  const dates = useShopDates()
  const { formatMoment } = dates
  const { data: payment, isError, isPending } = useOrderPayment(order.id)
  const hasRefundedSecond = payment?.refunds.some(
    ({ isOfSecondPayment, state, refundedAt }) =>
      isOfSecondPayment && state === 'sent' && refundedAt !== null,
  )
  const refundPrompt = useOrderPrompt(order.id, 'refund')
  const hasCollectedMoney = order.paymentConfirmed || isMet(orderConditions.isCollected, order)
  const hasRefund = order.paymentState === 'refunded' || order.paymentState === 'partially_refunded'
  // The date of the state that is shown beside it.
  const stateDate = hasRefund ? lastRefundedAt(payment?.refunds ?? []) : order.paidAt
  return (
    <section className={`admin-card ${styles.payment}`} aria-labelledby="payment-title">
      <div className="admin-head">
        <h2 id="payment-title">Payment</h2>
        {hasCollectedMoney && (
          <Button
            disabled={payment === undefined || payment.obstacle !== null}
            aria-describedby="refund-obstacle"
            onClick={refundPrompt.open}
          >
            Refund
          </Button>
        )}
      </div>
      <p className="admin-line">
        <span className="admin-mono">{formatDollars(order.paymentAmount)}</span>
        <StateTag state={paymentMark(order, dates)} />
        {stateDate !== null && <span className="admin-soft">{formatMoment(stateDate)}</span>}
      </p>
      {hasRefund && order.paidAt !== null && <p>Paid: {formatMoment(order.paidAt)}</p>}
      {order.dispute !== null && <p role="note">{disputeText(order.dispute, dates)}</p>}
      {order.secondDispute != null && (
        <p role="note">{disputeText(order.secondDispute, dates, 'the second payment')}</p>
      )}
      {order.hasFailedRefund && (
        <p role="note">
          A refund failed: the customer’s bank returned the money to you. Refund it again, or agree on another
          way with the customer. This notice ends with the next refund, or 90 days after the failed one.
        </p>
      )}
      {order.refundedAmount > 0 && <p>Refunded: {formatDollars(order.refundedAmount)}</p>}
      {hasCollectedMoney && (
        <p id="refund-obstacle" className="admin-soft">
          {payment?.obstacle}
        </p>
      )}
      {order.paymentIntentId !== null && <p className="admin-code">{order.paymentIntentId}</p>}
      {payment?.stripeLink != null && (
        <p>
          <ExternalLink link={payment.stripeLink}>Open this payment in Stripe</ExternalLink>
        </p>
      )}
      {payment?.secondPayments.map(({ id, link, obstacle }) => (
        <div key={id} role="note">
          <p>The customer paid twice. Refund the second payment. This notice disappears once that is done.</p>
          <p className="admin-code">{id}</p>
          <p>
            <ExternalLink link={link}>Open the second payment in Stripe</ExternalLink>
          </p>
          <RefundButton
            label="Refund the second payment"
            order={order}
            target={{ paymentId: id }}
            refundable={null}
            obstacle={obstacle}
          />
        </div>
      ))}
      {payment?.secondPayments.length === 0 && hasRefundedSecond && (
        <p>The customer paid twice, and that is settled: one of the two payments was refunded.</p>
      )}
      {isError && <p role="alert">The refunds of this order could not be loaded.</p>}
      {isPending && <output className="admin-soft">Loading the refunds…</output>}
      {payment !== undefined && payment.recordable > 0 && (
        <RefundButton
          label="Record a refund made another way"
          order={order}
          target={{ isMadeAnotherWay: true }}
          refundable={payment.recordable}
          obstacle={null}
        />
      )}
      {/* Below the buttons, so that a refund that has just been made does not move them. */}
      {payment !== undefined && payment.refunds.length > 0 && (
        <ul className={styles.refunds} aria-label="Refunds, newest first">
          {payment.refunds.map((refund) => (
            <li key={refund.id}>{refundText(refund, dates)}</li>
          ))}
        </ul>
      )}
      <CustomerMails order={order} label="Emails about refunds" kinds={refundMailKinds} />
      <RefundDialog
        title="Refund this order?"
        order={order}
        target={{}}
        refundable={payment?.refundable ?? null}
        isOpen={refundPrompt.isOpen && payment?.obstacle === null}
        onClose={refundPrompt.close}
      />
    </section>
  )
}

const RefundDialog = lazyDialog(async () => (await import('./RefundDialog.tsx')).RefundDialog, 'isOpen')

interface RefundButtonProps extends Omit<RefundDialogProps, 'title' | 'isOpen' | 'onClose'> {
  label: string
  /** Why nothing can be refunded, or null. */
  obstacle: string | null
}

/** Opens the refund dialog, or says why nothing can be refunded. */
function RefundButton({ label, obstacle, ...dialog }: RefundButtonProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <p className="admin-line">
        <Button disabled={obstacle !== null} onClick={() => setOpen(true)}>
          {label}
        </Button>
        {obstacle !== null && <span className="admin-soft">{obstacle}</span>}
      </p>
      <RefundDialog {...dialog} title={`${label}?`} isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}
