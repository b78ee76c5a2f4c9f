import type { Order } from '@priormark/core/orders/order'
import { Button } from 'antd'
import { useState } from 'react'
import { toast } from '../../ui/toast-store.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import styles from './BulkBar.module.css'
import { actionLabel, markable, markChange, type OrderMark } from './order-actions.ts'
import { useChangeOrders } from './order-queries.ts'
import { selectOrders } from './orders-view.ts'

const bulkMarks: OrderMark[] = ['confirmation-sent', 'fulfillment-sent', 'mark-paid']

/** Sets a mark on all selected orders that it would change. */
export function BulkBar({ selected }: { selected: Order[] }) {
  const [asked, setAsked] = useState<OrderMark | null>(null)
  const change = useChangeOrders()
  if (selected.length === 0) return null
  const affected = asked === null ? [] : markable(selected, asked)

  function confirm() {
    if (asked === null) return
    change.mutate(
      { ids: affected.map(({ id }) => id), change: markChange[asked] },
      {
        onSuccess: ({ changed, failed }) => {
          setAsked(null)
          selectOrders([])
          if (failed === 0) toast({ title: 'Orders updated', description: `${countOf(changed)} updated` })
          else {
            const description = `Could not update ${failed} of ${countOf(changed + failed)}`
            toast({ title: 'Update failed', description, variant: 'destructive' })
          }
        },
      },
    )
  }

  return (
    <section className={styles.bar} aria-label="Actions for the selected orders">
      <strong>{countOf(selected.length)} selected</strong>
      {bulkMarks.map((mark) => {
        const count = markable(selected, mark).length
        return (
          <Button key={mark} size="small" disabled={count === 0} onClick={() => setAsked(mark)}>
            {actionLabel[mark]} ({count})
          </Button>
        )
      })}
      <Button size="small" type="text" onClick={() => selectOrders([])}>
        Clear selection
      </Button>
      <ConfirmDialog
        isOpen={asked !== null}
        title={asked === null ? '' : actionLabel[asked]}
        confirmLabel={`Update ${countOf(affected.length)}`}
        isBusy={change.isPending}
        onConfirm={confirm}
        onClose={() => setAsked(null)}
      >
        <ul className={styles.names}>
          {affected.map(({ id, projectName, firstName, lastName }) => (
            <li key={id}>
              {projectName}, {firstName} {lastName}
            </li>
          ))}
        </ul>
        <p>This can’t be undone.</p>
      </ConfirmDialog>
    </section>
  )
}

function countOf(orders: number): string {
  return orders === 1 ? '1 order' : `${orders} orders`
}
