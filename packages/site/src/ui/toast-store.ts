import { create } from 'zustand'

type ToastVariant = 'default' | 'destructive'

export interface Toast {
  /** Grows with each toast, so that the same words shown twice are announced twice. */
  id: number
  title: string
  description: string
  variant: ToastVariant
}

/** The one toast on screen, or null (SPEC.md section 9: at most one at a time). */
export const useToastStore = create<{ current: Toast | null }>(() => ({ current: null }))

let shownCount = 0

/** Shows a toast in place of the one on screen. */
export function toast(words: { title: string; description?: string; variant?: ToastVariant }): void {
  shownCount += 1
  useToastStore.setState({ current: { description: '', variant: 'default', ...words, id: shownCount } })
}

/** Takes a toast away; another one that came meanwhile stays. */
export function dismissToast(id: number): void {
  useToastStore.setState(({ current }) => (current?.id === id ? { current: null } : {}))
}
