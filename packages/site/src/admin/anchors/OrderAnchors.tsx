import { formatMoment } from '@priormark/core/dates'
import { Link } from 'react-router-dom'
import { useOrderAnchors } from './anchor-queries.ts'
import { ExternalLink } from '../ui/ExternalLink.tsx'
import { StateTag } from '../ui/StateTag.tsx'
import { anchorMark, kindName } from './anchor-labels.ts'
import { LoadFailed } from '../ui/list-states.tsx'
import styles from './OrderAnchors.module.css'

/** The anchors of an order's root, and their state. */
export function OrderAnchors({ orderId, isPaid }: { orderId: string; isPaid: boolean }) {
  const anchors = useOrderAnchors(orderId)
  if (anchors.isPending) return <output className="admin-soft">Loading its anchors…</output>
  if (anchors.isError) {
    return <LoadFailed onRetry={() => void anchors.refetch()}>Its anchors could not be loaded.</LoadFailed>
  }
  if (anchors.data.length === 0) {
    return (
      <p className="admin-soft">
        {isPaid ? 'Waits to be put under a root.' : 'Is put under a root once it is paid.'}
      </p>
    )
  }
  return (
    <ul className={styles.anchors} aria-label="Anchors">
      {anchors.data.map((anchor) => (
        <li key={anchor.id}>
          <p className={styles.line}>
            {kindName[anchor.kind]} <StateTag state={anchorMark(anchor)} />
            {anchor.blockTime !== null && (
              <span className="admin-soft">Block of {formatMoment(anchor.blockTime)}</span>
            )}
          </p>
          {anchor.stuckReason !== null && (
            <p>
              {anchor.stuckReason} <Link to="/admin/anchors?filter=stuck">Anchoring queue</Link>
            </p>
          )}
          {anchor.link !== null && <ExternalLink link={anchor.link} />}
        </li>
      ))}
    </ul>
  )
}
