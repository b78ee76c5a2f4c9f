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

/** The description of the toast after a mark was set. */
const markToast: Record<OrderMark, string> = {
  'mark-paid': 'The payment is marked as paid',
  'confirmation-sent': 'The confirmation is marked as sent',
  'fulfillment-sent': 'The fulfillment is marked as sent',
}

/** Marks orders as paid, or their emails as sent. @param failure the description of the toast if that fails */
export function useMarkOrder(failure: string) {
  const change = useChangeOrder()
  function mark({ id }: Order, orderMark: OrderMark, onSettled: () => void) {
    change.mutate(
      { id, change: markChange[orderMark] },
      {
        onSuccess: () => toast({ title: 'Order updated', description: markToast[orderMark] }),
        onError: () => toastError('Update failed', failure),
        onSettled,
      },
    )
  }
  return { mark, isMarking: change.isPending }
}

/** Returns a function that runs an action of a row's menu. @param openDialog opens the dialog of an action that needs one */
export function useOrderActions(openDialog: (dialog: OrderDialog) => void) {
  const navigate = useNavigate()
  const download = useDownloadOrder()
  return (order: Order, action: OrderAction) => {
    orderCursor.moveTo(order.id)
    switch (action) {
      case 'view':
        return void navigate(orderPath(order))
      case 'download':
        return download.mutate(order)
      default:
        return openDialog({ action, order })
    }
  }
}
