import { Suspense } from 'react'
import { Navigate } from 'react-router-dom'
import { lazyLoad } from '../../../ui/lazy-load.ts'
import { LoadBoundary } from '../../../ui/LoadBoundary.tsx'
import { useMay, useRole } from '../../platform/ui/use-role.ts'
import { ScreenTitle } from '../../platform/ui/ScreenTitle.tsx'
import { OpeningCard } from '../../operations/opening/OpeningCard.tsx'
import { OrdersPanel } from '../../orders/OrdersPanel.tsx'
import styles from './DashboardScreen.module.css'

/** Loads after the orders, so that those appear sooner. */
const SideCards = lazyLoad(async () => (await import('./SideCards.tsx')).SideCards)

/**
 * /admin/dashboard: the orders, and beside or below them the price, the blog and the overview, each if the person's role includes it.
 * A role without orders is redirected to the blog.
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
        <div className={`admin-stack ${styles.screen}`}>
          <OrdersPanel />
          <div className={`admin-stack ${styles.side}`}>
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
