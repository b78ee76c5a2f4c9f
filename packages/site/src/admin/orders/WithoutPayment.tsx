import type { Order } from '@priormark/core/orders/order'
import { reversalText, stopReason } from '@priormark/core/orders/order-rules'
import { Checkbox } from 'antd'
import type { ReactNode } from 'react'

interface WithoutPaymentProps {
  order: Order
  isConfirmed: boolean
  onChange: (isConfirmed: boolean) => void
  children: ReactNode
}

/** Shows its children, which tell how to record an order. Where the money is gone, the administrator first confirms that it is to be completed. */
export function WithoutPayment({ order, isConfirmed, onChange, children }: WithoutPaymentProps) {
  const stopped = stopReason(order)
  if (stopped === null) return children
  return (
    <>
      <p>
        <Checkbox checked={isConfirmed} onChange={({ target }) => onChange(target.checked)}>
          {reversalText[stopped]}. Complete the order anyway.
        </Checkbox>
      </p>
      {isConfirmed && children}
    </>
  )
}
