import { Suspense, useEffect, useRef, useState, type DragEvent } from 'react'
import { lazyLoad } from '../../../ui/lazy-load.ts'
import { LoadBoundary } from '../../../ui/LoadBoundary.tsx'
import button from '../../platform/layout/button.module.css'
import { droppedEntries, droppedFoldersEvent } from '../../../rendering/page/early-input.ts'
import { ChosenFile } from './ChosenFile.tsx'
import fileStyles from './ChosenFile.module.css'
import styles from './UploadArea.module.css'
import { useUploadStore } from './upload-store.ts'

const ZipOfferNote = lazyLoad(async () => (await import('./ZipOfferNote.tsx')).ZipOfferNote)

const inputId = 'work-file'

/** The upload area: drop or browse, then progress, then the fingerprint. */
export function UploadArea() {
  const { upload, offer, stopped, chooseAll, chooseEntries } = useUploadStore()
  const area = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
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
        className="visually-hidden"
        aria-label="Your file"
        tabIndex={-1}
        autoComplete="off"
        onChange={takeChosen}
      />
      {upload.phase === 'idle' && (
        <div className={styles.invitation}>
          <p className={styles.drop}>Drag and drop your file here</p>
          <button
            type="button"
            className={button.primary}
            data-opens={inputId}
            onClick={() => input.current?.click()}
          >
            Browse Files
          </button>
          <p className={styles.limit}>Maximum file size: 50MB</p>
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
