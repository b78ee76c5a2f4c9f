import type { OrderProgress } from '@priormark/core/orders/order-progress'
import { formatDay } from '@priormark/core/platform/dates'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { toastError } from '../../../ui/toast-store.ts'
import button from '../../platform/layout/button.module.css'

/** The drafts of the work before this order, with their dates, and the way to record the next one. */
export function WorkDrafts({ orderKey, order }: { orderKey: string; order: OrderProgress }) {
  const { earlierDrafts, canHaveNextDraft, hasEvidence } = order
  if (earlierDrafts.length === 0 && !canHaveNextDraft) return null
  return (
    <section aria-labelledby="drafts">
      <h2 id="drafts">Drafts</h2>
      {earlierDrafts.length > 0 && (
        <ol className="order-anchors">
          {earlierDrafts.map((draft, index) => (
            <li key={index}>
              <h3>{draft.projectName}</h3>
              <DraftDate {...draft} />
            </li>
          ))}
        </ol>
      )}
      {earlierDrafts.length > 0 && hasEvidence && (
        <p>
          <a href={`/api/orders/${orderKey}/timeline.pdf`} download>
            Timeline
          </a>
        </p>
      )}
      {canHaveNextDraft && <RecordNext orderKey={orderKey} orderId={order.orderId} />}
    </section>
  )
}

function DraftDate({ createdAt, noLaterThan, isOnTestChain }: OrderProgress['earlierDrafts'][number]) {
  const date = noLaterThan ?? createdAt
  return (
    <p>
      {noLaterThan === null ? 'Ordered' : 'By'} <time dateTime={date}>{formatDay(date)}</time>
      {isOnTestChain && ', on a test chain'}
    </p>
  )
}

/** Opens the order form for the next draft. */
function RecordNext({ orderKey, orderId }: { orderKey: string; orderId: string }) {
  const navigate = useNavigate()
  const [isFilling, setFilling] = useState(false)

  async function recordNext() {
    if (isFilling) return
    setFilling(true)
    try {
      const { fillNextDraft } = await import('./next-draft.ts')
      await fillNextDraft({ orderId, orderKey })
      await navigate('/#protect-now')
    } catch {
      toastError('We couldn’t prepare the form', 'Please try again in a moment.')
    } finally {
      setFilling(false)
    }
  }

  return (
    <button
      type="button"
      className={button.secondary}
      aria-disabled={isFilling || undefined}
      onClick={() => void recordNext()}
    >
      Record the next draft
    </button>
  )
}
