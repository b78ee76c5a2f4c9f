import { ApiError, NetworkError, sentenceOf } from '@priormark/core/http/api-error'
import { parseReply } from '@priormark/core/http/client'
import { uploadEndpoints, type UploadedFile } from '@priormark/core/uploads/endpoints'
import { hashFile } from './hash-file.ts'

/**
 * The fingerprint as far as this browser has computed it. `share`: the hashed share, 0 to 1. 'unknown': the browser
 * cannot hash.
 */
export type LocalFingerprint =
  | { kind: 'computing'; share: number }
  | { kind: 'computed'; sha256: string }
  | { kind: 'unknown' }

interface UploaderOptions {
  /** Called with the progress in percent and the fingerprint. */
  show: (progress: number, fingerprint: LocalFingerprint) => void
  signal: AbortSignal
  /** For a failure without a message from the server. */
  fallbackSentence: string
}

/** The stored file, or a message for the visitor. */
type UploadOutcome = { file: UploadedFile } | { sentence: string }

/** Uploads one file. Never rejects. */
export type Uploader = (file: File, options: UploaderOptions) => Promise<UploadOutcome>

export interface FingerprintOptions {
  /** Called with the hashed share, 0 to 1. */
  onProgress: (share: number) => void
  signal: AbortSignal
}

/** The SHA-256 of a file in hex, or null if the browser cannot compute it. Never rejects. */
export type FingerprintFile = (file: File, options: FingerprintOptions) => Promise<string | null>

export interface SendOptions {
  /** The file's fingerprint, if known. The server rejects a file that arrives with a different one. */
  sha256: string | null
  /** Called with the share of bytes sent, 0 to 1. */
  onSent: (share: number) => void
  signal: AbortSignal
}

/** Sends a file to the server. @throws ApiError for an error response, NetworkError if there is no response. */
type SendFile = (file: File, options: SendOptions) => Promise<UploadedFile>

/** The progress bar: points per step, the length of a step, and the limit before the response. */
const stepPoints = 5
const stepMs = 100
const maxPercentBeforeResponse = 90

/** Creates an uploader that computes the fingerprint first, then sends the file together with it. */
export function createUploader(fingerprint: FingerprintFile, send: SendFile): Uploader {
  async function upload(file: File, { show, signal }: UploaderOptions): Promise<UploadedFile> {
    const sha256 = await fingerprint(file, {
      signal,
      onProgress: (share) => show(0, { kind: 'computing', share }),
    })
    signal.throwIfAborted()
    const known: LocalFingerprint = sha256 === null ? { kind: 'unknown' } : { kind: 'computed', sha256 }

    // The bar starts with sending: otherwise it would stand still while hashing and then run to catch up.
    const startedAt = performance.now()
    let sentShare = 0
    const showSent = () => show(uploadProgress(performance.now() - startedAt, sentShare), known)
    showSent()
    const ticker = setInterval(showSent, stepMs)
    try {
      const uploaded = await send(file, { sha256, signal, onSent: (share) => (sentShare = share) })
      clearInterval(ticker)
      signal.throwIfAborted()
      show(100, known)
      await oneStep()
      return uploaded
    } finally {
      clearInterval(ticker)
    }
  }

  return async (file, options) => {
    try {
      return { file: await upload(file, options) }
    } catch (failure) {
      return { sentence: sentenceOf(failure, options.fallbackSentence) }
    }
  }
}

/**
 * Returns the position of the progress bar before the server responds, in percent: never faster than 5 points every
 * 100 ms, never past 90, never ahead of the share of bytes sent.
 * @param sentShare 0 to 1
 */
export function uploadProgress(elapsedMs: number, sentShare: number): number {
  const ramp = Math.floor(elapsedMs / stepMs) * stepPoints
  return Math.max(0, Math.min(ramp, maxPercentBeforeResponse, Math.floor(sentShare * 100)))
}

/** Long enough for a full bar to be seen. */
function oneStep(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, stepMs)
  })
}

/**
 * Without workers or WebAssembly the file is uploaded without a fingerprint: the server hashes what arrives in any
 * case.
 * The same goes for a file that cannot be read; its upload then reports the failure.
 */
const fingerprintInWorker: FingerprintFile = async (file, options) => {
  try {
    return await hashFile(file, options)
  } catch {
    return null
  }
}

/** Uses XMLHttpRequest because fetch() does not report how many bytes were sent. */
const sendByRequest: SendFile = (file, { sha256, onSent, signal }) =>
  new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const request = new XMLHttpRequest()
    request.open(uploadEndpoints.upload.method, uploadEndpoints.upload.path)
    request.setRequestHeader('accept', 'application/json')
    request.upload.addEventListener('progress', ({ loaded, total, lengthComputable }) => {
      if (lengthComputable && total > 0) onSent(loaded / total)
    })
    request.addEventListener('load', () => {
      const { status, responseText, statusText } = request
      if (status < 200 || status > 299) return reject(new ApiError(status, responseText, statusText))
      try {
        resolve(parseReply(uploadEndpoints.upload, responseText))
      } catch (failure) {
        reject(failure instanceof Error ? failure : new Error('Unreadable response', { cause: failure }))
      }
    })
    request.addEventListener('error', () => reject(new NetworkError(new Error('The upload was interrupted'))))
    request.addEventListener('abort', () => reject(new DOMException('Removed', 'AbortError')))
    signal.addEventListener('abort', () => request.abort())

    const form = new FormData()
    if (sha256 !== null) form.append('sha256', sha256)
    form.append('file', file)
    request.send(form)
  })

/** Hashes in a worker and sends to our own server. */
export const uploadInBrowser = createUploader(fingerprintInWorker, sendByRequest)
