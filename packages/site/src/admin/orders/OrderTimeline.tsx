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

/** Notes that only administrators see, and the order's events, newest first. */
export function OrderTimeline({ orderId }: { orderId: string }) {
  const timeline = useTimeline(orderId)
  const refresh = useRefreshOrder(orderId)
  return (
    <section className="admin-card" aria-labelledby="timeline-title">
      <div className={styles.cardHead}>
        <h2 id="timeline-title">Timeline and notes</h2>
        <Button size="small" loading={timeline.isFetching} onClick={refresh}>
          Refresh
        </Button>
      </div>
      <NoteForm orderId={orderId} />
      {timeline.isError ? (
        <LoadFailed onRetry={() => timeline.refetch()}>The timeline could not be loaded.</LoadFailed>
      ) : (
        <>
          <CopyDate path={endpointPath(orderEndpoints.timeline, { params: { id: orderId } })} />
          <div className={styles.events} aria-busy={timeline.isPending}>
            <Timeline
              items={(timeline.data ?? []).toReversed().map((event) => ({
                color: colors[event.kind] ?? 'gray',
                content: <Event event={event} />,
              }))}
            />
          </div>
        </>
      )}
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
      <div className={styles.event}>
        <strong>{eventLabel[kind]}</strong>
        <span className="admin-small">
          {actorText(actor)}, <time dateTime={at}>{formatMoment(at)}</time>
        </span>
      </div>
      {detail !== '' && <p>{detail}</p>}
    </>
  )
}
