import { formatFileSize } from '@priormark/core/file-size'
import { sentenceOf } from '@priormark/core/http/api-error'
import { maxOrderFileBytes } from '@priormark/core/limits'
import type { UploadedFile } from '@priormark/core/uploads/endpoints'
import { create } from 'zustand'
import { toast } from '../../ui/toast-store.ts'
import type { SendFile } from './send-file.ts'
import { progressTickMs, uploadProgress } from './upload-progress.ts'

/** idle -> uploading -> uploaded; a failure or a removal leads back to idle. Sizes in bytes, progress in percent. */
export type UploadState =
  | { phase: 'idle' }
  | { phase: 'uploading'; fileName: string; fileSize: number; progress: number }
  | { phase: 'uploaded'; file: UploadedFile }

export interface UploadStore {
  upload: UploadState
  /** Uploads a file in place of any other. A file over 50 MB is refused before any request. */
  choose: (file: File) => Promise<void>
  /** Lets go of the file, also in the middle of its upload. */
  remove: () => void
  /** Takes up a finished upload of this tab again. */
  restore: (file: UploadedFile) => void
}

/** The upload of one order, over whatever sends the file. */
export function createUploadStore(send: SendFile) {
  let running: AbortController | null = null

  return create<UploadStore>((set) => ({
    upload: { phase: 'idle' },

    async choose(file) {
      if (file.size > maxOrderFileBytes) {
        const limit = formatFileSize(maxOrderFileBytes).replace(' ', '')
        toast({
          title: 'File too large',
          description: `Maximum file size is ${limit}`,
          variant: 'destructive',
        })
        return
      }
      running?.abort()
      const own = new AbortController()
      running = own

      const startedAt = performance.now()
      let sentShare = 0
      const show = () => {
        const progress = uploadProgress(performance.now() - startedAt, sentShare)
        set({ upload: { phase: 'uploading', fileName: file.name, fileSize: file.size, progress } })
      }
      show()
      const ticker = setInterval(show, progressTickMs)
      own.signal.addEventListener('abort', () => clearInterval(ticker))

      try {
        const uploaded = await send(file, { onSent: (share) => (sentShare = share), signal: own.signal })
        clearInterval(ticker)
        if (own.signal.aborted) return
        set({ upload: { phase: 'uploading', fileName: file.name, fileSize: file.size, progress: 100 } })
        await oneTick()
        if (own.signal.aborted) return
        set({ upload: { phase: 'uploaded', file: uploaded } })
        toast({ title: 'File uploaded', description: 'Your file has been uploaded successfully' })
      } catch (failure) {
        if (own.signal.aborted) return
        set({ upload: { phase: 'idle' } })
        const description = sentenceOf(failure, 'An error occurred during upload')
        toast({ title: 'Upload failed', description, variant: 'destructive' })
      } finally {
        clearInterval(ticker)
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

/** Long enough for a full bar to be seen. */
function oneTick(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, progressTickMs)
  })
}

/** The upload of this tab. What sends files is loaded with the first one. */
export const useUploadStore = createUploadStore(async (file, options) => {
  const { sendFile } = await import('./send-file.ts')
  return sendFile(file, options)
})
