import type { Order } from '@priormark/core/orders/order'
import type { OrderAction } from '@priormark/core/orders/order-rules'
import { Button, Dropdown, type ButtonProps } from 'antd'
import { useState } from 'react'
import { actionLabel, dashboardActions } from './order-actions.ts'

/** Moves the focus into the menu when it opens. */
const opensIntoMenu = { autoFocus: true }

export type OnOrderAction = (order: Order, action: OrderAction) => void

interface OrderMenuProps {
  order: Order
  onAction: OnOrderAction
}

/** The actions of one order. A disabled action says why. */
export function OrderMenu(props: OrderMenuProps) {
  const [isUsed, setUsed] = useState(false)
  // A menu is mounted with its first use: those of all rows would hold up the list.
  if (isUsed) return <Menu {...props} />
  return <MenuButton order={props.order} isOpen={false} onClick={() => setUsed(true)} />
}

/** A menu that is open at first. */
function Menu({ order, onAction }: OrderMenuProps) {
  const [isOpen, setOpen] = useState(true)
  return (
    <Dropdown
      open={isOpen}
      onOpenChange={setOpen}
      trigger={['click']}
      placement="bottomRight"
      getPopupContainer={(trigger) => trigger.closest('main') ?? document.body}
      {...opensIntoMenu}
      destroyOnHidden
      menu={{
        items: dashboardActions(order).map(({ action, obstacle }) => ({
          key: action,
          label: actionLabel[action],
          disabled: obstacle !== null,
          title: obstacle ?? '',
          onClick: ({ domEvent }) => {
            // Otherwise the Enter key that chose the action also submits the dialog that it opens.
            domEvent.preventDefault()
            onAction(order, action)
          },
        })),
      }}
    >
      <MenuButton order={order} isOpen={isOpen} {...keepsFocus} />
    </Dropdown>
  )
}

/** It takes the place of the button that was focused. */
const keepsFocus = { autoFocus: true }

function MenuButton({ order, isOpen, ...props }: ButtonProps & { order: Order; isOpen: boolean }) {
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
