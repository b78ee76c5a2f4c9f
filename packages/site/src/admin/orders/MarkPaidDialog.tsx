import { formatDollars } from '@priormark/core/money'
import type { Order } from '@priormark/core/orders/order'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { actionLabel } from './order-actions.ts'

interface MarkPaidDialogProps {
  /** The order to mark as paid, or null while the dialog is closed. */
  order: Order | null
  isBusy: boolean
  onConfirm: (order: Order) => void
  onClose: () => void
  onClosed?: () => void
}

/** Confirms that a payment arrived outside of the payment provider. */
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
          ”. Mark it as paid only if the money arrived another way. This is logged and can’t be undone.
        </p>
      )}
    </ConfirmDialog>
  )
}
