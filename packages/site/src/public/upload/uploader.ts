import { sentenceOf } from '@priormark/core/http/api-error'
import type { UploadedFile } from '@priormark/core/uploads/endpoints'
import type { HashFile } from './fingerprint-file.ts'
import type { SendFile } from './send-file.ts'
import { progressTickMs, uploadProgress } from './upload-progress.ts'
import { uploadFallback, type OwnFingerprint } from './upload-store.ts'

export interface UploaderOptions {
  /** Called with how far the bar stands, in percent, and what is known of the fingerprint. */
  show: (progress: number, fingerprint: OwnFingerprint) => void
  signal: AbortSignal
}

/** The file as the server has it, or why it has not, in a sentence for a person. */
export type UploadOutcome = { file: UploadedFile } | { sentence: string }

/** Takes one file to the server. Never rejects. */
export type Uploader = (file: File, options: UploaderOptions) => Promise<UploadOutcome>

/** An upload over whatever hashes and sends the file: first the fingerprint, then the file together with it. */
export function createUploader(hash: HashFile, send: SendFile): Uploader {
  async function upload(file: File, { show, signal }: UploaderOptions): Promise<UploadedFile> {
    const sha256 = await hash(file, {
      signal,
      onProgress: (share) => show(0, { kind: 'computing', share }),
    })
    signal.throwIfAborted()
    const fingerprint: OwnFingerprint = sha256 === null ? { kind: 'unknown' } : { kind: 'computed', sha256 }

    // The bar begins with the bytes: else it would stand still while hashing, and then run to make up for it.
    const startedAt = performance.now()
    let sentShare = 0
    const showSent = () => show(uploadProgress(performance.now() - startedAt, sentShare), fingerprint)
    showSent()
    const ticker = setInterval(showSent, progressTickMs)
    try {
      const uploaded = await send(file, { sha256, signal, onSent: (share) => (sentShare = share) })
      clearInterval(ticker)
      signal.throwIfAborted()
      show(100, fingerprint)
      await oneTick()
      return uploaded
    } finally {
      clearInterval(ticker)
    }
  }

  return async (file, options) => {
    try {
      return { file: await upload(file, options) }
    } catch (failure) {
      return { sentence: sentenceOf(failure, uploadFallback) }
    }
  }
}

/** Long enough for a full bar to be seen. */
function oneTick(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, progressTickMs)
  })
}
