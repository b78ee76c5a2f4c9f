import { BlogCard } from '../blog/BlogCard.tsx'
import { PriceCard } from '../price/PriceCard.tsx'
import { ScreenTitle } from '../shell/ScreenTitle.tsx'
import styles from './DashboardScreen.module.css'
import { OrdersPanel } from './OrdersPanel.tsx'

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
