import type { Order } from '@priormark/core/orders/order'
import { Checkbox } from 'antd'
import { selectOrders, useOrdersView } from './orders-view.ts'

/** Selects an order for a bulk action. */
export function OrderCheckbox({ order: { id, projectName } }: { order: Order }) {
  const selectedIds = useOrdersView((view) => view.selectedIds)
  return (
    <Checkbox
      aria-label={`Select ${projectName}`}
      checked={selectedIds.includes(id)}
      onChange={({ target }) =>
        selectOrders(target.checked ? [...selectedIds, id] : selectedIds.filter((other) => other !== id))
      }
    />
  )
}

/** Selects all orders of a page. */
export function AllOrdersCheckbox({ orders }: { orders: Order[] }) {
  const selectedIds = useOrdersView((view) => view.selectedIds)
  const count = orders.filter(({ id }) => selectedIds.includes(id)).length
  return (
    <Checkbox
      aria-label="Select all orders on this page"
      checked={count === orders.length}
      indeterminate={count > 0 && count < orders.length}
      onChange={({ target }) => selectOrders(target.checked ? orders.map(({ id }) => id) : [])}
    />
  )
}
