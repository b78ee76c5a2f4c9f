import type { Order } from '@priormark/core/orders/order'
import { detailObstacle, type OrderMark } from '@priormark/core/orders/order-rules'
import { Button, Timeline } from 'antd'
import { useState, type ReactNode } from 'react'
import { lazyDialog } from '../../ui/lazy-load.ts'
import { toast, toastError } from '../../ui/toast-store.ts'
import { OrderAnchors, useRecordCode, RecordCode } from '../proofs/recording/index.ts'
import { useCustomerView } from './customer-view-queries.ts'
import { CustomerMails } from './CustomerMails.tsx'
import { actionLabel, markChange } from './order-actions.ts'
import { useOrderPayment } from './order-payment-queries.ts'
import { useChangeOrder } from './order-queries.ts'
import { Loading } from '../platform/ui/list-states.tsx'
import styles from './OrderScreen.module.css'
import { markDone } from './use-order-actions.ts'
import { ConfirmDialog } from '../platform/ui/confirm-dialog.ts'
import { ExternalLink, LinkWarning } from '../platform/ui/links.tsx'
import { TextField } from '../platform/ui/TextField.tsx'
import { LinkMails, WithoutPayment } from './LinkParts.tsx'
import { useSaveLink } from './use-save-link.ts'

const MarkDialog = lazyDialog(async () => (await import('./MarkDialogs.tsx')).MarkDialog, 'asked')

/** The four steps of an order: payment, confirmation, link, fulfillment. */
export function ProgressTab({ order }: { order: Order }) {
  const change = useChangeOrder()
  const [asked, setAsked] = useState<OrderMark | null>(null)
  const payment = useOrderPayment(order.id)
  const code = useRecordCode(order.id)
  const view = useCustomerView(order.id)

  function mark(orderMark: OrderMark) {
    change.mutate(
      { id: order.id, change: markChange[orderMark] },
      {
        onSuccess: () => toast({ title: 'Order updated', description: markDone[orderMark] }),
        onError: () => toastError('Update failed', 'Failed to update order'),
        onSettled: () => setAsked(null),
      },
    )
  }

  function markLine(orderMark: OrderMark) {
    const obstacle = detailObstacle(order, orderMark)
    if (isMarked[orderMark](order)) return null
    return (
      <p key={orderMark} className="admin-line">
        <Button disabled={obstacle !== null || change.isPending} onClick={() => setAsked(orderMark)}>
          {actionLabel[orderMark]}
        </Button>
        {obstacle !== null && <span className="admin-soft">{obstacle}</span>}
      </p>
    )
  }

  // What they load is above the form of the link, which must not move while a person is about to press its button. A later read,
  // such as a retry, must not remove the form while a person types.
  if (!payment.isFetched || !code.isFetched || !view.isFetched)
    return <Loading label="Loading the progress" />

  return (
    <div className={styles.steps}>
      {/* Not Steps, which is no list for screen readers: Timeline is Steps as one. */}
      <Timeline
        items={[
          step('Payment', order.paymentConfirmed, markLine('mark-paid')),
          step('Confirmation email', order.confirmationEmailSent, [
            <CustomerMails key="mails" order={order} label="Confirmation email" kinds={['confirmation']} />,
            markLine('confirmation-sent'),
          ]),
          step('Blockchain link', order.blockchainLink !== null, [
            <LinkForm key="link" order={order} />,
            <OrderAnchors key="anchors" order={order} />,
          ]),
          step('Fulfillment email', order.fulfillmentEmailSent, [
            <CustomerMails
              key="mails"
              order={order}
              label="Fulfillment email and evidence"
              kinds={['fulfillment', 'evidence']}
            />,
            markLine('fulfillment-sent'),
          ]),
        ]}
      />
      <MarkDialog
        asked={asked === null ? null : { order, mark: asked }}
        isBusy={change.isPending}
        onConfirm={(_, orderMark) => mark(orderMark)}
        onClose={() => setAsked(null)}
      />
    </div>
  )
}

const isMarked: Record<OrderMark, (order: Order) => boolean> = {
  'mark-paid': (order) => order.paymentConfirmed,
  'confirmation-sent': (order) => order.confirmationEmailSent,
  'fulfillment-sent': (order) => order.fulfillmentEmailSent,
}

function step(title: string, isDone: boolean, content: ReactNode) {
  return {
    color: isDone ? 'green' : 'gray',
    icon: <span aria-hidden>{isDone ? '✓' : '○'}</span>,
    content: (
      <>
        <h2>
          {title} <span className="admin-hidden">{isDone ? '(done)' : '(open)'}</span>
        </h2>
        {content}
      </>
    ),
  }
}

/** The blockchain link of an order. Asks before saving, because that emails the customer. */
function LinkForm({ order }: { order: Order }) {
  const { check, save, link, type, error, newerLink, clearNewerLink, isSaving, isConfirmed, setConfirmed } =
    useSaveLink(order.id, 'Failed to update order')
  const [isAsking, setAsking] = useState(false)
  const saved = order.blockchainLink
  const isUnchanged = link.trim() === '' || link.trim() === saved

  return (
    <form
      noValidate
      onSubmit={(submission) => {
        submission.preventDefault()
        if (!isUnchanged && check()) setAsking(true)
      }}
    >
      {/* Shown once, above the field. */}
      {saved !== null && (
        <p className={styles.saved}>
          <ExternalLink link={saved} />
        </p>
      )}
      <WithoutPayment order={order} isConfirmed={isConfirmed} onChange={setConfirmed}>
        {saved === null && <RecordCode orderId={order.id} />}
      </WithoutPayment>
      <div className={styles.form}>
        <TextField
          label="Blockchain link"
          isLabelHidden
          error={error}
          type="url"
          placeholder={saved === null ? 'https://' : 'Another link, if this one is wrong'}
          autoComplete="off"
          value={link}
          onChange={type}
        />
        <Button htmlType="submit" disabled={isUnchanged}>
          Save
        </Button>
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        title={(newerLink ?? saved) === null ? 'Save the link and complete the order?' : 'Replace the link?'}
        confirmLabel="Save link"
        isBusy={isSaving}
        onConfirm={() => save(order, () => setAsking(false))}
        onClose={() => {
          setAsking(false)
          clearNewerLink()
        }}
      >
        <p className={styles.intent}>{link.trim()}</p>
        <LinkWarning link={link} />
        <LinkMails order={order} newerLink={newerLink} />
      </ConfirmDialog>
    </form>
  )
}
