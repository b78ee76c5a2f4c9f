import { Suspense } from 'react'
import { Navigate } from 'react-router-dom'
import { lazyLoad } from '../../../ui/lazy-load.ts'
import { LoadBoundary } from '../../../ui/LoadBoundary.tsx'
import { useMay, useRole } from '../../platform/ui/use-role.ts'
import { ScreenTitle } from '../../platform/ui/ScreenTitle.tsx'
import { OpeningCard } from '../../operations/opening/OpeningCard.tsx'
import { OrdersPanel } from '../../orders/OrdersPanel.tsx'
import styles from './DashboardScreen.module.css'

/** Loaded after the orders, so that those appear sooner. Nothing is below it. */
const SideCards = lazyLoad(async () => (await import('./SideCards.tsx')).SideCards)

/**
 * /admin/dashboard: the orders, with the price, the way to the blog and how the shop did beside or below them; each if the person's
 * role includes it. A role without orders starts on the blog.
 */
export function DashboardScreen() {
  const role = useRole()
  const may = useMay()
  if (role !== null && !may('orders')) return <Navigate to="/admin/blog" replace />
  return (
    <>
      <div className={styles.head}>
        <ScreenTitle title="Dashboard" />
        {may('owner') && <OpeningCard />}
      </div>
      {may('orders') && (
        <div className={styles.screen}>
          <OrdersPanel />
          <div className={styles.side}>
            <LoadBoundary>
              <Suspense>
                <SideCards />
              </Suspense>
            </LoadBoundary>
          </div>
        </div>
      )}
    </>
  )
}
