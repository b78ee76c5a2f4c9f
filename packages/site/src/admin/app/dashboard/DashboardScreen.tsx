import { BlogCard } from './BlogCard.tsx'
import { OverviewCard } from '../../orders/overview/OverviewCard.tsx'
import { PriceCard } from '../../orders/price/PriceCard.tsx'
import { narrow, useMedia } from '../../platform/ui/media.ts'
import { useMay } from '../../platform/ui/use-role.ts'
import { ScreenTitle } from '../../platform/ui/ScreenTitle.tsx'
import styles from './DashboardScreen.module.css'
import { OrdersPanel } from '../../orders/index.ts'

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
