import { formatFileSize } from '@priormark/core/platform/file-size'
import type { UploadSpace } from '@priormark/core/operations/endpoints'
import styles from './HealthScreen.module.css'

/** Shows how close the shop is to rejecting uploads. */
export function UploadsCard({ uploads }: { uploads: UploadSpace }) {
  const { unpaidBytes, unpaidLimitBytes, largestNetworkBytes, perNetworkLimitBytes } = uploads
  return (
    <section className="admin-card" aria-label="Unpaid files">
      <h2>Unpaid files</h2>
      <dl className={styles.uploads}>
        <dt>All networks</dt>
        <dd>{share(unpaidBytes, unpaidLimitBytes)}</dd>
        <dt>Largest network</dt>
        <dd>{share(largestNetworkBytes, perNetworkLimitBytes)}</dd>
        <dt>Free disk space</dt>
        <dd>{freeSpace(uploads)}</dd>
      </dl>
    </section>
  )
}

function share(bytes: number, limitBytes: number): string {
  return `${formatFileSize(bytes)} of ${formatFileSize(limitBytes)}`
}

function freeSpace({ freeBytes, minFreeBytes }: UploadSpace): string {
  if (freeBytes === null) return 'Unknown: files are stored in a bucket, or the disk isn’t responding.'
  return `${formatFileSize(freeBytes)}. Uploads stop below ${formatFileSize(minFreeBytes)}.`
}
