import { Button, type ButtonProps } from 'antd'
import { useState } from 'react'
import { loadOrToast } from '../../../ui/lazy-load.ts'

export interface MenuAction {
  label: string
  isDanger?: boolean
  /** Why it cannot be chosen now, or null. */
  obstacle?: string | null
  run: () => void
}

/** The button that opens the menu, with a text or with three dots. */
export interface MenuButtonProps extends Pick<ButtonProps, 'size' | 'disabled'> {
  /** Its accessible name. */
  label: string
  /** The visible text; three dots without one. */
  text?: string
}

export interface ActionMenuProps extends MenuButtonProps {
  actions: readonly MenuAction[]
}

/** Loads the open menu, and antd's Dropdown with it. */
export const loadActionMenu = async () => (await import('./OpenActionMenu.tsx')).OpenActionMenu

/** A button that opens a menu of actions. The menu is mounted at its first use, because one per row would slow a list down. */
export function ActionMenu({ actions, ...button }: ActionMenuProps) {
  const [Menu, setMenu] = useState<Awaited<ReturnType<typeof loadActionMenu>> | null>(null)
  async function open(element: HTMLElement) {
    // A menu that loads slowly must not take the focus if the person has moved it. Safari does not focus a clicked button.
    const isWanted = () =>
      element.isConnected && (document.activeElement === element || document.activeElement === document.body)
    const menu = await loadOrToast(loadActionMenu, isWanted)
    if (menu !== null && isWanted()) setMenu(() => menu)
  }
  if (Menu !== null) return <Menu actions={actions} {...button} />
  return <MenuButton {...button} isOpen={false} onClick={({ currentTarget }) => void open(currentTarget)} />
}

export function MenuButton({
  label,
  text,
  isOpen,
  ...props
}: ButtonProps & MenuButtonProps & { isOpen: boolean }) {
  return (
    <Button
      type={text === undefined ? 'text' : 'default'}
      aria-label={label}
      aria-haspopup="menu"
      aria-expanded={isOpen}
      {...props}
    >
      {text === undefined ? (
        <svg viewBox="0 0 16 16" width="16" height="16" stroke="currentColor" aria-hidden>
          <path d="M3 8h.01M8 8h.01M13 8h.01" strokeWidth="3" strokeLinecap="round" />
        </svg>
      ) : (
        <>
          {text}
          <span aria-hidden>&nbsp;▾</span>
        </>
      )}
    </Button>
  )
}
