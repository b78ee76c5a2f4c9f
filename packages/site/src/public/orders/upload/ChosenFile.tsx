import type { ReactNode } from 'react'
import { formatFileSize } from '@priormark/core/platform/file-size'
import { noSha256, Seal } from '../../../ui/Seal.tsx'
import { Fingerprint, StatusTag } from '../../platform/marks/work-marks.tsx'
import styles from './ChosenFile.module.css'
import { saveFile } from './zip-offer.ts'
import { useUploadStore, type UploadState } from './upload-store.ts'
import type { LocalFingerprint } from './uploader.ts'

interface ChosenFileProps {
  upload: Exclude<UploadState, { phase: 'idle' }>
  /** Shown above the button that removes the file. */
  children: ReactNode
}

/** The file with its seal: first as computed in the browser, then as stored on the server. */
export function ChosenFile({ upload, children }: ChosenFileProps) {
  const { remove, madeZip } = useUploadStore()
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
        <p className={styles.name}>
          <bdi>{fileName}</bdi>
        </p>
        <p className={styles.size}>
          {formatFileSize(fileSize)}
          {isUploaded && ', uploaded'}
        </p>
        <StatusTag status="at-risk" />
        <div className={styles.fingerprint}>
          <Digits fingerprint={fingerprint} />
        </div>
        {!isUploaded && <Transfer upload={upload} />}
        {madeZip && <MadeZip zip={madeZip} />}
        {children}
        <button type="button" className={styles.link} onClick={remove}>
          Choose a different file
        </button>
      </div>
    </div>
  )
}

/** The progress of an upload, and how to pause it. */
function Transfer({ upload }: { upload: Extract<UploadState, { phase: 'uploading' }> }) {
  const { pause, resume } = useUploadStore()
  const { fileName, progress, status, text, canPause } = upload
  return (
    <>
      <progress
        className={styles.progress}
        max={100}
        value={progress}
        aria-label={`Uploading ${fileName}`}
        aria-valuetext={text}
      />
      <p className={styles.transfer}>{text}</p>
      {/* Numbers that change all the time are not announced, a change of the state is. */}
      <output className="visually-hidden">{status === 'sending' ? '' : text}</output>
      {status === 'sending' && canPause && (
        <button type="button" className={styles.control} onClick={pause}>
          Pause
        </button>
      )}
      {status !== 'sending' && (
        <button type="button" className={styles.control} onClick={resume}>
          {status === 'paused' ? 'Resume' : 'Try now'}
        </button>
      )}
    </>
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

/** The customer has the files, but the proof is for the ZIP, which exists only here. */
function MadeZip({ zip }: { zip: File }) {
  return (
    <p className={styles.note}>
      We created this ZIP in your browser and saved it to your downloads. Keep it: the proof is for this exact
      file.{' '}
      <button type="button" className={styles.inlineLink} onClick={() => saveFile(zip)}>
        Save it again
      </button>
    </p>
  )
}
