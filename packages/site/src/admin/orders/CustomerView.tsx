import { messageOf } from '@priormark/core/platform/http/api-error'
import { termsPath } from '@priormark/core/orders/accepted-terms'
import type { CustomerLinkUse, CustomerView as CustomerViewData } from '@priormark/core/orders/customer-view'
import { orderPagePath } from '@priormark/core/orders/order-page-view'
import { orderNumberText, type Order } from '@priormark/core/orders/order'
import { useMutation } from '@tanstack/react-query'
import { Button } from 'antd'
import { Fragment } from 'react'
import { Link } from 'react-router-dom'
import { toast, toastError } from '../../ui/toast-store.ts'
import { useAdmin } from '../platform/session/admin-context.tsx'
import { publicAddress } from '../platform/ui/links.tsx'
import { LoadFailed } from '../platform/ui/list-states.tsx'
import styles from './OrderScreen.module.css'
import { useCustomerView } from './order-queries.ts'
import { noCertificateText } from './order-state-labels.ts'

/** What the customer can see of an order: its page, its evidence and the accepted terms. */
export function CustomerView({ order }: { order: Order }) {
  const view = useCustomerView(order.id)
  return (
    <section className="admin-card" aria-labelledby="customer-view-title">
      <h2 id="customer-view-title">What the customer sees</h2>
      {view.isError && (
        <LoadFailed onRetry={() => view.refetch()}>What the customer sees could not be loaded.</LoadFailed>
      )}
      {view.data?.isErased === true && <p>The customer’s data was erased, and the order page with it.</p>}
      {view.data?.isErased === false && <CustomerLinks order={order} {...view.data} />}
      {view.data !== undefined && <DraftOrders {...view.data} />}
    </section>
  )
}

/** The orders of the drafts of the work before and after this one. */
function DraftOrders({ earlierDraft, nextDrafts }: CustomerViewData) {
  const orders = [
    ...(earlierDraft === null ? [] : [{ ...earlierDraft, label: 'Earlier draft' }]),
    ...nextDrafts.map((draft) => ({ ...draft, label: 'Next draft' })),
  ]
  if (orders.length === 0) return null
  return (
    <p>
      {orders.map(({ id, number, label }, index) => (
        <Fragment key={id}>
          {index > 0 && ', '}
          {label}: <Link to={`/admin/orders/${id}`}>{orderNumberText({ number })}</Link>
        </Fragment>
      ))}
    </p>
  )
}

function CustomerLinks({ order, hasEvidence, termsId }: CustomerViewData & { order: Order }) {
  const { api, platform } = useAdmin()
  const link = useMutation({
    mutationFn: (use: CustomerLinkUse) => api.customerViews.link({ params: { id: order.id }, body: { use } }),
  })

  /** Reads the secret key of the order page, for a use that the audit log records. */
  function withKey(kind: CustomerLinkUse, run: (key: string) => void | Promise<void>) {
    link
      .mutateAsync(kind)
      .then(({ key }) => run(key))
      .catch((failure: unknown) => toastError('That didn’t work', messageOf(failure, 'Please try again')))
  }

  const addressOf = (key: string) => publicAddress(orderPagePath(key), platform)
  const openFile = (name: string) => (key: string) => platform.openFile(`/api/orders/${key}/${name}`, name)
  return (
    <>
      <div className={`admin-line ${styles.links}`}>
        <Button onClick={() => withKey('order_page', (key) => platform.openExternal(addressOf(key)))}>
          Open order page
        </Button>
        <Button
          disabled={!order.paymentConfirmed}
          onClick={() => withKey('receipt', openFile('receipt.pdf'))}
        >
          Receipt
        </Button>
        <Button disabled={!hasEvidence} onClick={() => withKey('certificate', openFile('certificate.pdf'))}>
          Certificate
        </Button>
        <Button disabled={!hasEvidence} onClick={() => withKey('evidence', openFile('evidence.zip'))}>
          Evidence
        </Button>
        <Button
          onClick={() =>
            withKey('copy', async (key) => {
              await platform.copyText(addressOf(key))
              toast({ title: 'Secret link copied', description: 'Send it only to the customer' })
            })
          }
        >
          Copy secret link
        </Button>
        <Button onClick={() => platform.openExternal(publicAddress(termsPath(termsId), platform))}>
          Accepted terms
        </Button>
      </div>
      <p className="admin-soft">
        Anyone with the link can see this order. Each use is logged.
        {!hasEvidence && ` ${noCertificateText(order)}`}
      </p>
    </>
  )
}
