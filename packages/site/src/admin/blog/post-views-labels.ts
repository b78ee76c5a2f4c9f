/** Returns '1,234'. */
export function formatViews(views: number): string {
  return views.toLocaleString('en-US')
}

/** Returns '1 view' or '1,234 views'. */
export function viewsText(views: number): string {
  return views === 1 ? '1 view' : `${formatViews(views)} views`
}

/** Returns 'November 2026'. @param month such as '2026-11' */
export function monthLabel(month: string): string {
  return new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(month),
  )
}

/** Returns the label under a day of the chart: every seventh has one. @param place how many days it is from the one that counts first */
export function dayLabel(day: string, place: number): string {
  if (place % 7 !== 0) return ''
  return new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' }).format(
    new Date(day),
  )
}
