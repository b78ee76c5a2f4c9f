import { maxFileSizeMessage, maxOrderFileBytes } from '@priormark/core/platform/limits'
import type { UploadedFile } from '@priormark/core/orders/uploads/endpoints'
import { create } from 'zustand'
import { toast } from '../../../ui/toast-store.ts'
import type { RunningUpload, Uploader, UploadView } from './uploader.ts'
import { offerEntries, offerFiles, type ZipOffer } from './zip-offer.ts'

/** idle -> uploading -> uploaded; a failure or a removal leads back to idle. Sizes in bytes. */
export type UploadState =
  | { phase: 'idle' }
  | ({ phase: 'uploading'; fileName: string; fileSize: number } & UploadView)
  | { phase: 'uploaded'; file: UploadedFile }

/** An upload that ended when its page was closed or reloaded. `percent`: null if a new one starts from the beginning. */
export interface StoppedUpload {
  fileName: string
  percent: number | null
}

interface UploadProblem {
  title: string
  description: string
}

export interface UploadStore {
  upload: UploadState
  /** What was chosen or dropped together, and can become one ZIP. */
  offer: ZipOffer | null
  /** The upload that a reload stopped, until a file is chosen. */
  stoppedUpload: StoppedUpload | null
  /** The ZIP that this page created from several files, while it is the chosen file. */
  createdZip: File | null
  /** Why there is no upload, until the next file is chosen. */
  problem: UploadProblem | null
  /** Shows a problem in the upload area, and as a toast, because the area may be out of sight. */
  showProblem: (problem: UploadProblem) => void
  /** Uploads the first file in place of any other, and offers several as one ZIP. */
  chooseAll: (files: readonly File[]) => Promise<void>
  /** The same for a drop with folders, which are offered with all files in them. */
  chooseEntries: (entries: readonly FileSystemEntry[]) => Promise<void>
  /** Uploads a file in place of any other. Rejects a file over 50 MB before any request. */
  choose: (file: File, options?: { isCreatedZip: boolean }) => Promise<void>
  pause: () => void
  /** Continues after a pause, and tries again immediately after a lost connection. */
  resume: () => void
  /** Removes the file, and cancels its upload if it is running. */
  remove: () => void
  /** Restores a finished upload of this tab. */
  restore: (file: UploadedFile) => void
}

/** For a failed upload without a message from the server. */
const fallbackMessage = 'An error occurred during upload'

const emptyChoice = { offer: null, stoppedUpload: null, createdZip: null, problem: null }

const initialView: UploadView = {
  progress: 0,
  fingerprint: { kind: 'computing', share: 0 },
  status: 'sending',
  text: '',
  canPause: false,
}

/** Creates the state of one order's upload. The uploader is loaded with the first file. */
export function createUploadStore(loadUploader: () => Promise<Uploader>) {
  let removal = new AbortController()
  let runningUpload: RunningUpload | null = null

  return create<UploadStore>((set, get) => ({
    upload: { phase: 'idle' },
    ...emptyChoice,

    showProblem(problem) {
      set({ problem })
      toast({ ...problem, variant: 'destructive' })
    },

    async chooseAll(files) {
      const [firstFile] = files
      if (firstFile === undefined) return
      const upload = get().choose(firstFile)
      if (files.length > 1) set({ offer: offerFiles(files) })
      await upload
    },

    async chooseEntries(entries) {
      set({ offer: await offerEntries(entries, (file) => void get().choose(file)) })
    },

    async choose(file, { isCreatedZip } = { isCreatedZip: false }) {
      if (file.size > maxOrderFileBytes) {
        get().showProblem({
          title: 'File too large',
          description: maxFileSizeMessage(maxOrderFileBytes),
        })
        return
      }
      get().remove()
      const { signal: removed } = (removal = new AbortController())
      const show = (view: UploadView) => {
        if (removed.aborted) return
        set({ upload: { phase: 'uploading', fileName: file.name, fileSize: file.size, ...view } })
      }
      show(initialView)
      if (isCreatedZip) set({ createdZip: file })
      const result = await loadUploader().then(
        (startUpload) => (runningUpload = startUpload(file, { show, removed, fallbackMessage })).ended,
        () => ({ message: fallbackMessage }),
      )
      if (removed.aborted) return
      if ('file' in result) {
        set({ upload: { phase: 'uploaded', file: result.file } })
        toast({ title: 'File uploaded', description: 'Your file has been uploaded successfully' })
      } else {
        set({ upload: { phase: 'idle' } })
        get().showProblem({ title: 'Upload failed', description: result.message })
      }
    },

    pause: () => runningUpload?.pause(),
    resume: () => runningUpload?.resume(),

    remove() {
      removal.abort()
      runningUpload = null
      set({ upload: { phase: 'idle' }, ...emptyChoice })
    },

    restore(file) {
      set({ upload: { phase: 'uploaded', file }, ...emptyChoice })
    },
  }))
}

/** The upload of this tab. */
export const useUploadStore = createUploadStore(async () => (await import('./uploader.ts')).startUpload)
