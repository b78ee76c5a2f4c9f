import { Suspense, useEffect } from 'react'
import { lazyLoad } from '../../../ui/lazy-load.ts'
import { LoadBoundary } from '../../../ui/LoadBoundary.tsx'
import { UploadArea } from '../upload/UploadArea.tsx'
import { useUploadStore } from '../upload/upload-store.ts'
import { persistEntry, useEntryStore } from './entry-store.ts'
import styles from './OrderForm.module.css'
import type { OrderRules } from './send-order.ts'

const OrderDetails = lazyLoad(async () => (await import('./OrderDetails.tsx')).OrderDetails)

const rules: OrderRules = {
  form: 'landing',
  failedTitle: 'Order creation failed',
  fallbackMessage: 'Failed to create order',
  unexpectedMessage: 'An error occurred',
}

/** The order form: only the upload area at first, and all fields as soon as a file is chosen. */
export function OrderForm() {
  const isOpened = useEntryStore((store) => store.isOpened)
  const isUploading = useUploadStore(({ upload }) => upload.phase === 'uploading')

  useEffect(() => void persistEntry(), [])

  // Loads the rest of the form during the upload.
  useEffect(() => {
    if (isUploading) OrderDetails.preload()
  }, [isUploading])

  return (
    <div className={styles.order}>
      <UploadArea />
      {isOpened && (
        <LoadBoundary>
          <Suspense>
            <OrderDetails rules={rules} />
          </Suspense>
        </LoadBoundary>
      )}
    </div>
  )
}
