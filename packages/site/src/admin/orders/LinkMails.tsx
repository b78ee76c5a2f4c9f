import type { Order } from '@priormark/core/orders/order'
import { linkMailText } from '@priormark/core/orders/order-rules'
import { useRecordCode } from '../anchors/index.ts'

/** Says which emails follow when the order's link is saved. */
export function LinkMails({ order }: { order: Order }) {
  const { data, isError } = useRecordCode(order.id)
  if (data !== undefined) return <p>{linkMailText(order, data.isEvidenceMailed)}</p>
  return (
    <p role={isError ? 'alert' : undefined}>
      {isError ? 'Which emails follow could not be loaded.' : 'Loading which emails follow…'}
    </p>
  )
}
