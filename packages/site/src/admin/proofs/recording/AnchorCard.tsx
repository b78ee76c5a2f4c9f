import type { AnchorView } from '@priormark/core/proofs/anchors/anchor'
import { Button } from 'antd'
import { Seal } from '../../../ui/Seal.tsx'
import { Fact, Facts } from '../../platform/ui/Facts.tsx'
import { ExternalLink } from '../../platform/ui/links.tsx'
import { StateTag } from '../../platform/ui/StateTag.tsx'
import { anchorMark, kindName } from './anchor-labels.ts'
import styles from './recording.module.css'
import { formatMoment } from '../../platform/session/shop-dates.ts'

interface AnchorCardProps {
  anchor: AnchorView
  isRetrying: boolean
  onRetry: (anchor: AnchorView) => void
  onDeclare: (anchor: AnchorView) => void
}

/** One anchor of a batch, with its state and actions. */
export function AnchorCard({ anchor, isRetrying, onRetry, onDeclare }: AnchorCardProps) {
  const { id, kind, root, leafCount, stuckReason, link } = anchor
  const titleId = `anchor-${id}`
  return (
    <li className={styles.card} aria-labelledby={titleId}>
      <Seal sha256={root} size={44} className={styles.seal} />
      <div className={styles.body}>
        <h2 id={titleId} className={styles.title}>
          {kindName[kind]} <StateTag state={anchorMark(anchor)} />
        </h2>
        {stuckReason !== null && (
          <p className={styles.stuck} role="note">
            {stuckReason}
          </p>
        )}
        <Facts>
          <Fact name="Root">
            <span className={styles.root}>{root}</span>
          </Fact>
          <Fact name="Orders in this batch">{leafCount}</Fact>
          <Fact name="Since">{formatMoment(sinceOf(anchor))}</Fact>
          {anchor.blockTime !== null && <Fact name="Block time">{formatMoment(anchor.blockTime)}</Fact>}
          {link !== null && (
            <Fact name="Blockchain record">
              <ExternalLink link={link} />
            </Fact>
          )}
        </Facts>
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
