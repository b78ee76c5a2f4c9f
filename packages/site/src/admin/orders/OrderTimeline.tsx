import { endpointPath } from '@priormark/core/platform/http/endpoint'
import { orderEndpoints } from '@priormark/core/orders/endpoints'
import type { OrderEvent, OrderEventKind } from '@priormark/core/orders/order'
import { Button, Timeline } from 'antd'
import { useRefreshOrders } from '../proofs/recording/index.ts'
import { useTimeline, useAddNote } from './order-queries.ts'
import { LoadFailed } from '../platform/ui/list-states.tsx'
import { CopyDate } from '../platform/ui/lost-server.tsx'
import styles from './OrderScreen.module.css'
import { useShopDates } from '../platform/session/shop-dates.tsx'
import { actorText, detailText, eventLabel } from './timeline-text.ts'
import { messageOf } from '@priormark/core/platform/http/api-error'
import type { TextAreaRef } from 'antd/es/input/TextArea'
import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import { toast } from '../../ui/toast-store.ts'
import { TextAreaField } from '../platform/ui/TextField.tsx'
import { formErrors } from '../platform/ui/form-errors.ts'
import { useTypedState } from '../platform/session/typed-values.ts'
import { closePrompt, useOrderPrompt } from './orders-view.ts'

/** Notes that only administrators see, and the order's events, newest first. */
export function OrderTimeline({ orderId }: { orderId: string }) {
  const timeline = useTimeline(orderId)
  const refresh = useRefreshOrders()
  return (
    <section className="admin-card" aria-labelledby="timeline-title">
      <div className="admin-head">
        <h2 id="timeline-title">Timeline and notes</h2>
        <Button size="small" loading={timeline.isFetching} onClick={() => void refresh()}>
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
      <div className={`admin-line ${styles.event}`}>
        <strong>{eventLabel[kind]}</strong>
        <span className="admin-small">
          {actorText(actor)}, <time dateTime={at}>{formatMoment(at)}</time>
        </span>
      </div>
      {detail !== '' && <p>{detail}</p>}
    </>
  )
}

/** Adds a note to an order. The text is kept until it is saved. */
function NoteForm({ orderId }: { orderId: string }) {
  const add = useAddNote(orderId)
  const [error, setError] = useState<string>()
  const [typedText, setTypedText] = useTypedState<string>(`note of ${orderId}`, { isKept: true })
  const text = typedText ?? ''

  const field = useRef<TextAreaRef>(null)
  const { isOpen: isFocusRequested } = useOrderPrompt(orderId, 'note')
  useEffect(() => {
    if (!isFocusRequested) return
    field.current?.focus()
    closePrompt(orderId)
  }, [isFocusRequested, orderId])

  function submit(submission: SubmitEvent) {
    submission.preventDefault()
    if (add.isPending) return
    const message = formErrors(orderEndpoints.addNote.body, { text })['text']?.[0]
    setError(message)
    if (message !== undefined) return
    add.mutate(text, {
      onSuccess: () => {
        setTypedText(null)
        toast({ title: 'Note added' })
      },
      onError: (error) => setError(messageOf(error, 'The note could not be saved.')),
    })
  }

  return (
    <form noValidate onSubmit={submit}>
      <TextAreaField
        ref={field}
        label="Internal note"
        error={error}
        hint="Customers never see notes. Ctrl+Enter saves."
        rows={2}
        value={text}
        onChange={(next) => {
          setTypedText(next)
          setError(undefined)
        }}
        onKeyDown={({ key, ctrlKey, metaKey, currentTarget }) => {
          if (key === 'Enter' && (ctrlKey || metaKey)) currentTarget.form?.requestSubmit()
        }}
      />
      <Button htmlType="submit" loading={add.isPending}>
        Add note
      </Button>
    </form>
  )
}
