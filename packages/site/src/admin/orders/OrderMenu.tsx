import { useState } from 'react'
import { loadOrToast } from '../../ui/lazy-load.ts'
import { loadOrderMenu, type OrderMenuProps } from './order-rows.ts'
import type { Order } from '@priormark/core/orders/order'
import { Button, type ButtonProps } from 'antd'

/** The actions of one order. A disabled action says why. */
export function OrderMenu(props: OrderMenuProps) {
  const [Menu, setMenu] = useState<Awaited<ReturnType<typeof loadOrderMenu>> | null>(null)
  // A menu is mounted with its first use: those of all rows would hold up the list.
  async function open(button: HTMLElement) {
    // A menu that arrives late must not take the focus from what the person does by then. Safari does not focus a clicked button.
    const isWanted = () =>
      button.isConnected && [button, document.body].some((element) => element === document.activeElement)
    const menu = await loadOrToast(loadOrderMenu, isWanted)
    if (menu !== null && isWanted()) setMenu(() => menu)
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

/** Opens the actions of one order. */
export function OrderMenuButton({
  order,
  isOpen,
  ...props
}: ButtonProps & { order: Order; isOpen: boolean }) {
  return (
    <Button
      size="small"
      type="text"
      aria-label={`Actions for ${order.projectName}`}
      aria-haspopup="menu"
      aria-expanded={isOpen}
      {...props}
    >
      <svg viewBox="0 0 16 16" width="16" height="16" fill="currentColor" aria-hidden>
        <circle cx="3" cy="8" r="1.5" />
        <circle cx="8" cy="8" r="1.5" />
        <circle cx="13" cy="8" r="1.5" />
      </svg>
    </Button>
  )
}
