import type { Order } from '@priormark/core/orders/order'
import { Button, type ButtonProps } from 'antd'

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
