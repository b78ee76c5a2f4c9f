import { formatFileSize } from '@priormark/core/file-size'
import type { OrderSummary } from '@priormark/core/orders/order'
import { noSha256, Seal } from '../../ui/Seal.tsx'
import { CropMarks } from '../work/CropMarks.tsx'
import { Fingerprint } from '../work/Fingerprint.tsx'
import { ProtectionTag, type ProtectionStatus } from './ProtectionTag.tsx'
import styles from './OrderCard.module.css'

interface OrderCardProps {
  /** Null while unknown: the card is empty, but has its size. */
  order: Pick<OrderSummary, 'projectName' | 'fileName' | 'fileSize' | 'sha256'> | null
  /** The protection status; null shows none. */
  tag: ProtectionStatus | null
  /** Shows a large seal above the text. */
  isLarge?: boolean
}

/** The work of an order. */
export function OrderCard({ order, tag, isLarge = false }: OrderCardProps) {
  return (
    <CropMarks className={isLarge ? styles.large : styles.card}>
      <Seal
        sha256={order?.sha256 ?? noSha256}
        className={styles.seal}
        {...(order ? { label: `The seal of ${order.fileName}` } : {})}
      />
      <div className={styles.words}>
        {order && (
          <>
            <p className={styles.name}>{order.projectName}</p>
            <p className={styles.file}>
              {order.fileName}, {formatFileSize(order.fileSize)}
            </p>
            <Fingerprint sha256={order.sha256} />
            {tag && <ProtectionTag status={tag} />}
          </>
        )}
      </div>
    </CropMarks>
  )
}
