import { formatDay } from '@priormark/core/dates'
import { dailyViewYears } from '@priormark/core/retention'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAdmin } from '../session/admin-context.tsx'
import { BarChart } from '../ui/BarChart.tsx'
import { LoadFailed, Loading } from '../ui/list-states.tsx'
import { NativeSelect } from '../ui/NativeSelect.tsx'
import { blogKey } from './post-queries.ts'
import styles from './PostViewsCard.module.css'
import { dayLabel, formatViews, monthLabel, viewsText } from './post-views-labels.ts'

/** How often readers opened a post, by day: in the last 30 days or in a month. */
export function PostViewsCard({ postId }: { postId: string }) {
  const { api } = useAdmin()
  const [month, setMonth] = useState('')
  const views = useQuery({
    queryKey: [...blogKey, 'views', postId, month],
    queryFn: ({ signal }) => api.blog.views({ params: { id: postId }, query: { month } }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const { days = [], months = [], total = 0 } = views.data ?? {}
  const inMonth = months.find((one) => one.month === month)?.views
  const shown = inMonth ?? days.reduce((sum, day) => sum + day.views, 0)
  return (
    <section className="admin-card" aria-labelledby="views-title" aria-busy={views.isFetching}>
      <div className={styles.head}>
        <h2 id="views-title">Views</h2>
        {months.length > 0 && (
          <NativeSelect
            aria-label="Period of the views"
            value={month}
            options={[
              { value: '', label: 'Last 30 days' },
              ...months.map((one) => ({ value: one.month, label: monthLabel(one.month) })),
            ]}
            onChange={setMonth}
          />
        )}
      </div>
      {views.isPending && <Loading label="Loading the views" rows={3} />}
      {views.isError && (
        <LoadFailed onRetry={() => void views.refetch()}>The views could not be loaded.</LoadFailed>
      )}
      {views.isSuccess && (
        <>
          <p>
            {viewsText(shown)} in {month === '' ? 'the last 30 days' : monthLabel(month)},{' '}
            {formatViews(total)} in total
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
