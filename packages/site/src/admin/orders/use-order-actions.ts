import type { Order } from '@priormark/core/orders/order'
import type { OrderAction, OrderMark } from '@priormark/core/orders/order-rules'
import { useNavigate } from 'react-router-dom'
import { toast, toastError } from '../../ui/toast-store.ts'
import { markChange } from './order-actions.ts'
import { useChangeOrder, useDownloadOrder } from './order-queries.ts'
import { orderCursor, orderPath } from './order-rows.ts'

/** The dialog that an action opens. */
export interface OrderDialog {
  action: OrderMark | 'add-link'
  order: Order
}

/** The toast description after a mark was set. */
export const markDone: Record<OrderMark, string> = {
  'mark-paid': 'The payment is marked as paid',
  'confirmation-sent': 'The confirmation is marked as sent',
  'fulfillment-sent': 'The fulfillment is marked as sent',
}

/** Runs the actions of a row's menu. @param ask opens the dialog of an action that needs one */
export function useOrderActions(ask: (dialog: OrderDialog) => void) {
  const navigate = useNavigate()
  const change = useChangeOrder()
  const download = useDownloadOrder()

  function mark(order: Order, orderMark: OrderMark, onSettled: () => void) {
    change.mutate(
      { id: order.id, change: markChange[orderMark] },
      {
        onSuccess: () => toast({ title: 'Order updated', description: markDone[orderMark] }),
        onError: () => toastError('Update failed', 'Could not update the order'),
        onSettled,
      },
    )
  }

  function act(order: Order, action: OrderAction) {
    orderCursor.moveTo(order.id)
    switch (action) {
      case 'view':
        return void navigate(orderPath(order))
      case 'download':
        return download.mutate(order)
      default:
        return ask({ action, order })
    }
  }

  return { act, mark, isMarking: change.isPending }
}
