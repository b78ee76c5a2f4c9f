import { create } from 'zustand'
import { useUploadStore, type StoppedUpload, type UploadState } from '../upload/upload-store.ts'
import { draftKey } from '../../../rendering/page/early-input.ts'
import type { Draft, SavedDraft } from './saved-draft.ts'

type RunningState = Extract<UploadState, { phase: 'uploading' }>

export const emptyDraft: Draft = {
  firstName: '',
  lastName: '',
  email: '',
  projectName: '',
  projectDescription: '',
  terms: false,
}

/**
 * The unfinished order. Once a file was chosen or something was typed, the whole form stays visible. `changedTermsId`: the
 * terms that replaced those of the page.
 */
export const useDraftStore = create<{ draft: Draft; isOpened: boolean; changedTermsId: string | null }>(
  () => ({ draft: emptyDraft, isOpened: false, changedTermsId: null }),
)

export function changeDraft(change: Partial<Draft>): void {
  if (Object.keys(change).length === 0) return
  useDraftStore.setState(({ draft }) => ({ draft: { ...draft, ...change }, isOpened: true }))
}

/** The stores belong to the page, so they are persisted once, however often the form is mounted. */
let isPersisting = false

/** Restores the tab's order after a reload, and stores every change from now on. */
export async function persistDraft(): Promise<void> {
  if (isPersisting) return
  isPersisting = true
  const saved = await readSaved()
  useDraftStore.subscribe(save)
  useUploadStore.subscribe(({ upload }, before) => {
    if (upload.phase !== before.upload.phase) followUpload()
    // The view changes many times a second, but the percentage at most a hundred times.
    else if (upload.phase === 'uploading' && upload.progress !== progressOf(before.upload)) save()
  })
  // A file may have been chosen meanwhile.
  followUpload()
  if (saved === null) return
  const { upload, restore } = useUploadStore.getState()
  // A file chosen while the draft was loading is newer.
  if (upload.phase === 'idle') {
    if (saved.file) restore(saved.file)
    else useUploadStore.setState({ stopped: saved.stopped })
  }
  // Also stores what was restored.
  useDraftStore.setState({ draft: saved.draft, isOpened: true })
}

function followUpload(): void {
  const { phase } = useUploadStore.getState().upload
  if (phase === 'uploading' || phase === 'uploaded') useDraftStore.setState({ isOpened: true })
  save()
}

/** Deletes the draft after payment. */
export function clearDraft(): void {
  useUploadStore.getState().remove()
  useDraftStore.setState({ draft: emptyDraft, isOpened: false })
  // On pages without the form, changes are not stored automatically.
  save()
}

function save(): void {
  const { draft, isOpened } = useDraftStore.getState()
  const { upload, stopped } = useUploadStore.getState()
  const saved: SavedDraft = {
    draft,
    file: upload.phase === 'uploaded' ? upload.file : null,
    stopped: upload.phase === 'uploading' ? stoppedNow(upload) : stopped,
  }
  try {
    if (isOpened) sessionStorage.setItem(draftKey, JSON.stringify(saved))
    else sessionStorage.removeItem(draftKey)
  } catch {
    // Without storage, the form lasts until the page closes.
  }
}

/** What a reload in this moment would stop. A file that is sent whole starts again. */
function stoppedNow({ fileName, progress, canPause }: RunningState): StoppedUpload {
  return { fileName, percent: canPause ? progress : null }
}

function progressOf(upload: UploadState): number | null {
  return upload.phase === 'uploading' ? upload.progress : null
}

async function readSaved() {
  try {
    const json = sessionStorage.getItem(draftKey)
    if (json === null) return null
    // Loaded only if there is a draft: most visits have none.
    const { parseSavedDraft } = await import('./saved-draft.ts')
    return parseSavedDraft(json)
  } catch {
    return null
  }
}
