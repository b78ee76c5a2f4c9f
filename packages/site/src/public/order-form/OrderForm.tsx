import { Suspense, useEffect } from 'react'
import { lazyPart } from '../lazy-part.ts'
import { UploadArea } from '../upload/UploadArea.tsx'
import { useUploadStore } from '../upload/upload-store.ts'
import { persistDraft, useDraftStore } from './draft-store.ts'
import styles from './OrderForm.module.css'

const loadDetails = async () => (await import('./LandingDetails.tsx')).LandingDetails
const LandingDetails = lazyPart(loadDetails)

/** The order: only the upload area at first, the whole form once a file is there. */
export function OrderForm() {
  const isOpened = useDraftStore((store) => store.isOpened)
  const isUploading = useUploadStore(({ upload }) => upload.phase === 'uploading')

  useEffect(() => void persistDraft(), [])

  // The rest of the form comes along while the file travels.
  useEffect(() => {
    // Without it the upload fails too, and says so.
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
