import type { Order } from '@priormark/core/orders/order'
import { Link } from 'react-router-dom'
import styles from './OrderLink.module.css'
import { moveCursor } from './orders-desk.ts'
import { orderLinkId, orderPath } from './use-order-keys.ts'

/** The project's name, leading to the order; j and k move along these. */
export function OrderLink({ order: { id, projectName } }: { order: Order }) {
  return (
    <Link id={orderLinkId(id)} to={orderPath(id)} className={styles.link} onFocus={() => moveCursor(id)}>
      {projectName}
    </Link>
  )
}
