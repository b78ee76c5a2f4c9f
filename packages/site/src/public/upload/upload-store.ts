import { maxFileSizeSentence, maxOrderFileBytes } from '@priormark/core/limits'
import type { UploadedFile } from '@priormark/core/uploads/endpoints'
import { create } from 'zustand'
import { toast } from '../../ui/toast-store.ts'
import type { Uploader } from './uploader.ts'

/** idle -> uploading -> uploaded; a failure or a removal leads back to idle. Sizes in bytes, progress in percent. */
export type UploadState =
  | { phase: 'idle' }
  | {
      phase: 'uploading'
      fileName: string
      fileSize: number
      progress: number
      fingerprint: OwnFingerprint
    }
  | { phase: 'uploaded'; file: UploadedFile }

/** What this browser makes of the file itself: `share` of its bytes hashed, 0 to 1. 'unknown' where it cannot hash. */
export type OwnFingerprint =
  | { kind: 'computing'; share: number }
  | { kind: 'computed'; sha256: string }
  | { kind: 'unknown' }

export interface UploadStore {
  upload: UploadState
  /** Uploads a file in place of any other. A file over 50 MB is refused before any request. */
  choose: (file: File) => Promise<void>
  /** Lets go of the file, also in the middle of its upload. */
  remove: () => void
  /** Takes up a finished upload of this tab again. */
  restore: (file: UploadedFile) => void
}

/** What is said of an upload that failed without a sentence of its own (SPEC.md section 8). */
export const uploadFallback = 'An error occurred during upload'

/** The upload of one order, over whatever hashes and sends the file; that is loaded with the first one. */
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
      const show = (progress: number, fingerprint: OwnFingerprint) => {
        if (signal.aborted) return
        set({
          upload: { phase: 'uploading', fileName: file.name, fileSize: file.size, progress, fingerprint },
        })
      }
      show(0, { kind: 'computing', share: 0 })
      const outcome = await loadUploader().then(
        (upload) => upload(file, { show, signal }),
        () => ({ sentence: uploadFallback }),
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
export const useUploadStore = createUploadStore(
  async () => (await import('./upload-by-browser.ts')).uploadByBrowser,
)
