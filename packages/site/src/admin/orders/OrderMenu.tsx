import type { Order } from '@priormark/core/orders/order'
import type { OrderAction } from '@priormark/core/orders/order-rules'
import { Button, Dropdown } from 'antd'
import { useState } from 'react'
import { actionLabel, dashboardActions } from './order-actions.ts'

/** Moves the focus into the menu when it opens. */
const opensIntoMenu = { autoFocus: true }

export type OnOrderAction = (order: Order, action: OrderAction) => void

/** The actions of one order. A disabled action says why. */
export function OrderMenu({ order, onAction }: { order: Order; onAction: OnOrderAction }) {
  const [isOpen, setOpen] = useState(false)
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
      <Button
        size="small"
        type="text"
        aria-label={`Actions for ${order.projectName}`}
        aria-haspopup="menu"
        aria-expanded={isOpen}
      >
        <svg viewBox="0 0 16 16" width="16" height="16" fill="currentColor" aria-hidden>
          <circle cx="3" cy="8" r="1.5" />
          <circle cx="8" cy="8" r="1.5" />
          <circle cx="13" cy="8" r="1.5" />
        </svg>
      </Button>
    </Dropdown>
  )
}
