import { Suspense, useEffect } from 'react'
import { lazyLoad } from '../../../ui/lazy-load.ts'
import { LoadBoundary } from '../../../ui/LoadBoundary.tsx'
import { UploadArea } from '../upload/UploadArea.tsx'
import { useUploadStore } from '../upload/upload-store.ts'
import { persistEntry, useEntryStore } from './entry-store.ts'
import styles from './OrderForm.module.css'

const LandingDetails = lazyLoad(async () => (await import('./LandingDetails.tsx')).LandingDetails)

/** The order form: only the upload area at first, and all fields as soon as a file is chosen. */
export function OrderForm() {
  const isOpened = useEntryStore((store) => store.isOpened)
  const isUploading = useUploadStore(({ upload }) => upload.phase === 'uploading')

  useEffect(() => void persistEntry(), [])

  // Loads the rest of the form during the upload.
  useEffect(() => {
    if (isUploading) LandingDetails.preload()
  }, [isUploading])

  return (
    <div className={styles.order}>
      <UploadArea />
      {isOpened && (
        <LoadBoundary>
          <Suspense>
            <LandingDetails />
          </Suspense>
        </LoadBoundary>
      )}
    </div>
  )
}
