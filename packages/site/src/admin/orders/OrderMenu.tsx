import type { Order } from '@priormark/core/orders/order'
import { Button, Dropdown } from 'antd'
import { useState } from 'react'
import { actionLabel, dashboardActions, type OrderAction } from './order-actions.ts'

/** The menu takes the keys when it opens; nothing is focused before that. */
const opensIntoMenu = { autoFocus: true }

export type OnOrderAction = (order: Order, action: OrderAction) => void

/** What can be done to one order; what cannot be done now is there, disabled, with its reason. */
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
            // The Enter that chose this would otherwise go on to submit the dialog that it opens.
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
