import type { Order } from '@priormark/core/orders/order'
import { reversalText, stopReason } from '@priormark/core/orders/order-rules'
import { Checkbox } from 'antd'

interface WithoutPaymentProps {
  order: Order
  isConfirmed: boolean
  onChange: (isConfirmed: boolean) => void
}

/** The confirmation that an order without a valid payment is to be completed. Nothing for any other order, or for one that is completed. */
export function WithoutPayment({ order, isConfirmed, onChange }: WithoutPaymentProps) {
  const stopped = stopReason(order)
  if (stopped === null) return null
  return (
    <p>
      <Checkbox checked={isConfirmed} onChange={({ target }) => onChange(target.checked)}>
        {reversalText[stopped]}. Complete the order anyway.
      </Checkbox>
    </p>
  )
}
