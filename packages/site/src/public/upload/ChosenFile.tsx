import { formatFileSize } from '@priormark/core/file-size'
import { noSha256, Seal } from '../../ui/Seal.tsx'
import { Fingerprint } from '../work/Fingerprint.tsx'
import styles from './UploadArea.module.css'
import type { UploadState } from './upload-store.ts'
import type { LocalFingerprint } from './uploader.ts'

interface ChosenFileProps {
  upload: Exclude<UploadState, { phase: 'idle' }>
  remove: () => void
}

/** The file with its seal: first as computed in the browser, then as stored on the server. */
export function ChosenFile({ upload, remove }: ChosenFileProps) {
  const isUploaded = upload.phase === 'uploaded'
  const { fileName, fileSize } = isUploaded ? upload.file : upload
  const fingerprint = isUploaded ? ({ kind: 'computed', ...upload.file } as const) : upload.fingerprint
  return (
    <div className={styles.work}>
      <Seal
        sha256={fingerprint.kind === 'computed' ? fingerprint.sha256 : noSha256}
        className={styles.seal}
        {...(isUploaded ? { label: 'The seal of your file' } : {})}
      />
      <div className={styles.file}>
        <p className={styles.name}>{fileName}</p>
        <p className={styles.size}>
          {formatFileSize(fileSize)}
          {isUploaded && ', uploaded'}
        </p>
        <div className={styles.fingerprint}>
          <Digits fingerprint={fingerprint} />
        </div>
        {!isUploaded && (
          <>
            <progress
              className={styles.progress}
              max={100}
              value={upload.progress}
              aria-label={`Uploading ${fileName}`}
            />
            <p className={styles.percent}>{upload.progress}%</p>
          </>
        )}
        <button type="button" className={styles.remove} onClick={remove}>
          Choose a different file
        </button>
      </div>
    </div>
  )
}

function Digits({ fingerprint }: { fingerprint: LocalFingerprint }) {
  switch (fingerprint.kind) {
    case 'computed':
      return <Fingerprint sha256={fingerprint.sha256} />
    case 'computing':
      return <p>Computing the fingerprint in your browser: {Math.floor(fingerprint.share * 100)}%</p>
    case 'unknown':
      return <p>The fingerprint appears after the upload.</p>
  }
}
