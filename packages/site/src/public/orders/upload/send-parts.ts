import { ApiError, NetworkError } from '@priormark/core/platform/http/api-error'
import { parseReply } from '@priormark/core/platform/http/client'
import { endpointPath, type CallReply, type EndpointSpec } from '@priormark/core/platform/http/endpoint'
import { uploadEndpoints, type UploadedFile } from '@priormark/core/orders/uploads/endpoints'
import { areCookiesBlocked, CookiesBlocked } from '../../../ui/blocked-cookies.ts'
import { client } from '../../platform/api.ts'

/** Files up to this size are sent whole. The first part of a larger file has this size. */
export const wholeFileBytes = 1024 * 1024

/** How long sending a part should take: short, so that a lost connection costs little, but long enough for few requests. */
const partMs = 4_000
const partBytesRange = { min: 256 * 1024, max: 8 * 1024 * 1024 }

export interface AttemptOptions {
  signal: AbortSignal
  /** Called with how many bytes of the file were sent, in all attempts. */
  onSent: (bytes: number) => void
  /** Called when the server has stored a part. */
  onStored: () => void
}

/**
 * Sends what the server does not have yet. @throws ApiError for an error response, NetworkError if there is no response. Then
 * another attempt continues.
 */
type SendAttempt = (options: AttemptOptions) => Promise<UploadedFile>

/** Prepares the transfer of a file. The server rejects a file that arrives with a different fingerprint, which is null if it is unknown. */
export type OpenTransfer = (file: File, sha256: string | null) => SendAttempt

/** Sends a small file whole, and a larger one in parts. */
export const openTransfer: OpenTransfer = (file, sha256) => {
  if (file.size <= wholeFileBytes) {
    return ({ signal, onSent }) => {
      const form = new FormData()
      if (sha256 !== null) form.append('sha256', sha256)
      // A quotation mark in the file name of a multipart body becomes %22.
      form.append('fileName', file.name)
      form.append('file', file)
      const reply = postForm(uploadEndpoints.upload, {}, form, { signal, onSent }).catch(
        reportStoredBytes(onSent, 0),
      )
      return reply.then(requireCookie)
    }
  }

  let uploadId: string | null = null
  let sentBytes = 0
  let partBytes = wholeFileBytes

  /** Returns where to continue. The server deletes abandoned uploads; then the file is sent again. */
  async function findStart(signal: AbortSignal): Promise<number> {
    if (uploadId !== null) {
      try {
        const { receivedBytes } = await client.call(
          uploadEndpoints.progress,
          { params: { id: uploadId } },
          { signal },
        )
        return receivedBytes
      } catch (failure) {
        if (!(failure instanceof ApiError && failure.code === 'not_found')) throw failure
      }
    }
    const body = { fileName: file.name, fileSize: file.size, sha256 }
    const newUpload = await client.call(uploadEndpoints.start, { body }, { signal }).then(requireCookie)
    uploadId = newUpload.uploadId
    return newUpload.receivedBytes
  }

  return async ({ signal, onSent, onStored }) => {
    // When everything was sent, the last response was lost: finishing again returns it.
    if (uploadId === null || sentBytes < file.size) sentBytes = await findStart(signal)
    onSent(sentBytes)
    const params = { id: uploadId ?? '' }
    while (sentBytes < file.size) {
      const offset = sentBytes
      const part = file.slice(offset, offset + partBytes)
      const form = new FormData()
      form.append('file', part)
      // A part is smaller after a failure, so that something gets through a network that cuts every connection.
      partBytes = Math.max(partBytesRange.min, Math.floor(part.size / 2))
      const startedMs = performance.now()
      const progress = await postForm(uploadEndpoints.addPart, { params, query: { offset } }, form, {
        signal,
        onSent: (bytes) => onSent(offset + Math.min(bytes, part.size)),
      }).catch(reportStoredBytes(onSent, offset))
      partBytes = nextPartBytes(part.size, performance.now() - startedMs)
      sentBytes = progress.receivedBytes
      onSent(sentBytes)
      onStored()
    }
    return client.call(uploadEndpoints.finish, { params }, { signal })
  }
}

/** Whether the browser is known to accept cookies; checked once for all uploads of the page. */
let hasAcceptedCookie = false

/**
 * Returns the first response, which sets the cookie that an upload belongs to. Without the cookie no order can be placed, so
 * the customer must not fill in the form. @throws CookiesBlocked
 */
async function requireCookie<Reply>(reply: Reply): Promise<Reply> {
  if (!hasAcceptedCookie && (await areCookiesBlocked(client))) throw new CookiesBlocked()
  hasAcceptedCookie = true
  return reply
}

/** Returns a failure handler that reports only the bytes that the server has stored. */
function reportStoredBytes(
  onSent: (bytes: number) => void,
  storedBytes: number,
): (failure: unknown) => never {
  return (failure) => {
    onSent(storedBytes)
    throw failure
  }
}

/** Returns the size of the next part, from how long the last one took. */
export function nextPartBytes(bytes: number, elapsedMs: number): number {
  const targetBytes = Math.round((bytes / Math.max(elapsedMs, 1)) * partMs)
  // At most twice as much at once, since one part says little about the next.
  return Math.max(partBytesRange.min, Math.min(partBytesRange.max, targetBytes, 2 * bytes))
}

/** Uses XMLHttpRequest because fetch() does not report how many bytes were sent. */
function postForm<E extends EndpointSpec>(
  spec: E,
  parameters: { params?: Record<string, string>; query?: object },
  form: FormData,
  { signal, onSent }: Pick<AttemptOptions, 'signal' | 'onSent'>,
): Promise<CallReply<E>> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const request = new XMLHttpRequest()
    request.open(spec.method, endpointPath(spec, parameters))
    request.setRequestHeader('accept', 'application/json')
    request.upload.addEventListener('progress', ({ loaded }) => onSent(loaded))
    request.addEventListener('load', () => {
      const { status, responseText, statusText } = request
      if (status < 200 || status > 299) return reject(new ApiError(status, responseText, statusText))
      try {
        resolve(parseReply(spec, responseText))
      } catch (failure) {
        reject(failure instanceof Error ? failure : new Error('Unreadable response', { cause: failure }))
      }
    })
    request.addEventListener('error', () => reject(new NetworkError(new Error('The upload was interrupted'))))
    request.addEventListener('abort', () => reject(new DOMException('Stopped', 'AbortError')))
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(form)
  })
}
