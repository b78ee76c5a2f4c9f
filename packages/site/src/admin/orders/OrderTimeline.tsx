import { endpointPath } from '@priormark/core/platform/http/endpoint'
import { orderEndpoints } from '@priormark/core/orders/endpoints'
import type { OrderEvent, OrderEventKind } from '@priormark/core/orders/order'
import { Button, Timeline } from 'antd'
import { NoteForm } from './NoteForm.tsx'
import { useRefreshOrder, useTimeline } from './order-queries.ts'
import { LoadFailed } from '../platform/ui/list-states.tsx'
import { CopyDate } from '../platform/ui/lost-server.tsx'
import styles from './OrderScreen.module.css'
import { useShopDates } from '../platform/session/shop-dates.tsx'
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
          <div className={styles.events} aria-busy={timeline.isPending}>
            <Timeline
              items={(timeline.data ?? []).map((event) => ({
                color: colors[event.kind] ?? 'gray',
                content: <Event event={event} />,
              }))}
            />
          </div>
        </>
      )}
      {/* The first events would move it. A later read, such as a retry, must not remove it while a person types. */}
      {timeline.isFetched && <NoteForm orderId={orderId} />}
    </section>
  )
}

const colors: Partial<Record<OrderEventKind, string>> = {
  note: 'green',
  mail_failed: 'red',
  payment_failed: 'red',
  refund_rejected: 'red',
  anchor_stuck: 'red',
}

function Event({ event }: { event: OrderEvent }) {
  const { formatMoment } = useShopDates()
  const { kind, at, actor } = event
  const detail = detailText(event)
  return (
    <>
      <div className={styles.what}>
        <strong>{eventLabel[kind]}</strong>
        <span className="admin-small">
          {actorText(actor)}, <time dateTime={at}>{formatMoment(at)}</time>
        </span>
      </div>
      {detail !== '' && <p>{detail}</p>}
    </>
  )
}
