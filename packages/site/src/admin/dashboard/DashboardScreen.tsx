import { BlogCard } from './BlogCard.tsx'
import { PriceCard } from './PriceCard.tsx'
import { ScreenTitle } from '../ui/ScreenTitle.tsx'
import styles from './DashboardScreen.module.css'
import { OrdersPanel } from '../orders/index.ts'

/** /admin/dashboard: the price, the way to the blog, and the orders. */
export function DashboardScreen() {
  return (
    <>
      <ScreenTitle title="Dashboard" className={styles.title} />
      <div className={styles.cards}>
        <PriceCard />
        <BlogCard />
      </div>
      <OrdersPanel />
    </>
  )
}
