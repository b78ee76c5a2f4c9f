import { ApiError, NetworkError } from '@priormark/core/http/api-error'
import { parseReply } from '@priormark/core/http/client'
import { uploadEndpoints, type UploadedFile } from '@priormark/core/uploads/endpoints'

export interface SendOptions {
  /** What the sender knows the file's fingerprint to be; the server refuses a file that arrives with another. */
  sha256: string | null
  /** Called with the share of bytes that left, 0 to 1. */
  onSent: (share: number) => void
  signal: AbortSignal
}

/** Sends a work to the server. @throws ApiError for a refusal, NetworkError where no answer came. */
export type SendFile = (file: File, options: SendOptions) => Promise<UploadedFile>

/** Uploads with XMLHttpRequest: fetch() does not tell how many bytes have left. */
export const sendFile: SendFile = (file, { sha256, onSent, signal }) =>
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
        reject(failure instanceof Error ? failure : new Error('Unreadable answer', { cause: failure }))
      }
    })
    request.addEventListener('error', () => reject(new NetworkError(new Error('The upload was cut off'))))
    request.addEventListener('abort', () => reject(new DOMException('Removed', 'AbortError')))
    signal.addEventListener('abort', () => request.abort())

    const form = new FormData()
    if (sha256 !== null) form.append('sha256', sha256)
    form.append('file', file)
    request.send(form)
  })
