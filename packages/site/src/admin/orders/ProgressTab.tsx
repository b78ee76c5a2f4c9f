import type { Order } from '@priormark/core/orders/order'
import { detailObstacle, type OrderMark } from '@priormark/core/orders/order-rules'
import { Button, Timeline } from 'antd'
import { useState, type ReactNode } from 'react'
import { lazyDialog } from '../../ui/lazy-load.ts'
import { OrderAnchors, useRecordCode, RecordCode } from '../proofs/recording/index.ts'
import { useCustomerView } from './order-queries.ts'
import { CustomerMails } from './CustomerMails.tsx'
import { actionLabel } from './order-actions.ts'
import { useOrderPayment } from './order-payment-queries.ts'
import { Loading } from '../platform/ui/list-states.tsx'
import styles from './OrderScreen.module.css'
import { ConfirmDialog } from '../platform/ui/confirm-dialog.ts'
import { ExternalLink, LinkWarning } from '../platform/ui/links.tsx'
import { TextField } from '../platform/ui/TextField.tsx'
import { LinkConsequences, StopConfirmation } from './LinkParts.tsx'
import { useSaveLink } from './use-save-link.ts'

const MarkDialog = lazyDialog(async () => (await import('./MarkDialogs.tsx')).MarkDialog, 'question')

/** The four steps of an order: payment, confirmation, link, fulfillment. */
export function ProgressTab({ order }: { order: Order }) {
  const [markToConfirm, setMarkToConfirm] = useState<OrderMark | null>(null)
  const payment = useOrderPayment(order.id)
  const code = useRecordCode(order.id)
  const view = useCustomerView(order.id)

  /** @param mark the button that marks the step as done */
  function step(title: string, isDone: boolean, content: ReactNode, mark?: OrderMark) {
    const obstacle = mark === undefined ? null : detailObstacle(order, mark)
    return {
      color: isDone ? 'green' : 'gray',
      icon: <span aria-hidden>{isDone ? '✓' : '○'}</span>,
      content: (
        <>
          <h2>
            {title} <span className="admin-hidden">{isDone ? '(done)' : '(open)'}</span>
          </h2>
          {content}
          {mark !== undefined && !isDone && (
            <p className="admin-line">
              <Button disabled={obstacle !== null} onClick={() => setMarkToConfirm(mark)}>
                {actionLabel[mark]}
              </Button>
              {obstacle !== null && <span className="admin-soft">{obstacle}</span>}
            </p>
          )}
        </>
      ),
    }
  }

  // The data is shown above the form of the link, which must not move while a person is about to press its button. A later read, such
  // as a retry, must not remove the form while a person types.
  if (!payment.isFetched || !code.isFetched || !view.isFetched)
    return <Loading label="Loading the progress" />

  return (
    <div className={styles.steps}>
      {/* Not antd's Steps, which screen readers do not announce as a list. */}
      <Timeline
        items={[
          step('Payment', order.paymentConfirmed, null, 'mark-paid'),
          step(
            'Confirmation email',
            order.confirmationEmailSent,
            <CustomerMails order={order} label="Confirmation email" kinds={['confirmation']} />,
            'confirmation-sent',
          ),
          step(
            'Blockchain link',
            order.blockchainLink !== null,
            <>
              <LinkForm order={order} />
              <OrderAnchors order={order} />
            </>,
          ),
          step(
            'Fulfillment email',
            order.fulfillmentEmailSent,
            <CustomerMails
              order={order}
              label="Fulfillment email and evidence"
              kinds={['fulfillment', 'evidence']}
            />,
            'fulfillment-sent',
          ),
        ]}
      />
      <MarkDialog
        question={markToConfirm === null ? null : { order, mark: markToConfirm }}
        failure="Failed to update order"
        onClose={() => setMarkToConfirm(null)}
      />
    </div>
  )
}

/** The blockchain link of an order. Asks before saving, because that emails the customer. */
function LinkForm({ order }: { order: Order }) {
  const form = useSaveLink(order.id, 'Failed to update order')
  const { link, newerLink } = form
  const [isConfirming, setConfirming] = useState(false)
  const savedLink = order.blockchainLink
  const isUnchanged = link.trim() === '' || link.trim() === savedLink

  return (
    <form
      noValidate
      onSubmit={(submission) => {
        submission.preventDefault()
        if (!isUnchanged && form.check()) setConfirming(true)
      }}
    >
      {/* Shown once, above the field. */}
      {savedLink !== null && (
        <p className="admin-code">
          <ExternalLink link={savedLink} />
        </p>
      )}
      <StopConfirmation order={order} isConfirmed={form.isConfirmed} onChange={form.setConfirmed}>
        {savedLink === null && <RecordCode orderId={order.id} />}
      </StopConfirmation>
      <div className={styles.form}>
        <TextField
          label="Blockchain link"
          isLabelHidden
          error={form.error}
          type="url"
          placeholder={savedLink === null ? 'https://' : 'Another link, if this one is wrong'}
          autoComplete="off"
          value={link}
          onChange={form.setLink}
        />
        <Button htmlType="submit" disabled={isUnchanged}>
          Save
        </Button>
      </div>
      <ConfirmDialog
        isOpen={isConfirming}
        title={
          (newerLink ?? savedLink) === null ? 'Save the link and complete the order?' : 'Replace the link?'
        }
        confirmLabel="Save link"
        isBusy={form.isSaving}
        onConfirm={() => form.save(order, () => setConfirming(false))}
        onClose={() => {
          setConfirming(false)
          form.clear()
        }}
      >
        <p className="admin-code">{link.trim()}</p>
        <LinkWarning link={link} />
        <LinkConsequences order={order} newerLink={newerLink} />
      </ConfirmDialog>
    </form>
  )
}
