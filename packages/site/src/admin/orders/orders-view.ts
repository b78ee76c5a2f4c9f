import { create } from 'zustand'

/** What the person is doing with the orders: what they picked, what they have typed. */
interface OrdersView {
  selectedIds: string[]
  /** Text typed but not saved, by order; it outlives a session that expires under it. */
  linkDrafts: Record<string, string>
  noteDrafts: Record<string, string>
}

export const useOrdersView = create<OrdersView>(() => ({
  selectedIds: [],
  linkDrafts: {},
  noteDrafts: {},
}))

/** Picks rows for a bulk action, or lets them go. */
export function selectOrders(selectedIds: string[]): void {
  useOrdersView.setState({ selectedIds })
}

/** Keeps a link as it is typed; undefined forgets it. */
export function draftLink(id: string, text: string | undefined): void {
  useOrdersView.setState(({ linkDrafts }) => ({ linkDrafts: withDraft(linkDrafts, id, text) }))
}

/** Keeps a note as it is typed; undefined forgets it. */
export function draftNote(id: string, text: string | undefined): void {
  useOrdersView.setState(({ noteDrafts }) => ({ noteDrafts: withDraft(noteDrafts, id, text) }))
}

function withDraft(drafts: Record<string, string>, id: string, text: string | undefined) {
  const { [id]: _former, ...others } = drafts
  return text === undefined ? others : { ...others, [id]: text }
}

/** Leaves nothing for the next person at this machine. */
export function clearOrdersView(): void {
  useOrdersView.setState(useOrdersView.getInitialState(), true)
}
