import { formatFileSize } from '@priormark/core/platform/file-size'
import type { OrderedWork } from '@priormark/core/orders/order'
import { RecordSeal, type SealState } from '../../../ui/RecordSeal.tsx'
import { noSha256 } from '../../../ui/Seal.tsx'
import { CropMarks, Fingerprint, StatusTag, type WorkTag } from '../../platform/marks/work-marks.tsx'
import styles from './OrderCard.module.css'

interface OrderCardProps {
  /** Null while unknown: the card is empty, but has its final size. */
  work: OrderedWork | null
  /** What its tag says; null shows none. */
  tag: WorkTag | null
  /** The color of its seal. */
  seal?: SealState
  /** The date of its record, in ISO 8601. */
  day?: string | undefined
  /** Shows a large seal above the text. */
  isLarge?: boolean
}

/** The work of an order. */
export function OrderCard({ work, tag, seal = 'open', day, isLarge = false }: OrderCardProps) {
  return (
    <CropMarks className={isLarge ? styles.large : styles.card}>
      <RecordSeal
        sha256={work?.sha256 ?? noSha256}
        state={seal}
        day={day}
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
                {tag === 'at-risk' && <span>not yet recorded</span>}
              </p>
            )}
          </>
        )}
      </div>
    </CropMarks>
  )
}
