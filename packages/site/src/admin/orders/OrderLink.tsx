import type { Order } from '@priormark/core/orders/order'
import { Link } from 'react-router-dom'
import styles from './OrderLink.module.css'
import { orderCursor, orderPath } from './order-rows.ts'

/** The project's name as a link to the order. j and k move between these links. */
export function OrderLink({ order: { id, projectName } }: { order: Order }) {
  return (
    <Link
      id={orderCursor.linkId(id)}
      to={orderPath(id)}
      className={styles.link}
      onFocus={() => orderCursor.move(id)}
    >
      {projectName}
    </Link>
  )
}
