import { Dropdown } from 'antd'
import { useState } from 'react'
import { actionLabel, dashboardActions } from './order-actions.ts'
import type { OrderMenuProps } from './order-rows.ts'
import { OrderMenuButton } from './OrderMenu.tsx'

/** Moves the focus into the menu when it opens. */
const opensIntoMenu = { autoFocus: true }

/** This button replaces the focused one, so it takes the focus. */
const keepsFocus = { autoFocus: true }

/** The button with its menu, which is open at first. */
export function OpenOrderMenu({ order, onAction }: OrderMenuProps) {
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
      <OrderMenuButton order={order} isOpen={isOpen} {...keepsFocus} />
    </Dropdown>
  )
}
