import type { PostViews } from '@priormark/core/blog/endpoints'
import { lastMonth, periodText } from '@priormark/core/orders/books/period'
import { Button } from 'antd'
import { Link, useNavigate } from 'react-router-dom'
import { sumOfViews, viewsText } from '../../blog/post-labels.tsx'
import { useBlogViews } from '../../blog/post-queries.ts'
import { viewsPath } from '../../blog/post-rows.ts'
import { OverviewCard } from '../../orders/overview/OverviewCard.tsx'
import { PriceCard } from '../../orders/price/PriceCard.tsx'
import { useMay } from '../../platform/ui/use-role.ts'

/** The cards beside or below the orders, each if the person's role includes it. */
export function SideCards() {
  const may = useMay()
  return (
    <>
      {may('owner') && <PriceCard />}
      {may('blog') && <BlogCard />}
      <OverviewCard />
    </>
  )
}

function BlogCard() {
  const navigate = useNavigate()
  const { data } = useBlogViews('')
  return (
    <section className="admin-card" aria-labelledby="blog-title">
      <h2 id="blog-title">Blog management</h2>
      {/* The empty line keeps the layout from shifting when the views arrive. */}
      {data === undefined ? <p>{'\u00A0'}</p> : <RecentViews {...data} />}
      <Button onClick={() => void navigate('/admin/blog')}>Manage blog</Button>{' '}
      <Button onClick={() => void navigate(viewsPath())}>Post statistics</Button>
    </section>
  )
}

function RecentViews({ days, months }: PostViews) {
  const previousMonth = lastMonth(days.at(-1)?.day ?? '')
  const { views = 0 } = months.find(({ month }) => month === previousMonth) ?? {}
  return (
    <p>
      <Link to={viewsPath()}>{viewsText(sumOfViews(days))} in the last 30 days</Link>,{' '}
      <Link to={viewsPath({ month: previousMonth })}>
        {viewsText(views)} in {periodText(previousMonth)}
      </Link>
    </p>
  )
}
