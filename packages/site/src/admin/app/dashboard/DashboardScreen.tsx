import type { PostViews } from '@priormark/core/blog/post-views'
import { Button } from 'antd'
import { Suspense } from 'react'
import { Link, Navigate, useNavigate } from 'react-router-dom'
import { lazyLoad } from '../../../ui/lazy-load.ts'
import { LoadBoundary } from '../../../ui/LoadBoundary.tsx'
import { monthLabel, sumOfViews, viewsText } from '../../blog/post-views-labels.ts'
import { useBlogViews } from '../../blog/post-queries.ts'
import { viewsPath } from '../../blog/post-rows.ts'
import { PriceCard } from '../../orders/price/PriceCard.tsx'
import { useMay, useRole } from '../../platform/ui/use-role.ts'
import { ScreenTitle } from '../../platform/ui/ScreenTitle.tsx'
import { OpeningCard } from '../../operations/opening/OpeningCard.tsx'
import { OrdersPanel } from '../../orders/OrdersPanel.tsx'
import styles from './DashboardScreen.module.css'

/** Its code, and the chart's with it, loads after the orders. Nothing is below it. */
const OverviewCard = lazyLoad(
  async () => (await import('../../orders/overview/OverviewCard.tsx')).OverviewCard,
)

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
            {may('owner') && <PriceCard />}
            {may('blog') && <BlogCard />}
            <LoadBoundary>
              <Suspense>
                <OverviewCard />
              </Suspense>
            </LoadBoundary>
          </div>
        </div>
      )}
    </>
  )
}

function BlogCard() {
  const navigate = useNavigate()
  const { data } = useBlogViews('')
  return (
    <section className="admin-card" aria-labelledby="blog-title">
      <h2 id="blog-title">Blog management</h2>
      {/* Without the line, the screen would move once it is known. */}
      {data === undefined ? <p>{'\u00A0'}</p> : <RecentViews {...data} />}
      <Button onClick={() => void navigate('/admin/blog')}>Manage blog</Button>{' '}
      <Button onClick={() => void navigate(viewsPath())}>Post statistics</Button>
    </section>
  )
}

function RecentViews({ days, months }: PostViews) {
  const lastMonth = monthBefore(days.at(-1)?.day ?? '')
  const { views = 0 } = months.find(({ month }) => month === lastMonth) ?? {}
  return (
    <p>
      <Link to={viewsPath()}>{viewsText(sumOfViews(days))} in the last 30 days</Link>,{' '}
      <Link to={viewsPath({ month: lastMonth })}>
        {viewsText(views)} in {monthLabel(lastMonth)}
      </Link>
    </p>
  )
}

/** Returns '2026-10' for '2026-11-24'. */
function monthBefore(day: string): string {
  return new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 2, 1)).toISOString().slice(0, 7)
}
