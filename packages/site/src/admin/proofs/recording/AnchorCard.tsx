import type { AnchorView } from '@priormark/core/proofs/anchors/anchor'
import { Button } from 'antd'
import { Seal } from '../../../ui/Seal.tsx'
import { Facts } from '../../platform/ui/Facts.tsx'
import { ExternalLink } from '../../platform/ui/links.tsx'
import { StateTag } from '../../platform/ui/StateTag.tsx'
import { anchorMark, kindName } from './anchor-labels.ts'
import styles from './recording.module.css'
import { useShopDates } from '../../platform/session/shop-dates.tsx'

interface AnchorCardProps {
  anchor: AnchorView
  isRetrying: boolean
  onRetry: (anchor: AnchorView) => void
  onDeclare: (anchor: AnchorView) => void
}

/** One anchor of a batch, with its state and actions. */
export function AnchorCard({ anchor, isRetrying, onRetry, onDeclare }: AnchorCardProps) {
  const { formatMoment } = useShopDates()
  const { id, kind, root, leafCount, stuckReason, blockTime, link } = anchor
  const titleId = `anchor-${id}`
  return (
    <li className={styles.card} aria-labelledby={titleId}>
      <Seal sha256={root} size={44} className={styles.seal} />
      <div>
        <h2 id={titleId} className={`admin-line ${styles.title}`}>
          {kindName[kind]} <StateTag state={anchorMark(anchor)} />
        </h2>
        {stuckReason !== null && (
          <p className={styles.stuck} role="note">
            {stuckReason}
          </p>
        )}
        <Facts
          facts={[
            { label: 'Root', value: <span className={styles.root}>{root}</span> },
            { label: 'Orders in this batch', value: leafCount },
            { label: 'Since', value: formatMoment(sinceOf(anchor)) },
            ...(blockTime === null ? [] : [{ label: 'Block time', value: formatMoment(blockTime) }]),
            ...(link === null ? [] : [{ label: 'Blockchain record', value: <ExternalLink link={link} /> }]),
          ]}
        />
      </div>
      <div className={styles.actions}>
        {kind === 'manual' && (
          <Button onClick={() => onDeclare(anchor)}>{link === null ? 'Add link' : 'Change link'}</Button>
        )}
        {kind !== 'manual' && stuckReason !== null && (
          <Button loading={isRetrying} onClick={() => onRetry(anchor)}>
            Try again
          </Button>
        )}
      </div>
    </li>
  )
}

/** When the anchor reached its current state. */
function sinceOf({ finalAt, includedAt, submittedAt, sealedAt }: AnchorView): string {
  return finalAt ?? includedAt ?? submittedAt ?? sealedAt
}
