import { formatDeadline } from '@priormark/core/dates'
import { useSyncExternalStore } from 'react'

const neverChanges = () => () => {}

/**
 * A coming date in the reader's time zone: 'Tue, Nov 24, 8:05 AM'. The server does not know that zone, so without a script
 * the time is in UTC and says so.
 */
export function Deadline({ iso }: { iso: string }) {
  const isLocal = useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )
  return (
    <time dateTime={iso}>
      {formatDeadline(iso, isLocal ? { named: false } : { timeZone: 'UTC', named: true })}
    </time>
  )
}
