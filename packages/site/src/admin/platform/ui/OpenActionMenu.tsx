import { Dropdown } from 'antd'
import { useState } from 'react'
import { MenuButton, type ActionMenuProps } from './ActionMenu.tsx'

/** For the menu, which takes the focus when it opens, and for the button, which replaces the focused button of ActionMenu. */
const autoFocus = { autoFocus: true }

/** The button with its menu, which is open at first. */
export function OpenActionMenu({ actions, ...button }: ActionMenuProps) {
  const [isOpen, setOpen] = useState(true)
  return (
    <Dropdown
      open={isOpen}
      onOpenChange={setOpen}
      trigger={['click']}
      placement="bottomRight"
      getPopupContainer={(trigger) => trigger.closest('main') ?? document.body}
      {...autoFocus}
      destroyOnHidden
      menu={{
        items: actions.map(({ label, isDanger = false, obstacle = null, run }) => ({
          key: label,
          label,
          danger: isDanger,
          disabled: obstacle !== null,
          title: obstacle ?? '',
          onClick: ({ domEvent }) => {
            // Otherwise the Enter key that chose the action also submits the dialog that it opens.
            domEvent.preventDefault()
            run()
          },
        })),
      }}
    >
      <MenuButton {...button} isOpen={isOpen} {...autoFocus} />
    </Dropdown>
  )
}
