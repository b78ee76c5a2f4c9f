import { uploadText } from '@priormark/core/settings/policy/rule-texts'
import { Suspense, useEffect, useRef, useState, type DragEvent } from 'react'
import { lazyLoad } from '../../../ui/lazy-load.ts'
import { LoadBoundary } from '../../../ui/LoadBoundary.tsx'
import button from '../../platform/layout/button.module.css'
import { droppedEntries, droppedFoldersEvent } from '../../../rendering/page/early-input.ts'
import { usePage } from '../../../rendering/page/page-context.tsx'
import { ChosenFile } from './ChosenFile.tsx'
import fileStyles from './ChosenFile.module.css'
import styles from './UploadArea.module.css'
import { useUploadStore } from './upload-store.ts'

const ZipOfferNote = lazyLoad(async () => (await import('./ZipOfferNote.tsx')).ZipOfferNote)

const inputId = 'work-file'
const problemId = 'work-file-problem'
const limitId = 'work-file-limit'
const privacyId = 'work-file-privacy'

/** The upload area: drop or browse, then progress, then the fingerprint. */
export function UploadArea() {
  const { upload, offer, stopped, problem, chooseAll, chooseEntries } = useUploadStore()
  const { policy } = usePage()
  const area = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const browse = useRef<HTMLButtonElement>(null)
  const [isDraggedOver, setDraggedOver] = useState(false)

  /** Takes the files from the native input and clears it, so that the same file can be chosen again. */
  function takeChosen() {
    const files = Array.from(input.current?.files ?? [])
    if (files.length === 0) return
    if (input.current) input.current.value = ''
    void chooseAll(files)
  }

  // A file chosen or dropped before hydration is in the native input.
  useEffect(takeChosen, [chooseAll])

  useEffect(() => {
    const take = (event: Event) => {
      if (event instanceof CustomEvent) void chooseEntries(event.detail)
    }
    addEventListener(droppedFoldersEvent, take)
    return () => removeEventListener(droppedFoldersEvent, take)
  }, [chooseEntries])

  // If the focused button disappears with its phase, the focus stays here instead of at the top of the page.
  const shownPhase = useRef(upload.phase)
  useEffect(() => {
    if (shownPhase.current === upload.phase) return
    shownPhase.current = upload.phase
    if (document.activeElement === document.body) area.current?.focus({ preventScroll: true })
  }, [upload.phase])

  // A problem with a file is read where the next one is chosen.
  useEffect(() => {
    if (problem !== null) (browse.current ?? area.current)?.focus()
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

  const note = offer && (
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
      <input ref={input} id={inputId} type="file" multiple hidden autoComplete="off" onChange={takeChosen} />
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
            ref={browse}
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
          {stopped && (
            <output className={fileStyles.stopped}>
              Your upload of <bdi>{stopped.fileName}</bdi> stopped
              {stopped.percent !== null && ` at ${stopped.percent}\u00a0%`}. Choose it again to continue.
            </output>
          )}
          {note}
        </div>
      )}
      {upload.phase !== 'idle' && <ChosenFile upload={upload}>{note}</ChosenFile>}
    </div>
  )
}
