import { formatFileSize } from '@priormark/core/platform/file-size'
import type { OrderedWork } from '@priormark/core/orders/order'
import { noSha256, Seal } from '../../../ui/Seal.tsx'
import {
  CropMarks,
  Fingerprint,
  StatusTag,
  type Tone,
  type WorkTag,
} from '../../platform/marks/work-marks.tsx'
import styles from './OrderCard.module.css'

interface OrderCardProps {
  /** Null while unknown: the card is empty, but has its size. */
  work: OrderedWork | null
  /** What its tag says; null shows none. */
  tag: WorkTag | null
  /** The color of its seal. */
  tone?: Tone
  /** Shows a large seal above the text. */
  isLarge?: boolean
}

/** The work of an order. */
export function OrderCard({ work, tag, tone = 'ink', isLarge = false }: OrderCardProps) {
  return (
    <CropMarks className={isLarge ? styles.large : styles.card}>
      <Seal
        sha256={work?.sha256 ?? noSha256}
        className={tone === 'green' ? styles.recordedSeal : styles.seal}
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
