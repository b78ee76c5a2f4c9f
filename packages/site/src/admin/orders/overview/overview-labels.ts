import type { OverviewPeriod } from '@priormark/core/orders/overview/endpoints'

export const periodLabel: Record<OverviewPeriod['days'], string> = {
  1: 'Today',
  7: 'Last 7 days',
  30: 'Last 30 days',
}

const monthName = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' })

/** Returns 'Nov' for '2026-11'. */
export function shortMonth(month: string): string {
  return monthName.format(new Date(`${month}-01`))
}

/** Returns a duration in its two largest units: '45 min', '2 h 5 min', '3 d 4 h'; '–' if unknown. */
export function durationText(minutes: number | null): string {
  if (minutes === null) return '–'
  if (minutes < 60) return `${minutes} min`
  const hours = Math.floor(minutes / 60)
  if (hours < 24) return twoUnits(hours, 'h', minutes % 60, 'min')
  return twoUnits(Math.floor(hours / 24), 'd', hours % 24, 'h')
}

function twoUnits(large: number, largeUnit: string, small: number, smallUnit: string): string {
  return small === 0 ? `${large} ${largeUnit}` : `${large} ${largeUnit} ${small} ${smallUnit}`
}

const shortAmount = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  notation: 'compact',
  maximumFractionDigits: 1,
  minimumFractionDigits: 0,
})

/** Returns an amount for a small place: '$27', '$1.2K'. */
export function shortDollars(dollars: number): string {
  return shortAmount.format(dollars >= 10 && dollars < 1_000 ? Math.round(dollars) : dollars)
}
