import type { OrderProgress } from '@priormark/core/orders/order-progress'
import { usePage } from '../../../rendering/page/page-context.tsx'
import { formatDeadline, formatMoment } from '@priormark/core/platform/dates'
import { useSyncExternalStore } from 'react'

/** When an order will be recorded; nothing for one that is recorded or never will be. */
export function OrderDue({ order: { startsAt, recordedBy, isLate } }: { order: OrderProgress }) {
  const { shop } = usePage()
  if (recordedBy === null) return null
  if (isLate) {
    return (
      <p className="order-due" data-late>
        We’re sorry, this is late: we promised to record it by <Deadline iso={recordedBy} />. You can wait, or
        write to <a href={`mailto:${shop.supportEmail}`}>{shop.supportEmail}</a>.
      </p>
    )
  }
  if (startsAt === null) {
    return (
      <p className="order-due">
        We’ll record it by <Deadline iso={recordedBy} />.
      </p>
    )
  }
  return (
    <p className="order-due">
      We start on <Deadline iso={startsAt} />, when your cancellation period ends, and record your work by{' '}
      <Deadline iso={recordedBy} />.
    </p>
  )
}

const subscribeToNothing = () => () => {}

/** Returns the reader's time zone. The server does not know it, so without a script it is UTC. */
function useTimeZone(): string {
  return useSyncExternalStore(
    subscribeToNothing,
    () => Intl.DateTimeFormat().resolvedOptions().timeZone,
    () => 'UTC',
  )
}

/** A deadline in the reader's time zone: 'Tue, Nov 24, 8:05 AM EST'. */
function Deadline({ iso }: { iso: string }) {
  const timeZone = useTimeZone()
  return <time dateTime={iso}>{formatDeadline(iso, { timeZone, hasZoneName: true })}</time>
}

/** A past moment in the reader's time zone: 'Nov 24, 2026, 8:05 AM EST'. */
export function Moment({ iso }: { iso: string }) {
  const timeZone = useTimeZone()
  return <time dateTime={iso}>{formatMoment(iso, timeZone)}</time>
}
