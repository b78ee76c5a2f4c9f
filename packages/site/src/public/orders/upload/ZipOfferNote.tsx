import { useState } from 'react'
import { toastError } from '../../../ui/toast-store.ts'
import { saveFile, type ZipOffer } from './zip-offer.ts'
import styles from './ChosenFile.module.css'
import { useUploadStore } from './upload-store.ts'

/** Says that one order protects one file, and offers to put the chosen files into one ZIP. */
export function ZipOfferNote({ offer }: { offer: ZipOffer }) {
  const { choose } = useUploadStore()
  const [isZipping, setZipping] = useState(false)
  const { files } = offer

  async function createZip() {
    if (files === null || isZipping) return
    setZipping(true)
    try {
      const { zipFiles, zipName } = await import('./zip-files.ts')
      const archive = await zipFiles(files, zipName(offer.folderNames, files))
      saveFile(archive)
      void choose(archive, { isCreatedZip: true })
    } catch {
      setZipping(false)
      toastError(
        'We couldn’t create the ZIP',
        'Your browser couldn’t read the files. Please choose them again.',
      )
    }
  }

  return (
    <div className={styles.offer}>
      <p>
        <ChosenSummary offer={offer} /> {offerText(files?.length ?? null)}
      </p>
      {files !== null && files.length > 0 && (
        <button
          type="button"
          className={styles.control}
          aria-disabled={isZipping || undefined}
          onClick={() => void createZip()}
        >
          {isZipping ? 'Creating the ZIP...' : zipLabel(offer)}
        </button>
      )}
    </div>
  )
}

function ChosenSummary({ offer: { folderNames, files } }: { offer: ZipOffer }) {
  const [firstName] = folderNames
  if (firstName === undefined) return <>You chose {files === null ? 'several' : files.length} files.</>
  if (folderNames.length > 1) return <>You dropped {folderNames.length} folders.</>
  return (
    <>
      “<bdi>{firstName}</bdi>” is a folder.
    </>
  )
}

function offerText(fileCount: number | null): string {
  if (fileCount === null)
    return 'One order protects one file, and these are too many for one ZIP of 50 MB and 10,000 files.'
  return fileCount === 0
    ? 'There are no files to upload.'
    : 'One order protects one file. We can create a ZIP in your browser, and save it for you to keep.'
}

function zipLabel({ folderNames, files }: ZipOffer): string {
  if (folderNames.length === 0) return `Use all ${files?.length} in one ZIP instead`
  return folderNames.length === 1 ? 'Use the folder as one ZIP' : 'Use the folders as one ZIP'
}
