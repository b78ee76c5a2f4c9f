/*
 * Not antd's Steps: it would add 16 kB to the screen, and these four steps may be done in any order.
 */
import { formatMoment } from '@priormark/core/dates'
import { formatDollars } from '@priormark/core/money'
import type { Order } from '@priormark/core/orders/order'
import { Button, Input } from 'antd'
import { useState, type ReactNode } from 'react'
import { toast } from '../../ui/toast-store.ts'
import { OrderAnchors, RecordCode } from '../anchors/index.ts'
import { ExternalLink } from '../ui/ExternalLink.tsx'
import { Field } from '../ui/Field.tsx'
import { actionLabel, detailObstacle, markChange, type OrderMark } from './order-actions.ts'
import { useChangeOrder } from './order-queries.ts'
import { setTypedLink, useOrdersView } from './orders-view.ts'
import { lazyDialog } from '../ui/lazy-dialog.tsx'
import styles from './ProgressTab.module.css'
import { PaymentTag } from './OrderTags.tsx'
import { markDone } from './use-order-actions.ts'
import { useSaveLink } from './use-save-link.ts'
import { WithoutPayment } from './WithoutPayment.tsx'

const MarkPaidDialog = lazyDialog(
  async () => (await import('./MarkPaidDialog.tsx')).MarkPaidDialog,
  ({ order }) => order !== null,
)

const failure = 'Failed to update order'

/** The four steps of an order: payment, confirmation, link, fulfillment. */
export function ProgressTab({ order }: { order: Order }) {
  const change = useChangeOrder()
  const [isAsking, setAsking] = useState(false)

  function mark(orderMark: OrderMark) {
    change.mutate(
      { id: order.id, change: markChange[orderMark] },
      {
        onSuccess: () => toast({ title: 'Order updated', description: markDone[orderMark] }),
        onError: () => toast({ title: 'Update failed', description: failure, variant: 'destructive' }),
        onSettled: () => setAsking(false),
      },
    )
  }

  function markButton(orderMark: OrderMark, onClick = () => mark(orderMark)) {
    const obstacle = detailObstacle(order, orderMark)
    return (
      <>
        <Button disabled={obstacle !== null || change.isPending} onClick={onClick}>
          {actionLabel[orderMark]}
        </Button>
        {obstacle !== null && <span className="admin-soft">{obstacle}</span>}
      </>
    )
  }

  return (
    <ol className={styles.steps}>
      <Step title="Payment" isDone={order.paymentConfirmed}>
        <p className={styles.line}>
          <span className="admin-mono">{formatDollars(order.paymentAmount)}</span>
          <PaymentTag order={order} />
          {order.paidAt !== null && <span className="admin-soft">{formatMoment(order.paidAt)}</span>}
        </p>
        {order.refundedAmount > 0 && <p>Refunded: {formatDollars(order.refundedAmount)}</p>}
        {order.paymentIntentId !== null && <p className={styles.intent}>{order.paymentIntentId}</p>}
        {!order.paymentConfirmed && (
          <p className={styles.line}>{markButton('mark-paid', () => setAsking(true))}</p>
        )}
      </Step>
      <Step title="Confirmation email" isDone={order.confirmationEmailSent}>
        <p className={styles.line}>{markButton('confirmation-sent')}</p>
      </Step>
      <Step title="Blockchain link" isDone={order.blockchainLink !== null}>
        <LinkForm order={order} />
        <OrderAnchors order={order} />
      </Step>
      <Step title="Fulfillment email" isDone={order.fulfillmentEmailSent}>
        <p className={styles.line}>{markButton('fulfillment-sent')}</p>
      </Step>
      <MarkPaidDialog
        order={isAsking ? order : null}
        isBusy={change.isPending}
        onConfirm={() => mark('mark-paid')}
        onClose={() => setAsking(false)}
      />
    </ol>
  )
}

function Step({ title, isDone, children }: { title: string; isDone: boolean; children: ReactNode }) {
  return (
    <li data-done={isDone}>
      <h2>
        {title} <span className="admin-hidden">{isDone ? '(done)' : '(open)'}</span>
      </h2>
      {children}
    </li>
  )
}

function LinkForm({ order }: { order: Order }) {
  const { save, error, clearError, isSaving, isConfirmed, setConfirmed } = useSaveLink(failure)
  const typed = useOrdersView((view) => view.typedLinks[order.id])
  const saved = order.blockchainLink
  const link = typed ?? saved ?? ''
  const isUnchanged = link.trim() === '' || link.trim() === saved

  return (
    <form
      noValidate
      onSubmit={(submission) => {
        submission.preventDefault()
        if (!isUnchanged && !isSaving) save(order, link)
      }}
    >
      {saved !== null && (
        <p className={styles.saved}>
          <ExternalLink link={saved} />
        </p>
      )}
      {saved === null && <RecordCode orderId={order.id} />}
      <WithoutPayment order={order} isConfirmed={isConfirmed} onChange={setConfirmed} />
      <div className={styles.form}>
        <Field label="Blockchain link" isLabelHidden error={error}>
          {(inputProps) => (
            <Input
              {...inputProps}
              type="url"
              placeholder="https://"
              autoComplete="off"
              value={link}
              onChange={({ target }) => {
                setTypedLink(order.id, target.value)
                clearError()
              }}
            />
          )}
        </Field>
        <Button type="primary" htmlType="submit" disabled={isUnchanged} loading={isSaving}>
          Save
        </Button>
      </div>
    </form>
  )
}
