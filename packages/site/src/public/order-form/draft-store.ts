import { create } from 'zustand'
import { useUploadStore } from '../upload/upload-store.ts'
import { draftKey } from './draft-key.ts'
import type { Draft } from './saved-draft.ts'

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

let isPersisting = false

/** Restores the tab's order after a reload, and stores every change from now on. */
export async function persistDraft(): Promise<void> {
  if (isPersisting) return
  isPersisting = true
  const saved = await readSaved()
  useDraftStore.subscribe(save)
  useUploadStore.subscribe(({ upload }, before) => {
    // Progress changes many times a second.
    if (upload.phase !== before.upload.phase) followUpload()
  })
  // A file may have been chosen meanwhile.
  followUpload()
  if (saved === null) return
  useDraftStore.setState({ draft: saved.draft, isOpened: true })
  const { upload, restore } = useUploadStore.getState()
  // A file chosen while the draft was loading is newer.
  if (saved.file && upload.phase === 'idle') restore(saved.file)
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
  const { upload } = useUploadStore.getState()
  const file = upload.phase === 'uploaded' ? upload.file : null
  try {
    if (isOpened) sessionStorage.setItem(draftKey, JSON.stringify({ draft, file }))
    else sessionStorage.removeItem(draftKey)
  } catch {
    // Without storage, the form lasts until the page closes.
  }
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
