import { BlogCard } from './BlogCard.tsx'
import { OverviewCard } from './OverviewCard.tsx'
import { PriceCard } from './PriceCard.tsx'
import { narrow, useMedia } from '../ui/media.ts'
import { useMay } from '../ui/use-role.ts'
import { ScreenTitle } from '../ui/ScreenTitle.tsx'
import styles from './DashboardScreen.module.css'
import { OrdersPanel } from '../orders/index.ts'

/** /admin/dashboard: how the shop did, the price, the way to the blog, and the orders, which come first on a phone; each if the person's role includes it. */
export function DashboardScreen() {
  const may = useMay()
  const isNarrow = useMedia(narrow)
  const orders = may('orders') && <OrdersPanel />
  return (
    <>
      <ScreenTitle title="Dashboard" />
      {isNarrow && orders}
      {may('orders') && <OverviewCard />}
      <div className={styles.cards}>
        {may('owner') && <PriceCard />}
        {may('blog') && <BlogCard />}
      </div>
      {!isNarrow && orders}
    </>
  )
}
