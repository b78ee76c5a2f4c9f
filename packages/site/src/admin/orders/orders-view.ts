import type { CustomerMail } from '@priormark/core/orders/customer-view'
import { useCallback } from 'react'
import { create } from 'zustand'

/** What a button of an order's screen or the command palette opens there: a dialog, or the field of a note. */
export type AskedAction = 'refund' | 'add-link' | 'note' | 'export' | 'erase' | `resend ${string}`

/** The selected orders, how the list was shown, and what is open on an order's screen. */
interface OrdersView {
  selectedIds: string[]
  /** The query of the list as it was last shown, such as 'tab=paid'. */
  listQuery: string
  /** Null if nothing is open. */
  asked: { orderId: string; action: AskedAction } | null
}

export const useOrdersView = create<OrdersView>(() => ({
  selectedIds: [],
  listQuery: '',
  asked: null,
}))

/** Sets the orders that are selected for a bulk action. */
export function selectOrders(selectedIds: string[]): void {
  useOrdersView.setState({ selectedIds })
}

/** The action that sends an email again. */
export function resendAction({ kind, refund }: Pick<CustomerMail, 'kind' | 'refund'>): AskedAction {
  return `resend ${kind} ${refund?.id ?? ''}`
}

/** Opens an action on the screen of an order, now or once the screen is shown. */
export function ask(orderId: string, action: AskedAction): void {
  useOrdersView.setState({ asked: { orderId, action } })
}

/** Closes what is open on the screen of an order. */
export function closeAsked(orderId: string): void {
  useOrdersView.setState(({ asked }) => ({ asked: asked?.orderId === orderId ? null : asked }))
}

/** Whether an action is open on the screen of an order, with functions that open and close it. */
export function useAsked(orderId: string, action: AskedAction) {
  const isAsked = useOrdersView(({ asked }) => asked?.orderId === orderId && asked.action === action)
  const open = useCallback(() => ask(orderId, action), [orderId, action])
  const close = useCallback(() => closeAsked(orderId), [orderId])
  return { isAsked, open, close }
}

/** Remembers how the list is shown, for the way back to it. Another list starts without a selection. */
export function rememberList(listQuery: string): void {
  useOrdersView.setState((view) => (view.listQuery === listQuery ? view : { listQuery, selectedIds: [] }))
}

/** Forgets the list on the way to the login: the next person may be another one. What is open stays for the same person. */
export function clearList(): void {
  useOrdersView.setState({ listQuery: '', selectedIds: [] })
}

/** Clears everything when a person logs out. */
export function clearOrdersView(): void {
  useOrdersView.setState(useOrdersView.getInitialState(), true)
}
