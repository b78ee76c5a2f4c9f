import { narrow } from '../ui/media.ts'

export const loadTable = async () => (await import('./OrdersTable.tsx')).OrdersTable
export const loadCards = async () => (await import('./OrderCards.tsx')).OrderCards

/** Starts loading the code of the list that fits the window: phones never load antd's Table. */
export function loadOrderList(): void {
  // If it fails, the list loads it again.
  void (matchMedia(narrow).matches ? loadCards() : loadTable()).catch(() => {})
}
