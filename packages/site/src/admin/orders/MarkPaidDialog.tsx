import { formatDollars } from '@priormark/core/money'
import type { Order } from '@priormark/core/orders/order'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { actionLabel } from './order-actions.ts'

interface MarkPaidDialogProps {
  /** The order that is asked about; null asks nothing. */
  order: Order | null
  isBusy: boolean
  onConfirm: (order: Order) => void
  onClose: () => void
  onClosed?: () => void
}

/** Asks before money is taken for received on a person's word. */
export function MarkPaidDialog({ order, isBusy, onConfirm, onClose, onClosed }: MarkPaidDialogProps) {
  return (
    <ConfirmDialog
      isOpen={order !== null}
      title="Mark this order as paid?"
      confirmLabel={actionLabel['mark-paid']}
      isBusy={isBusy}
      onConfirm={() => order !== null && onConfirm(order)}
      onClose={onClose}
      onClosed={onClosed}
    >
      {order !== null && (
        <p>
          The payment provider has not confirmed {formatDollars(order.paymentAmount)} for “{order.projectName}
          ”. Mark it as paid only if the money arrived another way. This is logged and cannot be undone.
        </p>
      )}
    </ConfirmDialog>
  )
}
