import { uploadText } from '@priormark/core/settings/policy/rule-texts'
import { formatFileSize } from '@priormark/core/platform/file-size'
import { Suspense, useEffect, useRef, useState, type DragEvent, type ReactNode } from 'react'
import { lazyLoad } from '../../../ui/lazy-load.ts'
import { LoadBoundary } from '../../../ui/LoadBoundary.tsx'
import { noSha256, Seal } from '../../../ui/Seal.tsx'
import button from '../../platform/layout/button.module.css'
import { Fingerprint, StatusTag } from '../../platform/marks/work-marks.tsx'
import { droppedEntries, droppedFoldersEvent } from '../../../rendering/page/early-input.ts'
import { usePage } from '../../../rendering/page/page-context.tsx'
import fileStyles from './ChosenFile.module.css'
import styles from './UploadArea.module.css'
import { useUploadStore, type UploadState } from './upload-store.ts'
import type { LocalFingerprint } from './uploader.ts'
import { saveFile } from './zip-offer.ts'

const ZipOfferNote = lazyLoad(async () => (await import('./ZipOfferNote.tsx')).ZipOfferNote)

const inputId = 'work-file'
const problemId = 'work-file-problem'
const limitId = 'work-file-limit'
const privacyId = 'work-file-privacy'

/** The upload area: drop or browse, then progress, then the fingerprint. */
export function UploadArea() {
  const { upload, offer, stoppedUpload, problem, chooseAll, chooseEntries } = useUploadStore()
  const { policy } = usePage()
  const area = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const browseButton = useRef<HTMLButtonElement>(null)
  const [isDraggedOver, setDraggedOver] = useState(false)

  /** Takes the files from the native input and clears it, so that the same file can be chosen again. */
  function takeChosenFiles() {
    const files = Array.from(input.current?.files ?? [])
    if (files.length === 0) return
    if (input.current) input.current.value = ''
    void chooseAll(files)
  }

  // A file chosen or dropped before hydration is in the native input.
  useEffect(takeChosenFiles, [chooseAll])

  useEffect(() => {
    const takeEntries = (event: Event) => {
      if (event instanceof CustomEvent) void chooseEntries(event.detail)
    }
    addEventListener(droppedFoldersEvent, takeEntries)
    return () => removeEventListener(droppedFoldersEvent, takeEntries)
  }, [chooseEntries])

  // If the focused button disappears with its phase, the focus moves here and not to the top of the page.
  const shownPhase = useRef(upload.phase)
  useEffect(() => {
    if (shownPhase.current === upload.phase) return
    shownPhase.current = upload.phase
    if (document.activeElement === document.body) area.current?.focus({ preventScroll: true })
  }, [upload.phase])

  // A screen reader reads the problem where the next file is chosen.
  useEffect(() => {
    if (problem !== null) (browseButton.current ?? area.current)?.focus()
  }, [problem])

  function drop(event: DragEvent) {
    event.preventDefault()
    setDraggedOver(false)
    const entries = droppedEntries(event.dataTransfer)
    void (entries === null ? chooseAll(Array.from(event.dataTransfer.files)) : chooseEntries(entries))
  }

  function leave(event: DragEvent) {
    const isInside = event.relatedTarget instanceof Node && area.current?.contains(event.relatedTarget)
    if (!isInside) setDraggedOver(false)
  }

  const zipNote = offer && (
    <LoadBoundary>
      <Suspense>
        <ZipOfferNote offer={offer} />
      </Suspense>
    </LoadBoundary>
  )
  return (
    <div
      ref={area}
      className={styles.area}
      tabIndex={-1}
      aria-describedby={problem ? problemId : undefined}
      data-drop
      data-over={isDraggedOver || undefined}
      onDragEnter={() => setDraggedOver(true)}
      onDragOver={(event) => event.preventDefault()}
      onDragLeave={leave}
      onDrop={drop}
    >
      <input
        ref={input}
        id={inputId}
        type="file"
        multiple
        hidden
        autoComplete="off"
        onChange={takeChosenFiles}
      />
      {problem && (
        <p id={problemId} className={styles.problem}>
          <b>{problem.title}.</b> {problem.description}
        </p>
      )}
      {upload.phase === 'idle' && (
        <div className={styles.invitation}>
          <p className={styles.touch}>Choose your file</p>
          <p className={styles.drop}>Drag and drop your file here</p>
          <button
            ref={browseButton}
            type="button"
            className={button.primary}
            data-opens={inputId}
            aria-describedby={[problem && problemId, limitId, privacyId].filter(Boolean).join(' ')}
            onClick={() => input.current?.click()}
          >
            Browse Files
          </button>
          <p id={limitId} className={styles.limit}>
            Maximum file size: 50MB
          </p>
          <p id={privacyId} className={styles.privacy}>
            {uploadText(policy)}
          </p>
          {stoppedUpload && (
            <output className={fileStyles.stopped}>
              Your upload of <bdi>{stoppedUpload.fileName}</bdi> stopped
              {stoppedUpload.percent !== null && ` at ${stoppedUpload.percent}\u00a0%`}. Choose it again to
              continue.
            </output>
          )}
          {zipNote}
        </div>
      )}
      {upload.phase !== 'idle' && <ChosenFile upload={upload}>{zipNote}</ChosenFile>}
    </div>
  )
}

interface ChosenFileProps {
  upload: Exclude<UploadState, { phase: 'idle' }>
  /** Shown above the button that removes the file. */
  children: ReactNode
}

/** The file with its seal: first as computed in the browser, then as stored on the server. */
function ChosenFile({ upload, children }: ChosenFileProps) {
  const { remove, createdZip } = useUploadStore()
  const isUploaded = upload.phase === 'uploaded'
  const { fileName, fileSize } = isUploaded ? upload.file : upload
  const fingerprint = isUploaded ? ({ kind: 'computed', ...upload.file } as const) : upload.fingerprint
  return (
    <div className={fileStyles.work}>
      <Seal
        sha256={fingerprint.kind === 'computed' ? fingerprint.sha256 : noSha256}
        className={fileStyles.seal}
        {...(isUploaded ? { label: 'The seal of your file' } : {})}
      />
      <div className={fileStyles.file}>
        <p className={fileStyles.name}>
          <bdi>{fileName}</bdi>
        </p>
        <p className={fileStyles.size}>
          {formatFileSize(fileSize)}
          {isUploaded && ', uploaded'}
        </p>
        <StatusTag status="at-risk" />
        <div className={fileStyles.fingerprint}>
          <FingerprintStatus fingerprint={fingerprint} />
        </div>
        {!isUploaded && <Transfer upload={upload} />}
        {createdZip && <CreatedZip zip={createdZip} />}
        {children}
        <button type="button" className={fileStyles.link} onClick={remove}>
          Choose a different file
        </button>
      </div>
    </div>
  )
}

/** The progress of an upload, with a button that pauses, resumes or retries it. */
function Transfer({ upload }: { upload: Extract<UploadState, { phase: 'uploading' }> }) {
  const { pause, resume } = useUploadStore()
  const { fileName, progress, status, text, canPause } = upload
  return (
    <>
      <progress
        className={fileStyles.progress}
        max={100}
        value={progress}
        aria-label={`Uploading ${fileName}`}
        aria-valuetext={text}
      />
      <p className={fileStyles.transfer}>{text}</p>
      {/* Numbers that change all the time are not announced, a change of the state is. */}
      <output className="visually-hidden">{status === 'sending' ? '' : text}</output>
      {status === 'sending' && canPause && (
        <button type="button" className={fileStyles.control} onClick={pause}>
          Pause
        </button>
      )}
      {status !== 'sending' && (
        <button type="button" className={fileStyles.control} onClick={resume}>
          {status === 'paused' ? 'Resume' : 'Try now'}
        </button>
      )}
    </>
  )
}

function FingerprintStatus({ fingerprint }: { fingerprint: LocalFingerprint }) {
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
function CreatedZip({ zip }: { zip: File }) {
  return (
    <p className={fileStyles.note}>
      We created this ZIP in your browser and saved it to your downloads. Keep it: the proof is for this exact
      file.{' '}
      <button type="button" className={fileStyles.inlineLink} onClick={() => saveFile(zip)}>
        Save it again
      </button>
    </p>
  )
}
