import styles from './ChosenFile.module.css'
import { useUploadStore } from './upload-store.ts'
import { ZipOfferNote } from './ZipOfferNote.tsx'

/** What a visitor may want to know before choosing a file: which upload was stopped, and what else can be uploaded. */
export function UploadNotes() {
  const { stopped, offer } = useUploadStore()
  return (
    <>
      {stopped && (
        <output className={styles.stopped}>
          Your upload of <bdi>{stopped.fileName}</bdi> stopped
          {stopped.percent !== null && ` at ${stopped.percent}\u00a0%`}. Choose it again to continue.
        </output>
      )}
      {offer && <ZipOfferNote offer={offer} />}
    </>
  )
}
