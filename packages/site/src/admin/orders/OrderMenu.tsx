import { useState } from 'react'
import { loadOrToast } from '../../ui/lazy-load.ts'
import { loadOrderMenu } from './order-menu-code.ts'
import type { OrderMenuProps } from './order-rows.ts'
import { OrderMenuButton } from './OrderMenuButton.tsx'

/** The actions of one order. A disabled action says why. */
export function OrderMenu(props: OrderMenuProps) {
  const [Menu, setMenu] = useState<Awaited<ReturnType<typeof loadOrderMenu>> | null>(null)
  // A menu is mounted with its first use: those of all rows would hold up the list.
  async function open(button: HTMLElement) {
    const menu = await loadOrToast(loadOrderMenu)
    // A menu that arrives late must not take the focus from what the person does by then. Safari does not focus a clicked button.
    const { activeElement, body } = document
    if (menu !== null && (activeElement === button || activeElement === body)) setMenu(() => menu)
  }
  if (Menu !== null) return <Menu {...props} />
  return (
    <OrderMenuButton
      order={props.order}
      isOpen={false}
      onClick={({ currentTarget }) => void open(currentTarget)}
    />
  )
}
