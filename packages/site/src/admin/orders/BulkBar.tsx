import { counted } from '@priormark/core/platform/counted'
import type { Order } from '@priormark/core/orders/order'
import type { OrderMark } from '@priormark/core/orders/order-rules'
import { Button } from 'antd'
import { useState } from 'react'
import { lazyDialog } from '../../ui/lazy-load.ts'
import { toast, toastError } from '../../ui/toast-store.ts'
import styles from './OrdersPanel.module.css'
import { actionLabel, markableOrders, markChange } from './order-actions.ts'
import { useChangeOrders } from './order-queries.ts'
import { selectOrders } from './orders-view.ts'

const BulkDialog = lazyDialog(async () => (await import('./MarkDialogs.tsx')).BulkDialog, 'mark')

const bulkMarks: OrderMark[] = ['confirmation-sent', 'fulfillment-sent', 'mark-paid']

/** Sets a mark on all selected orders that it would change. */
export function BulkBar({ selectedOrders }: { selectedOrders: Order[] }) {
  const [markToConfirm, setMarkToConfirm] = useState<OrderMark | null>(null)
  const change = useChangeOrders()
  if (selectedOrders.length === 0) return null

  function confirm(mark: OrderMark) {
    change.mutate(
      { ids: markableOrders(selectedOrders, mark).map(({ id }) => id), change: markChange[mark] },
      {
        onSuccess: ({ changed, failed }) => {
          setMarkToConfirm(null)
          selectOrders([])
          const countText = counted(changed + failed, 'order', 'orders')
          if (failed === 0) toast({ title: 'Orders updated', description: `${countText} updated` })
          else toastError('Update failed', `Could not update ${failed} of ${countText}`)
        },
      },
    )
  }

  return (
    <section className={`admin-line ${styles.bar}`} aria-label="Actions for the selected orders">
      <strong>{counted(selectedOrders.length, 'order', 'orders')} selected</strong>
      {bulkMarks.map((mark) => {
        const count = markableOrders(selectedOrders, mark).length
        return (
          <Button key={mark} size="small" disabled={count === 0} onClick={() => setMarkToConfirm(mark)}>
            {actionLabel[mark]} ({count})
          </Button>
        )
      })}
      <Button size="small" type="text" onClick={() => selectOrders([])}>
        Clear selection
      </Button>
      <BulkDialog
        selectedOrders={selectedOrders}
        mark={markToConfirm}
        isBusy={change.isPending}
        onConfirm={confirm}
        onClose={() => setMarkToConfirm(null)}
      />
    </section>
  )
}
