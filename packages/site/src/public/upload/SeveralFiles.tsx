import { formatFileSize } from '@priormark/core/file-size'
import { maxOrderFileBytes } from '@priormark/core/limits'
import { useState } from 'react'
import { toast } from '../../ui/toast-store.ts'
import button from '../layout/button.module.css'
import { saveFile } from './save-file.ts'
import styles from './ChosenFile.module.css'
import { useUploadStore } from './upload-store.ts'

/** What a ZIP adds to each file, at most. */
const entryBytes = 1_024

/** Offers several files as one ZIP, since an order protects one file. */
export function SeveralFiles({ files }: { files: readonly File[] }) {
  const { choose, remove } = useUploadStore()
  const [isZipping, setZipping] = useState(false)
  const totalBytes = files.reduce((sum, { size }) => sum + size, 0)
  const isTooLarge = totalBytes + files.length * entryBytes > maxOrderFileBytes

  async function zip() {
    setZipping(true)
    try {
      const { zipFiles } = await import('./zip-files.ts')
      const archive = await zipFiles(files)
      saveFile(archive)
      void choose(archive, { isMadeZip: true })
    } catch {
      setZipping(false)
      toast({
        title: 'We couldn’t create the ZIP',
        description: 'Your browser couldn’t read the files. Please choose them again.',
        variant: 'destructive',
      })
    }
  }

  return (
    <div className={styles.several}>
      <p className={styles.title}>You chose {files.length} files</p>
      <p className={styles.explanation}>
        {isTooLarge
          ? `One order protects one file. Together they have ${formatFileSize(totalBytes)}, and the limit is 50 MB, so they don’t fit into one ZIP.`
          : 'One order protects one file. We can put them into one ZIP in your browser, and save it for you to keep.'}
      </p>
      {!isTooLarge && (
        <button type="button" className={button.primary} disabled={isZipping} onClick={() => void zip()}>
          {isZipping ? 'Creating the ZIP...' : `Put all ${files.length} in one ZIP`}
        </button>
      )}
      <ul className={styles.files}>
        {files.map((file, index) => (
          <li key={index}>
            <span className={styles.name}>{file.webkitRelativePath || file.name}</span>{' '}
            <span className={styles.size}>{formatFileSize(file.size)}</span>
            <button
              type="button"
              className={styles.control}
              disabled={isZipping}
              aria-label={`Use only ${file.name}`}
              onClick={() => void choose(file)}
            >
              Use only this one
            </button>
          </li>
        ))}
      </ul>
      <button type="button" className={styles.link} onClick={remove}>
        Choose different files
      </button>
    </div>
  )
}
