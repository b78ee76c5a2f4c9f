import { formatFileSize } from '@priormark/core/platform/file-size'
import type { OrderedWork } from '@priormark/core/orders/order'
import { noSha256, Seal } from '../../../ui/Seal.tsx'
import { CropMarks, Fingerprint, StatusTag } from '../../platform/marks/work-marks.tsx'
import type { ProofMark } from '@priormark/core/proofs/anchors/proof-mark'
import styles from './OrderCard.module.css'

interface OrderCardProps {
  /** Null while unknown: the card is empty, but has its size. */
  work: OrderedWork | null
  /** The protection status; null shows none. */
  tag: ProofMark | null
  /** The work will not be recorded as things are. */
  isStopped?: boolean
  /** Shows a large seal above the text. */
  isLarge?: boolean
}

/** The work of an order. */
export function OrderCard({ work, tag, isStopped = false, isLarge = false }: OrderCardProps) {
  return (
    <CropMarks className={isLarge ? styles.large : styles.card}>
      <Seal
        sha256={work?.sha256 ?? noSha256}
        className={styles.seal}
        {...(work ? { label: `The seal of ${work.fileName}` } : {})}
      />
      <div className={styles.words}>
        {work && (
          <>
            <p className={styles.name}>
              <bdi>{work.projectName}</bdi>
            </p>
            <p className={styles.file}>
              <bdi>{work.fileName}</bdi>, {formatFileSize(work.fileSize)}
            </p>
            <Fingerprint sha256={work.sha256} />
            {tag && (
              <p className={styles.tag}>
                <StatusTag status={tag} />
                {tag === 'at-risk' && <span>{isStopped ? 'not recorded' : 'not yet recorded'}</span>}
              </p>
            )}
          </>
        )}
      </div>
    </CropMarks>
  )
}
