import { create } from 'zustand'

/** The selection and the unsaved texts of the orders' screens. */
interface OrdersView {
  selectedIds: string[]
  /** Unsaved text by order id. It survives an expired session. */
  linkDrafts: Record<string, string>
  noteDrafts: Record<string, string>
}

export const useOrdersView = create<OrdersView>(() => ({
  selectedIds: [],
  linkDrafts: {},
  noteDrafts: {},
}))

/** Sets the orders that are selected for a bulk action. */
export function selectOrders(selectedIds: string[]): void {
  useOrdersView.setState({ selectedIds })
}

/** Stores a link while it is typed. Undefined deletes it. */
export function draftLink(id: string, text: string | undefined): void {
  useOrdersView.setState(({ linkDrafts }) => ({ linkDrafts: withDraft(linkDrafts, id, text) }))
}

/** Stores a note while it is typed. Undefined deletes it. */
export function draftNote(id: string, text: string | undefined): void {
  useOrdersView.setState(({ noteDrafts }) => ({ noteDrafts: withDraft(noteDrafts, id, text) }))
}

function withDraft(drafts: Record<string, string>, id: string, text: string | undefined) {
  const { [id]: _former, ...others } = drafts
  return text === undefined ? others : { ...others, [id]: text }
}

/** Clears everything when a person logs out. */
export function clearOrdersView(): void {
  useOrdersView.setState(useOrdersView.getInitialState(), true)
}
