/*
 * Not antd's Timeline: it would add 13 kB to the screen for a line on the left.
 */
import { endpointPath } from '@priormark/core/http/endpoint'
import { orderEndpoints } from '@priormark/core/orders/endpoints'
import type { OrderEvent, OrderEventKind } from '@priormark/core/orders/order'
import { Button } from 'antd'
import { NoteForm } from './NoteForm.tsx'
import { useRefreshOrder, useTimeline } from './order-queries.ts'
import { LoadFailed } from '../ui/list-states.tsx'
import { CopyDate } from '../ui/lost-server.tsx'
import styles from './OrderTimeline.module.css'
import { formatMoment } from '../session/shop-dates.ts'

const eventLabel: Record<OrderEventKind, string> = {
  created: 'Order created',
  changed: 'Order changed',
  start_requested: 'Customer waived the 14-day cancellation',
  payment_started: 'Payment started',
  payment_state: 'Payment state',
  payment_failed: 'Payment failed',
  marked_paid: 'Payment confirmed',
  refund_requested: 'Refund requested',
  refund_rejected: 'Refund failed',
  mail_queued: 'Email queued',
  mail_sent: 'Email sent',
  mail_marked_sent: 'Email marked as sent',
  mail_failed: 'Email failed',
  link_added: 'Blockchain link added',
  sealed: 'Added to a batch',
  anchor_submitted: 'Sent to the blockchain',
  anchor_included: 'In a block',
  anchor_final: 'Final',
  anchor_replaced: 'Block replaced',
  anchor_stuck: 'Recording stuck',
  file_downloaded: 'File downloaded',
  file_removed: 'File removed',
  erased: 'Personal data erased',
  note: 'Note',
}

/** The order's events, and notes that only administrators see. */
export function OrderTimeline({ orderId }: { orderId: string }) {
  const timeline = useTimeline(orderId)
  const refresh = useRefreshOrder(orderId)
  return (
    <section className="admin-card" aria-labelledby="timeline-title">
      <div className={styles.head}>
        <h2 id="timeline-title">Timeline and notes</h2>
        <Button size="small" loading={timeline.isFetching} onClick={refresh}>
          Refresh
        </Button>
      </div>
      {timeline.isError ? (
        <LoadFailed onRetry={() => void timeline.refetch()}>The timeline could not be loaded.</LoadFailed>
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
      <NoteForm orderId={orderId} />
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

function Event({ event: { kind, at, actor, detail } }: { event: OrderEvent }) {
  return (
    <li data-kind={markedKinds.includes(kind) ? kind : undefined}>
      <div className={styles.what}>
        <strong>{eventLabel[kind]}</strong>
        <span className={styles.who}>
          {actor}, <time dateTime={at}>{formatMoment(at)}</time>
        </span>
      </div>
      {detail !== null && detail !== '' && <p>{detail}</p>}
    </li>
  )
}
