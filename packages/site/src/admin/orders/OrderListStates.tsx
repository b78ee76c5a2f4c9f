import { Button } from 'antd'
import { RegistrationMark } from '../../ui/RegistrationMark.tsx'
import type { OrderFilter } from './order-filter.ts'
import styles from './OrderListStates.module.css'

const skeletonRows = 10

/** The list while it is first fetched, in the size of its rows. */
export function OrdersSkeleton() {
  return (
    <div className={styles.skeleton}>
      <output className="admin-hidden">Loading orders</output>
      {Array.from({ length: skeletonRows }, (_, row) => (
        <div key={row} className={styles.row}>
          <span className={styles.disc} />
          <span className={styles.bar} />
          <span className={styles.bar} />
        </div>
      ))}
    </div>
  )
}

/** The list that could not be fetched. */
export function OrdersFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <div className={styles.message} role="alert">
      <p>Failed to load orders. Please try again.</p>
      <Button onClick={onRetry}>Retry</Button>
    </div>
  )
}

interface NoOrdersProps {
  filter: OrderFilter
  onSearchAll: () => void
  onClear: () => void
}

/** A list with nothing in it, and the way out where a search or tab is the reason. */
export function NoOrders({ filter: { tab, search }, onSearchAll, onClear }: NoOrdersProps) {
  return (
    <div className={styles.message}>
      <RegistrationMark size={40} filledQuarters={0} />
      <output>No orders found.</output>
      {search === '' && tab === 'to-fulfill' && <p className="admin-soft">Every paid order has its link.</p>}
      {search !== '' && (
        <div className={styles.ways}>
          {tab !== 'all' && <Button onClick={onSearchAll}>Search all orders</Button>}
          <Button onClick={onClear}>Clear search</Button>
        </div>
      )}
    </div>
  )
}
