import { emptyDetails, type OrderDetails } from '@priormark/core/orders/order-details'
import { create } from 'zustand'
import { useUploadStore, type StoppedUpload, type UploadState } from '../upload/upload-store.ts'
import { unlessBlocked } from '../../../ui/unless-blocked.ts'
import { entryKey } from '../../../rendering/page/early-input.ts'
import type { SavedEntry } from './saved-entry.ts'

type RunningState = Extract<UploadState, { phase: 'uploading' }>

/** What a visitor has entered in the order form. Not validated. `previousKey` is the secret of an earlier draft, or empty. */
export type FormEntry = OrderDetails & { terms: boolean; previousKey: string }

const emptyEntry: FormEntry = { ...emptyDetails, terms: false, previousKey: '' }

interface EntryState {
  entry: FormEntry
  /** Once a file was chosen or something was typed, the whole form stays visible. */
  isOpened: boolean
  /** The id of the terms that have replaced those of the page. */
  changedTermsId: string | null
  /** Whether the entry survives a reload of the tab. */
  isPersisted: boolean
}

export const useEntryStore = create<EntryState>(() => ({
  entry: emptyEntry,
  isOpened: false,
  changedTermsId: null,
  isPersisted: false,
}))

export function changeEntry(change: Partial<FormEntry>): void {
  if (Object.keys(change).length === 0) return
  useEntryStore.setState(({ entry }) => ({ entry: { ...entry, ...change }, isOpened: true }))
}

/** Applies a correction from the checkout, if the entry of this tab is for the same project. */
export async function correctEntry(
  formerDetails: Partial<OrderDetails>,
  newDetails: Partial<OrderDetails>,
): Promise<void> {
  await persistEntry()
  if (useEntryStore.getState().entry.projectName.trim() === formerDetails.projectName) changeEntry(newDetails)
}

/**
 * Restores the tab's form entry after a reload, and stores every change from now on. Later calls do nothing, because the stores
 * outlive the form.
 */
export async function persistEntry(): Promise<void> {
  if (useEntryStore.getState().isPersisted) return
  useEntryStore.setState({ isPersisted: true })
  const savedEntry = await readSavedEntry()
  useEntryStore.subscribe(save)
  useUploadStore.subscribe(({ upload }, previousState) => {
    if (upload.phase !== previousState.upload.phase) followUpload()
    // The upload's state changes many times a second, but its percentage at most a hundred times in all.
    else if (upload.phase === 'uploading' && upload.progress !== progressOf(previousState.upload)) save()
  })
  // A file may have been chosen in the meantime.
  followUpload()
  if (savedEntry === null) return
  const { upload, restore } = useUploadStore.getState()
  // A file chosen while the entry was loading is newer.
  if (upload.phase === 'idle') {
    if (savedEntry.file) restore(savedEntry.file)
    else useUploadStore.setState({ stoppedUpload: savedEntry.stoppedUpload })
  }
  // The subscription also stores the restored entry.
  useEntryStore.setState({ entry: savedEntry.entry, isOpened: true })
}

function followUpload(): void {
  const { phase } = useUploadStore.getState().upload
  if (phase === 'uploading' || phase === 'uploaded') useEntryStore.setState({ isOpened: true })
  save()
}

/** Deletes the form entry after payment. */
export function clearEntry(): void {
  useUploadStore.getState().remove()
  useEntryStore.setState({ entry: emptyEntry, isOpened: false })
  // On pages without the form, changes are not stored automatically.
  save()
}

function save(): void {
  const { entry, isOpened } = useEntryStore.getState()
  const { upload, stoppedUpload } = useUploadStore.getState()
  const savedEntry: SavedEntry = {
    entry,
    file: upload.phase === 'uploaded' ? upload.file : null,
    stoppedUpload: upload.phase === 'uploading' ? toStoppedUpload(upload) : stoppedUpload,
  }
  // Without storage, the form lasts until the page closes.
  unlessBlocked(() =>
    isOpened
      ? sessionStorage.setItem(entryKey, JSON.stringify(savedEntry))
      : sessionStorage.removeItem(entryKey),
  )
}

/** Returns what a reload at this moment would leave of an upload. A file that is sent in one request starts again. */
function toStoppedUpload({ fileName, progress, canPause }: RunningState): StoppedUpload {
  return { fileName, percent: canPause ? progress : null }
}

function progressOf(upload: UploadState): number | null {
  return upload.phase === 'uploading' ? upload.progress : null
}

async function readSavedEntry() {
  const json = unlessBlocked(() => sessionStorage.getItem(entryKey))
  if (json === null) return null
  // Loaded only if there is an entry: most visits have none.
  return import('./saved-entry.ts').then(
    ({ parseSavedEntry }) => parseSavedEntry(json),
    () => null,
  )
}
