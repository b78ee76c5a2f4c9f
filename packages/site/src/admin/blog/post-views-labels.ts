/** Returns '1,234'. */
export function formatViews(views: number): string {
  return views.toLocaleString('en-US')
}

/** Returns '1 view' or '1,234 views'. */
export function viewsText(views: number): string {
  return views === 1 ? '1 view' : `${formatViews(views)} views`
}

/** Returns the label under a day of the chart: every seventh has one, counted from today. */
export function dayLabel(day: string, daysAgo: number): string {
  if (daysAgo % 7 !== 0) return ''
  return new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' }).format(
    new Date(day),
  )
}
