import type { Order } from '@priormark/core/orders/order'
import { needsPaymentWaiver } from '@priormark/core/orders/order-rules'
import { Checkbox } from 'antd'

interface WithoutPaymentProps {
  order: Order
  isConfirmed: boolean
  onChange: (isConfirmed: boolean) => void
}

/** The confirmation that an order without a valid payment is to be completed. Nothing for any other order, or for one that is completed. */
export function WithoutPayment({ order, isConfirmed, onChange }: WithoutPaymentProps) {
  if (!needsPaymentWaiver(order)) return null
  const what = order.paymentState === 'disputed' ? 'The payment is disputed' : 'The payment was refunded'
  return (
    <p>
      <Checkbox checked={isConfirmed} onChange={({ target }) => onChange(target.checked)}>
        {what}. Complete the order anyway.
      </Checkbox>
    </p>
  )
}
