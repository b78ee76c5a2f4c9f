import type { CustomerMail } from '@priormark/core/orders/customer-view'
import { create } from 'zustand'

/** A dialog on the screen of an order, or the field of its note. The screen and the command palette open it. */
export type OrderPrompt = 'refund' | 'add-link' | 'note' | 'export' | 'erase' | `resend ${string}`

/** The state of the list of orders, and the prompt that is open on an order's screen. */
interface OrdersView {
  selectedIds: string[]
  /** The query of the list as it was last shown, such as 'tab=paid'. */
  listQuery: string
  prompt: { orderId: string; kind: OrderPrompt } | null
}

export const useOrdersView = create<OrdersView>(() => ({
  selectedIds: [],
  listQuery: '',
  prompt: null,
}))

/** Sets the orders that are selected for a bulk action. */
export function selectOrders(selectedIds: string[]): void {
  useOrdersView.setState({ selectedIds })
}

/** Returns the prompt that sends an email again. */
export function resendPrompt({ kind, refund }: Pick<CustomerMail, 'kind' | 'refund'>): OrderPrompt {
  return `resend ${kind} ${refund?.id ?? ''}`
}

/** Opens a prompt on the screen of an order, now or once the screen is shown. */
export function openPrompt(orderId: string, kind: OrderPrompt): void {
  useOrdersView.setState({ prompt: { orderId, kind } })
}

/** Closes the prompt on the screen of an order. */
export function closePrompt(orderId: string): void {
  useOrdersView.setState(({ prompt }) => ({ prompt: prompt?.orderId === orderId ? null : prompt }))
}

/** Whether a prompt is open on the screen of an order, with functions that open and close it. */
export function useOrderPrompt(orderId: string, kind: OrderPrompt) {
  const isOpen = useOrdersView(({ prompt }) => prompt?.orderId === orderId && prompt.kind === kind)
  return { isOpen, open: () => openPrompt(orderId, kind), close: () => closePrompt(orderId) }
}

/** Stores the query of the list, for links back to it. Another query clears the selection. */
export function rememberList(listQuery: string): void {
  useOrdersView.setState((view) => (view.listQuery === listQuery ? view : { listQuery, selectedIds: [] }))
}

/** Clears the list's state before the login, since another person may log in. The open prompt is kept for the same person. */
export function clearOrderList(): void {
  useOrdersView.setState({ listQuery: '', selectedIds: [] })
}

/** Clears everything when a person logs out. */
export function clearOrdersView(): void {
  useOrdersView.setState(useOrdersView.getInitialState(), true)
}
