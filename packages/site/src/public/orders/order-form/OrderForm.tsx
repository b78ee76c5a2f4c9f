import { Suspense, useEffect } from 'react'
import { lazyPart } from '../../platform/lazy-part.ts'
import { UploadArea } from '../upload/UploadArea.tsx'
import { useUploadStore } from '../upload/upload-store.ts'
import { persistDraft, useDraftStore } from './draft-store.ts'
import styles from './OrderForm.module.css'

const loadDetails = async () => (await import('./LandingDetails.tsx')).LandingDetails
const LandingDetails = lazyPart(loadDetails)

/** The order form: only the upload area at first, and all fields as soon as a file is chosen. */
export function OrderForm() {
  const isOpened = useDraftStore((store) => store.isOpened)
  const isUploading = useUploadStore(({ upload }) => upload.phase === 'uploading')

  useEffect(() => void persistDraft(), [])

  // Loads the rest of the form during the upload.
  useEffect(() => {
    // Without a network the upload fails too, and reports it.
    if (isUploading) loadDetails().catch(() => {})
  }, [isUploading])

  return (
    <div className={styles.order}>
      <UploadArea />
      {isOpened && (
        <Suspense>
          <LandingDetails />
        </Suspense>
      )}
    </div>
  )
}
