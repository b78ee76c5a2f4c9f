import { formatDay } from '@priormark/core/dates'
import { useQuery } from '@tanstack/react-query'
import { useAdmin } from '../session/admin-context.tsx'
import { BarChart } from '../ui/BarChart.tsx'
import { LoadFailed, Loading } from '../ui/list-states.tsx'
import { blogKey } from './post-queries.ts'
import { dayLabel, formatViews, viewsText } from './post-views-labels.ts'

/** How often readers opened a post, by day. */
export function PostViewsCard({ postId }: { postId: string }) {
  const { api } = useAdmin()
  const views = useQuery({
    queryKey: [...blogKey, 'views', postId],
    queryFn: ({ signal }) => api.blog.views({ params: { id: postId } }, { signal }),
    staleTime: 0,
  })
  return (
    <section className="admin-card" aria-labelledby="views-title">
      <h2 id="views-title">Views</h2>
      {views.isPending && <Loading label="Loading the views" rows={3} />}
      {views.isError && (
        <LoadFailed onRetry={() => void views.refetch()}>The views could not be loaded.</LoadFailed>
      )}
      {views.isSuccess && (
        <>
          <p>
            {viewsText(views.data.days.reduce((sum, day) => sum + day.views, 0))} in the last 30 days,{' '}
            {formatViews(views.data.total)} in total
          </p>
          <BarChart
            caption="Views by day, without robots and logged-in administrators"
            title="Views by day"
            bars={views.data.days.map((day, index, { length }) => ({
              name: formatDay(day.day),
              label: dayLabel(day.day, length - 1 - index),
              value: day.views,
            }))}
            format={formatViews}
          />
        </>
      )}
    </section>
  )
}
