import type { Order } from '@priormark/core/orders/order'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { lazyDialog } from '../../ui/lazy-load.ts'
import { useShopDates } from '../platform/session/shop-dates.tsx'
import { useOrderAnchors, useRecordCode } from '../proofs/recording/index.ts'
import { useCustomerView } from './order-queries.ts'
import { nextStep } from './next-step.ts'
import { actionLabel } from './order-actions.ts'
import { useOrderPayment } from './order-payment-queries.ts'
import styles from './OrderScreen.module.css'
import { useOrderPrompt } from './orders-view.ts'

const OrderLinkDialog = lazyDialog(
  async () => (await import('./OrderLinkDialog.tsx')).OrderLinkDialog,
  'order',
)

/** The next step of an order, with its button. @param children other buttons */
export function NextStepPart({ order, children }: { order: Order; children: ReactNode }) {
  const dates = useShopDates()
  const payment = useOrderPayment(order.id)
  const anchors = useOrderAnchors(order.id)
  const code = useRecordCode(order.id)
  const view = useCustomerView(order.id)
  const linkPrompt = useOrderPrompt(order.id, 'add-link')
  const isLoaded = [payment, anchors, code, view].every(({ isFetched }) => isFetched)
  const { title, text, action } = nextStep(
    order,
    {
      payment: payment.data,
      anchors: anchors.data,
      isChainRecorded: code.data?.isEvidenceMailed,
      mails: view.data?.mails,
    },
    dates,
  )
  return (
    <>
      <section className={styles.next} aria-label="Next step" aria-busy={!isLoaded}>
        {isLoaded && (
          <>
            <h2>{title}</h2>
            <p className="admin-soft">
              {text}{' '}
              {action === 'see-stuck' && <Link to="/admin/anchors?filter=stuck">See stuck batches</Link>}
            </p>
          </>
        )}
      </section>
      <div className="admin-line">
        {children}
        {/* Last, so that the other buttons do not move when it appears. */}
        {isLoaded && action === 'add-link' && (
          <Button type="primary" onClick={linkPrompt.open}>
            {actionLabel['add-link']}
          </Button>
        )}
      </div>
      <OrderLinkDialog order={linkPrompt.isOpen ? order : null} onClose={linkPrompt.close} />
    </>
  )
}
