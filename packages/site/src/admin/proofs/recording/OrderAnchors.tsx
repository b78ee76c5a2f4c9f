import type { Order } from '@priormark/core/orders/order'
import { Link } from 'react-router-dom'
import { useOrderAnchors, useRecordCode } from './anchor-queries.ts'
import { ExternalLink } from '../../platform/ui/links.tsx'
import { StateTag } from '../../platform/ui/StateTag.tsx'
import { anchorMark, anchorKindLabel, unrecordedText } from './anchor-labels.ts'
import { LoadFailed } from '../../platform/ui/list-states.tsx'
import styles from './recording.module.css'
import { useShopDates } from '../../platform/session/shop-dates.tsx'

/** The anchors of an order's batch, or why it has none. */
export function OrderAnchors({ order }: { order: Order }) {
  const dates = useShopDates()
  const anchors = useOrderAnchors(order.id)
  if (anchors.isPending) return <output className="admin-soft">Loading the blockchain record…</output>
  if (anchors.isError) {
    return (
      <LoadFailed onRetry={() => anchors.refetch()}>The blockchain record could not be loaded.</LoadFailed>
    )
  }
  if (anchors.data.length === 0) {
    return <p className="admin-soft">{unrecordedText(order, dates)}</p>
  }
  const hasManualLink = anchors.data.some(({ kind, state }) => kind === 'manual' && state === 'final')
  return (
    <ul className="admin-list admin-stack" aria-label="Blockchain record">
      {anchors.data.map((anchor) => (
        <li key={anchor.id}>
          <p className={`admin-line ${styles.line}`}>
            {anchorKindLabel[anchor.kind]} <StateTag state={anchorMark(anchor, hasManualLink)} />
            {anchor.blockTime !== null && (
              <span className="admin-soft">Block of {dates.formatMoment(anchor.blockTime)}</span>
            )}
          </p>
          {anchor.stuckReason !== null && (
            <p>
              {anchor.stuckReason} <Link to="/admin/anchors?filter=stuck">See stuck batches</Link>
            </p>
          )}
          {anchor.link !== null && anchor.link !== order.blockchainLink && (
            <ExternalLink link={anchor.link} />
          )}
        </li>
      ))}
    </ul>
  )
}

/** The code to record for a single order. Shows nothing until the order is paid. */
export function RecordCode({ orderId }: { orderId: string }) {
  const { data } = useRecordCode(orderId)
  if (data?.code == null) return null
  return (
    <>
      <p>
        To complete only this order, record this 64-character code on a blockchain, then paste the link to the
        transaction. The code stands for this order’s file and details. To complete a whole batch, go to
        Recording.
      </p>
      <p className="admin-code">{data.code}</p>
    </>
  )
}
