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

/** The order being written. Once there was a file, or something was written, the whole form stays in sight. */
export const useDraftStore = create<{ draft: Draft; isOpened: boolean }>(() => ({
  draft: emptyDraft,
  isOpened: false,
}))

export function changeDraft(change: Partial<Draft>): void {
  if (Object.keys(change).length === 0) return
  useDraftStore.setState(({ draft }) => ({ draft: { ...draft, ...change }, isOpened: true }))
}

let isPersisting = false

/** Takes up what this tab had written before a reload, and keeps every change from now on. */
export async function persistDraft(): Promise<void> {
  if (isPersisting) return
  isPersisting = true
  const saved = await readSaved()
  useDraftStore.subscribe(save)
  useUploadStore.subscribe(({ upload }) => {
    if (upload.phase === 'uploaded') useDraftStore.setState({ isOpened: true })
    save()
  })
  if (saved === null) return
  useDraftStore.setState({ draft: saved.draft, isOpened: true })
  const { upload, restore } = useUploadStore.getState()
  // A file chosen while the draft was on its way is the newer one.
  if (saved.file && upload.phase === 'idle') restore(saved.file)
}

/** Forgets the order: it is paid. */
export function clearDraft(): void {
  useUploadStore.getState().remove()
  useDraftStore.setState({ draft: emptyDraft, isOpened: false })
  // Also where this page never had the form and so keeps nothing by itself.
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
    // A browser without storage keeps the form as long as the page lives.
  }
}

async function readSaved() {
  try {
    const json = sessionStorage.getItem(draftKey)
    if (json === null) return null
    // Most visits have none, and need nothing that reads one.
    const { parseSavedDraft } = await import('./saved-draft.ts')
    return parseSavedDraft(json)
  } catch {
    return null
  }
}
