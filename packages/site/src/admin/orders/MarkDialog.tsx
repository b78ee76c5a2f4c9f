import { formatDollars } from '@priormark/core/platform/money'
import type { Order } from '@priormark/core/orders/order'
import type { OrderMark } from '@priormark/core/orders/order-rules'
import { ConfirmDialog } from '../platform/ui/ConfirmDialog.tsx'
import { markPaidText } from './mark-paid-text.ts'
import { actionLabel } from './order-actions.ts'

interface MarkDialogProps {
  /** The order to mark and the mark, or null while the dialog is closed. */
  asked: { order: Order; mark: OrderMark } | null
  isBusy: boolean
  onConfirm: (order: Order, mark: OrderMark) => void
  onClose: () => void
  onClosed?: () => void
}

const titles: Record<OrderMark, string> = {
  'mark-paid': 'Mark this order as paid?',
  'confirmation-sent': 'Mark the confirmation as sent?',
  'fulfillment-sent': 'Mark the fulfillment as sent?',
}

/** Asks before a mark, which cannot be removed. */
export function MarkDialog({ asked, isBusy, onConfirm, onClose, onClosed }: MarkDialogProps) {
  return (
    <ConfirmDialog
      isOpen={asked !== null}
      title={asked === null ? '' : titles[asked.mark]}
      confirmLabel={asked === null ? '' : actionLabel[asked.mark]}
      isBusy={isBusy}
      onConfirm={() => asked !== null && onConfirm(asked.order, asked.mark)}
      onClose={onClose}
      onClosed={onClosed}
    >
      {asked !== null && <Consequences {...asked} />}
    </ConfirmDialog>
  )
}

function Consequences({ order, mark }: { order: Order; mark: OrderMark }) {
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
