import type { Order } from '@priormark/core/orders/order'
import { Checkbox } from 'antd'

interface WithoutPaymentProps {
  order: Order
  isConfirmed: boolean
  onChange: (isConfirmed: boolean) => void
}

/** The confirmation that an order without a valid payment is to be completed. Nothing for any other order. */
export function WithoutPayment({ order, isConfirmed, onChange }: WithoutPaymentProps) {
  if (order.paymentState !== 'refunded' && order.paymentState !== 'disputed') return null
  const what = order.paymentState === 'disputed' ? 'The payment is disputed' : 'The payment was refunded'
  return (
    <p>
      <Checkbox checked={isConfirmed} onChange={({ target }) => onChange(target.checked)}>
        {what}. Complete the order anyway.
      </Checkbox>
    </p>
  )
}
