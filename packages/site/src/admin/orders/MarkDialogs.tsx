import { useShopDates } from '../platform/session/shop-dates.tsx'
import { formatDollars } from '@priormark/core/platform/money'
import type { Order } from '@priormark/core/orders/order'
import { type OrderMark, actionObstacle } from '@priormark/core/orders/order-rules'
import { ConfirmDialog } from '../platform/ui/dialogs.tsx'
import { toast, toastError } from '../../ui/toast-store.ts'
import { actionLabel, markableOrders, markChange } from './order-actions.ts'
import { useChangeOrder } from './order-queries.ts'
import { counted } from '@priormark/core/platform/counted'
import { isolatedText } from '@priormark/core/platform/isolated-text'
import styles from './OrdersPanel.module.css'
import { paymentMark } from './order-state-labels.ts'
import { cancellationDays } from '@priormark/core/settings/policy/start-request'

export interface MarkQuestion {
  order: Order
  mark: OrderMark
}

interface MarkDialogProps {
  /** The order and the mark to confirm, or null while the dialog is closed. */
  question: MarkQuestion | null
  /** The description of the toast if the order cannot be marked. */
  failure: string
  onClose: () => void
  onClosed?: () => void
}

const titles: Record<OrderMark, string> = {
  'mark-paid': 'Mark this order as paid?',
  'confirmation-sent': 'Mark the confirmation as sent?',
  'fulfillment-sent': 'Mark the fulfillment as sent?',
}

/** The description of the toast after a mark was set. */
const markToast: Record<OrderMark, string> = {
  'mark-paid': 'The payment is marked as paid',
  'confirmation-sent': 'The confirmation is marked as sent',
  'fulfillment-sent': 'The fulfillment is marked as sent',
}

/** Marks an order as paid, or its emails as sent, once that is confirmed, because marks cannot be removed. */
export function MarkDialog({ question, failure, ...dialog }: MarkDialogProps) {
  const change = useChangeOrder()

  function setMark({ order: { id }, mark }: MarkQuestion) {
    change.mutate(
      { id, change: markChange[mark] },
      {
        onSuccess: () => toast({ title: 'Order updated', description: markToast[mark] }),
        onError: () => toastError('Update failed', failure),
        onSettled: dialog.onClose,
      },
    )
  }

  return (
    <ConfirmDialog
      {...dialog}
      isOpen={question !== null}
      title={question === null ? '' : titles[question.mark]}
      confirmLabel={question === null ? '' : actionLabel[question.mark]}
      isBusy={change.isPending}
      onConfirm={() => question !== null && setMark(question)}
    >
      {question !== null && <Consequences {...question} />}
    </ConfirmDialog>
  )
}

function Consequences({ order, mark }: MarkQuestion) {
  if (mark === 'mark-paid') {
    return (
      <p>
        The payment provider has not confirmed {formatDollars(order.paymentAmount)} for “
        <bdi>{order.projectName}</bdi>”. Mark it as paid only if the money arrived another way.{' '}
        {markPaidText([order])} This is logged and can’t be undone.
      </p>
    )
  }
  return (
    <p>
      Do this only if you emailed the customer of “<bdi>{order.projectName}</bdi>” yourself: the shop won’t
      send this email. This is logged and can’t be undone.
    </p>
  )
}

interface BulkDialogProps {
  selectedOrders: readonly Order[]
  /** The mark to set, or null while the dialog is closed. */
  mark: OrderMark | null
  isBusy: boolean
  onConfirm: (mark: OrderMark) => void
  onClose: () => void
}

const bulkTitles: Record<OrderMark, (orders: string) => string> = {
  'mark-paid': (orders) => `Mark ${orders} as paid?`,
  'confirmation-sent': (orders) => `Mark the confirmation of ${orders} as sent?`,
  'fulfillment-sent': (orders) => `Mark the fulfillment of ${orders} as sent?`,
}

/** Lists the orders that a mark would change, with the amounts if it marks them as paid, and asks for confirmation. */
export function BulkDialog({ selectedOrders, mark, onConfirm, ...dialog }: BulkDialogProps) {
  const dates = useShopDates()
  const ordersToMark = mark === null ? [] : markableOrders(selectedOrders, mark)
  const total = ordersToMark.reduce((sum, { paymentAmount }) => sum + paymentAmount, 0)
  const isPayment = mark === 'mark-paid'
  // Their payments were canceled, are being processed or do not match (see markableOrders).
  const skippedOrders = isPayment
    ? selectedOrders.filter((order) => actionObstacle(order, mark) === null && !ordersToMark.includes(order))
    : []
  return (
    <ConfirmDialog
      {...dialog}
      isOpen={mark !== null}
      title={mark === null ? '' : bulkTitles[mark](counted(ordersToMark.length, 'order', 'orders'))}
      confirmLabel={mark === null ? '' : `${actionLabel[mark]} (${ordersToMark.length})`}
      onConfirm={() => mark !== null && onConfirm(mark)}
    >
      <ul className={styles.names} aria-label="Orders to update">
        {ordersToMark.map(({ id, projectName, firstName, lastName, paymentAmount }) => (
          <li key={id}>
            <bdi>{projectName}</bdi>, <bdi>{`${firstName} ${lastName}`}</bdi>
            {isPayment && `: ${formatDollars(paymentAmount)}`}
          </li>
        ))}
      </ul>
      {isPayment && (
        <p>
          <strong>Total: {formatDollars(total)}</strong>
        </p>
      )}
      {skippedOrders.length > 0 && (
        <p>
          Left out:{' '}
          {skippedOrders
            .map((order) => `${isolatedText(order.projectName)} (${paymentMark(order, dates).label})`)
            .join(', ')}
          . To mark one of these, open it.
        </p>
      )}
      <p>
        {isPayment
          ? `Mark them as paid only if the money arrived another way. ${markPaidText(ordersToMark)}`
          : 'Do this only if you emailed these customers yourself: the shop won’t send this email.'}{' '}
        This is logged and can’t be undone.
      </p>
    </ConfirmDialog>
  )
}

type MarkedOrder = Pick<Order, 'email' | 'confirmationEmailSent' | 'startRequestedAt'>

/** Says what happens when orders are marked as paid. */
export function markPaidText(orders: readonly MarkedOrder[]): string {
  return `${mailText(orders)} ${recordingText(orders)}`
}

function mailText(orders: readonly MarkedOrder[]): string {
  const ordersToEmail = orders.filter(
    ({ email, confirmationEmailSent }) => email !== '' && !confirmationEmailSent,
  )
  if (ordersToEmail.length === 0) {
    const reason = orders.some(({ confirmationEmailSent }) => confirmationEmailSent)
      ? 'it is marked as sent'
      : 'the customer’s data was erased'
    return `No confirmation email is sent: ${reason}.`
  }
  if (ordersToEmail.length === orders.length) return 'The customer gets the confirmation email now.'
  return `The confirmation email is sent now for ${ordersToEmail.length} of these ${orders.length} orders. For the others it is marked as sent, or the customer’s data was erased.`
}

function recordingText(orders: readonly MarkedOrder[]): string {
  const startCount = orders.filter(({ startRequestedAt }) => startRequestedAt !== null).length
  const laterText = `in ${cancellationDays} days, when the customer can’t cancel anymore, or as soon as the customer chooses “Start right away” on the order page.`
  if (startCount === orders.length) return 'Recording starts now.'
  if (startCount === 0) return `Recording starts ${laterText}`
  return `Recording starts now for ${startCount} of these ${orders.length} orders. For the others it starts ${laterText}`
}
