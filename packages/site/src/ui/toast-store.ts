import type { ReactNode } from 'react'
import { create } from 'zustand'

export type ToastVariant = 'default' | 'destructive'

export interface Toast {
  /** Incremented with each toast, so that a repeated text is announced again. */
  id: number
  title: string
  description: string
  variant: ToastVariant
  /** A link or button below the text. */
  action?: ReactNode
}

/** How long a toast is shown, in milliseconds. */
export const toastShownMs = 6_000

/** The current toast, or null. Only one toast is shown at a time. */
export const useToastStore = create<{ current: Toast | null; lastId: number }>(() => ({
  current: null,
  lastId: 0,
}))

/** Shows a toast, replacing the current one. */
export function toast(content: Pick<Toast, 'title'> & Partial<Omit<Toast, 'id'>>): void {
  useToastStore.setState(({ lastId }) => ({
    current: { description: '', variant: 'default', ...content, id: lastId + 1 },
    lastId: lastId + 1,
  }))
}

/** Shows that something failed. */
export function toastError(title: string, description: string): void {
  toast({ title, description, variant: 'destructive' })
}

/** Dismisses a toast, unless a newer one has replaced it. */
export function dismissToast(id: number): void {
  useToastStore.setState(({ current }) => (current?.id === id ? { current: null } : {}))
}
