import type { Order } from '@priormark/core/orders/order'
import { useCallback } from 'react'
import { useNavigate } from 'react-router-dom'
import { useCommand } from '../shell/commands.tsx'
import { moveCursor, useOrdersDesk } from './orders-desk.ts'

/** The address of an order's own screen. */
export function orderPath(id: string): string {
  return `/admin/orders/${id}`
}

/** The id of an order's link in the list, which is what j and k move along. */
export function orderLinkId(id: string): string {
  return `order-${id}`
}

/** Moves the focus to an order in the list. */
export function focusOrder(id: string): void {
  document.getElementById(orderLinkId(id))?.focus()
}

/** Puts the focus back on the row that a dialog was about. */
export function focusCursor(): void {
  const { cursorId } = useOrdersDesk.getState()
  if (cursorId !== null) focusOrder(cursorId)
}

/** j, k and Enter on a list of orders; the cursor is the focus, so that what is seen is what Enter opens. */
export function useOrderKeys(orders: Order[]): void {
  const navigate = useNavigate()

  const step = useCallback(
    (by: 1 | -1) => {
      const from = orders.findIndex(({ id }) => id === useOrdersDesk.getState().cursorId)
      const order = orders[from === -1 ? 0 : Math.min(Math.max(from + by, 0), orders.length - 1)]
      if (order === undefined) return
      moveCursor(order.id)
      focusOrder(order.id)
    },
    [orders],
  )
  const open = useCallback(() => {
    const order = orders.find(({ id }) => id === useOrdersDesk.getState().cursorId)
    if (order !== undefined) void navigate(orderPath(order.id))
  }, [orders, navigate])

  useCommand(
    'down',
    useCallback(() => step(1), [step]),
  )
  useCommand(
    'up',
    useCallback(() => step(-1), [step]),
  )
  useCommand('open', open)
}
