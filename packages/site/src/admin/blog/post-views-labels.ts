import { recentViewDays, type PostViews } from '@priormark/core/blog/endpoints'

/** Returns a number with separators, such as '1,234'. */
export function formatViews(views: number): string {
  return views.toLocaleString('en-US')
}

/** Returns text such as '1 view' or '1,234 views'. */
export function viewsText(views: number): string {
  return views === 1 ? '1 view' : `${formatViews(views)} views`
}

/** Returns a month's name and year, such as 'November 2026'. @param month such as '2026-11' */
export function monthLabel(month: string): string {
  return new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(month),
  )
}

/** Returns a month's name and year, such as 'October 2026', or 'the last 30 days' for ''. */
export function periodLabel(month: string): string {
  return month === '' ? `the last ${recentViewDays} days` : monthLabel(month)
}

export function sumOfViews(days: PostViews['days']): number {
  return days.reduce((sum, { views }) => sum + views, 0)
}

/** Returns the label under a day of the chart; '' except for every seventh. @param distance in days from a day with a label */
export function dayLabel(day: string, distance: number): string {
  if (distance % 7 !== 0) return ''
  return new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' }).format(
    new Date(day),
  )
}
