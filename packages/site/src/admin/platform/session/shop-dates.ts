import {
  formatDay as formatDayIn,
  formatMoment as formatMomentIn,
  isTimeZone,
  localMinute,
  momentIn,
} from '@priormark/core/platform/dates'

const storageKey = 'priormark.time-zone'

/** The shop's time zone as the last login knew it, so that the first screen already shows it. */
let timeZone = readStored()

function readStored(): string {
  try {
    const stored = localStorage.getItem(storageKey)
    return stored !== null && isTimeZone(stored) ? stored : 'UTC'
  } catch {
    // Outside a browser, or in one that forbids storage.
    return 'UTC'
  }
}

/** Sets the zone of every date of the admin. The frame shows its screen again when it has changed. */
export function setTimeZone(next: string): void {
  if (next === timeZone || !isTimeZone(next)) return
  timeZone = next
  try {
    localStorage.setItem(storageKey, next)
  } catch {
    // The next login tells the zone again.
  }
}

/** The name of the shop's time zone. */
export const shopTimeZone = () => timeZone

/** Formats a day in the shop's time zone: 'Apr 28, 2025'. */
export const formatDay = (iso: string) => formatDayIn(iso, timeZone)

/** Formats day and minute in the shop's time zone, which it names: 'Apr 28, 2025, 2:05 PM UTC'. */
export const formatMoment = (iso: string) => formatMomentIn(iso, timeZone)

/** Formats a time of day in the shop's time zone: '2:05 PM'. @param at in milliseconds */
export function formatTime(at: number): string {
  return new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', timeZone }).format(at)
}

/** Formats a moment for a datetime-local field, in the shop's time zone: '2026-03-01T09:30', or '' for null. */
export function localMoment(iso: string | null): string {
  return iso === null ? '' : localMinute(timeZone, new Date(iso))
}

/** Parses the value of a datetime-local field to ISO 8601 in UTC. Null if it is empty or invalid. */
export function momentFrom(local: string): string | null {
  return local === '' || Number.isNaN(Date.parse(local)) ? null : momentIn(timeZone, local).toISOString()
}
