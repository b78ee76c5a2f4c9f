import { create } from 'zustand'

/** The selected orders, how the list was shown, and the texts that were typed and not saved yet. */
interface OrdersView {
  selectedIds: string[]
  /** Unsaved text by order id. It survives an expired session. */
  typedLinks: Record<string, string>
  typedNotes: Record<string, string>
  /** The query of the list as it was last shown, such as 'tab=paid'. */
  listQuery: string
}

export const useOrdersView = create<OrdersView>(() => ({
  selectedIds: [],
  typedLinks: {},
  typedNotes: {},
  listQuery: '',
}))

/** Sets the orders that are selected for a bulk action. */
export function selectOrders(selectedIds: string[]): void {
  useOrdersView.setState({ selectedIds })
}

/** Remembers how the list was shown, for the way back to it. */
export function rememberList(listQuery: string): void {
  useOrdersView.setState({ listQuery })
}

/** Stores a link while it is typed. Undefined deletes it. */
export function setTypedLink(id: string, text: string | undefined): void {
  useOrdersView.setState(({ typedLinks }) => ({ typedLinks: withText(typedLinks, id, text) }))
}

/** Stores a note while it is typed. Undefined deletes it. */
export function setTypedNote(id: string, text: string | undefined): void {
  useOrdersView.setState(({ typedNotes }) => ({ typedNotes: withText(typedNotes, id, text) }))
}

function withText(texts: Record<string, string>, id: string, text: string | undefined) {
  const { [id]: _former, ...others } = texts
  return text === undefined ? others : { ...others, [id]: text }
}

/** Clears everything when a person logs out. */
export function clearOrdersView(): void {
  useOrdersView.setState(useOrdersView.getInitialState(), true)
}
