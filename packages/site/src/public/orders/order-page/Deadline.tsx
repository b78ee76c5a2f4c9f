import { formatDeadline, formatMoment } from '@priormark/core/platform/dates'
import { useSyncExternalStore } from 'react'

const neverChanges = () => () => {}

/** Returns the reader's time zone. The server does not know it, so without a script it is UTC. */
function useTimeZone(): string {
  return useSyncExternalStore(
    neverChanges,
    () => Intl.DateTimeFormat().resolvedOptions().timeZone,
    () => 'UTC',
  )
}

/** A coming date in the reader's time zone: 'Tue, Nov 24, 8:05 AM EST'. */
export function Deadline({ iso }: { iso: string }) {
  const timeZone = useTimeZone()
  return <time dateTime={iso}>{formatDeadline(iso, { timeZone, named: true })}</time>
}

/** A past moment in the reader's time zone: 'Nov 24, 2026, 8:05 AM EST'. */
export function Moment({ iso }: { iso: string }) {
  const timeZone = useTimeZone()
  return <time dateTime={iso}>{formatMoment(iso, timeZone)}</time>
}
