import { maxFileSizeSentence, maxOrderFileBytes } from '@priormark/core/limits'
import type { UploadedFile } from '@priormark/core/uploads/endpoints'
import { create } from 'zustand'
import { toast } from '../../ui/toast-store.ts'
import type { LocalFingerprint, Uploader } from './uploader.ts'

/** idle -> uploading -> uploaded; a failure or a removal leads back to idle. Sizes in bytes, progress in percent. */
export type UploadState =
  | { phase: 'idle' }
  | {
      phase: 'uploading'
      fileName: string
      fileSize: number
      progress: number
      fingerprint: LocalFingerprint
    }
  | { phase: 'uploaded'; file: UploadedFile }

interface UploadStore {
  upload: UploadState
  /** Uploads a file in place of any other. Rejects a file over 50 MB before any request. */
  choose: (file: File) => Promise<void>
  /** Removes the file, and cancels its upload if it is running. */
  remove: () => void
  /** Restores a finished upload of this tab. */
  restore: (file: UploadedFile) => void
}

/** For a failed upload without a message from the server. */
const fallbackSentence = 'An error occurred during upload'

/** Creates the state of one order's upload. The uploader is loaded with the first file. */
export function createUploadStore(loadUploader: () => Promise<Uploader>) {
  let running: AbortController | null = null

  return create<UploadStore>((set) => ({
    upload: { phase: 'idle' },

    async choose(file) {
      if (file.size > maxOrderFileBytes) {
        toast({
          title: 'File too large',
          description: maxFileSizeSentence(maxOrderFileBytes),
          variant: 'destructive',
        })
        return
      }
      running?.abort()
      const { signal } = (running = new AbortController())
      const show = (progress: number, fingerprint: LocalFingerprint) => {
        if (signal.aborted) return
        set({
          upload: { phase: 'uploading', fileName: file.name, fileSize: file.size, progress, fingerprint },
        })
      }
      show(0, { kind: 'computing', share: 0 })
      const outcome = await loadUploader().then(
        (upload) => upload(file, { show, signal, fallbackSentence }),
        () => ({ sentence: fallbackSentence }),
      )
      if (signal.aborted) return
      if ('file' in outcome) {
        set({ upload: { phase: 'uploaded', file: outcome.file } })
        toast({ title: 'File uploaded', description: 'Your file has been uploaded successfully' })
      } else {
        set({ upload: { phase: 'idle' } })
        toast({ title: 'Upload failed', description: outcome.sentence, variant: 'destructive' })
      }
    },

    remove() {
      running?.abort()
      running = null
      set({ upload: { phase: 'idle' } })
    },

    restore(file) {
      set({ upload: { phase: 'uploaded', file } })
    },
  }))
}

/** The upload of this tab. */
export const useUploadStore = createUploadStore(async () => (await import('./uploader.ts')).uploadInBrowser)
