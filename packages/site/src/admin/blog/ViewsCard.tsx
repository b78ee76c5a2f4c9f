import type { PostViews } from '@priormark/core/blog/endpoints'
import { formatDay } from '@priormark/core/platform/dates'
import { dailyViewYears } from '@priormark/core/platform/retention'
import type { UseQueryResult } from '@tanstack/react-query'
import { BarChart } from '../platform/ui/BarChart.tsx'
import { LoadFailed, Loading } from '../platform/ui/list-states.tsx'
import { NativeSelect } from '../platform/ui/NativeSelect.tsx'
import { dayLabel, formatViews, monthLabel, periodLabel, sumOfViews, viewsText } from './post-labels.tsx'
import { useState } from 'react'
import { usePostViews } from './post-queries.ts'

interface ViewsCardProps {
  views: UseQueryResult<PostViews>
  /** Such as '2026-11'; '' for the last days. */
  month: string
  onMonth: (month: string) => void
}

/** How often readers opened a post, or all posts, by day: in the last 30 days or in a month. */
export function ViewsCard({ views, month, onMonth }: ViewsCardProps) {
  const { days = [], months = [], total = 0 } = views.data ?? {}
  const monthViews = months.find((entry) => entry.month === month)?.views
  const periodViews = month === '' ? sumOfViews(days) : (monthViews ?? 0)
  const listedMonths = month === '' || monthViews !== undefined ? months : [{ month, views: 0 }, ...months]
  return (
    <section className="admin-card" aria-labelledby="views-title" aria-busy={views.isFetching}>
      <div className="admin-head">
        <h2 id="views-title">Views</h2>
        {listedMonths.length > 0 && (
          <NativeSelect
            aria-label="Period of the views"
            value={month}
            options={[
              { value: '', label: 'Last 30 days' },
              ...listedMonths.map((entry) => ({ value: entry.month, label: monthLabel(entry.month) })),
            ]}
            onChange={onMonth}
          />
        )}
      </div>
      {views.isPending && <Loading label="Loading the views" rows={3} />}
      {views.isError && (
        <LoadFailed onRetry={() => views.refetch()}>The views could not be loaded.</LoadFailed>
      )}
      {views.isSuccess && (
        <>
          <p>
            {viewsText(periodViews)} in {periodLabel(month)}, {formatViews(total)} in total
          </p>
          {days.length === 0 ? (
            <p className="admin-soft">Days are stored for {dailyViewYears} years, then only months.</p>
          ) : (
            <BarChart
              caption="Views by day, without robots and logged-in administrators"
              title="Views by day"
              bars={days.map(({ day, views: value }, index, { length }) => ({
                name: formatDay(day),
                label: dayLabel(day, month === '' ? length - 1 - index : index),
                value,
              }))}
              format={formatViews}
            />
          )}
        </>
      )}
    </section>
  )
}

/** The views of a post in its editor. */
export function PostViewsCard({ postId }: { postId: string }) {
  const [month, setMonth] = useState('')
  return <ViewsCard views={usePostViews(postId, month)} month={month} onMonth={setMonth} />
}
