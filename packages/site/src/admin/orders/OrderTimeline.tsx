/*
 * Not antd's Timeline: it would add 13 kB to the screen for a line on the left.
 */
import { endpointPath } from '@priormark/core/platform/http/endpoint'
import { orderEndpoints } from '@priormark/core/orders/endpoints'
import type { OrderEvent, OrderEventKind } from '@priormark/core/orders/order'
import { Button } from 'antd'
import { NoteForm } from './NoteForm.tsx'
import { useRefreshOrder, useTimeline } from './order-queries.ts'
import { LoadFailed } from '../platform/ui/list-states.tsx'
import { CopyDate } from '../platform/ui/lost-server.tsx'
import styles from './OrderScreen.module.css'
import { formatMoment } from '../platform/session/shop-dates.ts'
import { actorText, detailText, eventLabel } from './timeline-text.ts'

/** The order's events, and notes that only administrators see. */
export function OrderTimeline({ orderId }: { orderId: string }) {
  const timeline = useTimeline(orderId)
  const refresh = useRefreshOrder(orderId)
  return (
    <section className="admin-card" aria-labelledby="timeline-title">
      <div className={styles.timelineHead}>
        <h2 id="timeline-title">Timeline and notes</h2>
        <Button size="small" loading={timeline.isFetching} onClick={refresh}>
          Refresh
        </Button>
      </div>
      {timeline.isError ? (
        <LoadFailed onRetry={() => timeline.refetch()}>The timeline could not be loaded.</LoadFailed>
      ) : (
        <>
          <CopyDate path={endpointPath(orderEndpoints.timeline, { params: { id: orderId } })} />
          <ol className={styles.events} aria-busy={timeline.isPending}>
            {timeline.data?.map((event) => (
              <Event key={event.id} event={event} />
            ))}
          </ol>
        </>
      )}
      {/* The first events would move it. A later read, such as a retry, must not remove it while a person types. */}
      {timeline.isFetched && <NoteForm orderId={orderId} />}
    </section>
  )
}

const markedKinds: readonly OrderEventKind[] = [
  'note',
  'mail_failed',
  'payment_failed',
  'refund_rejected',
  'anchor_stuck',
]

function Event({ event }: { event: OrderEvent }) {
  const { kind, at, actor } = event
  const detail = detailText(event)
  return (
    <li data-kind={markedKinds.includes(kind) ? kind : undefined}>
      <div className={styles.what}>
        <strong>{eventLabel[kind]}</strong>
        <span className={styles.who}>
          {actorText(actor)}, <time dateTime={at}>{formatMoment(at)}</time>
        </span>
      </div>
      {detail !== '' && <p>{detail}</p>}
    </li>
  )
}
