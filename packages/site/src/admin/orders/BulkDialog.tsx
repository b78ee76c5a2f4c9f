import { isolatedText } from '@priormark/core/platform/isolated-text'
import { formatDollars } from '@priormark/core/platform/money'
import type { Order } from '@priormark/core/orders/order'
import { actionObstacle, type OrderMark } from '@priormark/core/orders/order-rules'
import { ConfirmDialog } from '../platform/ui/ConfirmDialog.tsx'
import styles from './BulkBar.module.css'
import { markPaidText } from './mark-paid-text.ts'
import { actionLabel, bulkMarkable, countOfOrders } from './order-actions.ts'
import { paymentMark } from './order-state-labels.ts'

interface BulkDialogProps {
  selected: readonly Order[]
  /** The mark to set, or null while the dialog is closed. */
  mark: OrderMark | null
  isBusy: boolean
  onConfirm: (mark: OrderMark) => void
  onClose: () => void
}

const titles: Record<OrderMark, (orders: string) => string> = {
  'mark-paid': (orders) => `Mark ${orders} as paid?`,
  'confirmation-sent': (orders) => `Mark the confirmation of ${orders} as sent?`,
  'fulfillment-sent': (orders) => `Mark the fulfillment of ${orders} as sent?`,
}

/** Lists the orders that a mark would change, with their amounts if it is about money, and asks. */
export function BulkDialog({ selected, mark, isBusy, onConfirm, onClose }: BulkDialogProps) {
  const affected = mark === null ? [] : bulkMarkable(selected, mark)
  const total = affected.reduce((sum, { paymentAmount }) => sum + paymentAmount, 0)
  const isPayment = mark === 'mark-paid'
  // Unpaid too, but without a payment that simply did not arrive.
  const leftOut = isPayment
    ? selected.filter((order) => actionObstacle(order, mark) === null && !affected.includes(order))
    : []
  return (
    <ConfirmDialog
      isOpen={mark !== null}
      title={mark === null ? '' : titles[mark](countOfOrders(affected.length))}
      confirmLabel={mark === null ? '' : `${actionLabel[mark]} (${affected.length})`}
      isBusy={isBusy}
      onConfirm={() => mark !== null && onConfirm(mark)}
      onClose={onClose}
    >
      <ul className={styles.names} aria-label="Orders to update">
        {affected.map(({ id, projectName, firstName, lastName, paymentAmount }) => (
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
      {leftOut.length > 0 && (
        <p>
          Left out:{' '}
          {leftOut
            .map((order) => `${isolatedText(order.projectName)} (${paymentMark(order).label})`)
            .join(', ')}
          . To mark one of these, open it.
        </p>
      )}
      <p>
        {isPayment
          ? `Mark them as paid only if the money arrived another way. ${markPaidText(affected)}`
          : 'Do this only if you emailed these customers yourself: the shop won’t send this email.'}{' '}
        This is logged and can’t be undone.
      </p>
    </ConfirmDialog>
  )
}
