import { ApiError } from '@priormark/core/platform/http/api-error'
import { createClient, type Client, type Fetch } from '@priormark/core/platform/http/client'
import { uploadEndpoints, type UploadedFile } from '@priormark/core/orders/uploads/endpoints'
import { areCookiesBlocked, client, CookiesBlocked } from '../../../ui/site-client.ts'

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
export type SendAttempt = (options: AttemptOptions) => Promise<UploadedFile>

/**
 * Prepares the transfer of a file: a small one whole, a larger one in parts. The server rejects a file that arrives with a different
 * fingerprint, which is null if it is unknown.
 */
export function openTransfer(file: File, sha256: string | null): SendAttempt {
  if (file.size <= wholeFileBytes) {
    return ({ signal, onSent }) => {
      const form = new FormData()
      if (sha256 !== null) form.append('sha256', sha256)
      // A quotation mark in the file name of a multipart body becomes %22.
      form.append('fileName', file.name)
      form.append('file', file)
      return clientWithProgress({ signal, onSent })
        .call(uploadEndpoints.upload, { form })
        .catch(reportStoredBytes(onSent, 0))
        .then(requireCookie)
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
      const partClient = clientWithProgress({
        signal,
        onSent: (bytes) => onSent(offset + Math.min(bytes, part.size)),
      })
      const progress = await partClient
        .call(uploadEndpoints.addPart, { params, query: { offset }, form })
        .catch(reportStoredBytes(onSent, offset))
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
  if (!hasAcceptedCookie && (await areCookiesBlocked())) throw new CookiesBlocked()
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

/** Creates a client that reports how many bytes were sent. It uses XMLHttpRequest because fetch() does not. */
function clientWithProgress({ signal, onSent }: Pick<AttemptOptions, 'signal' | 'onSent'>): Client {
  const send: Fetch = (url, { method, headers, body }) =>
    new Promise((resolve, reject) => {
      signal.throwIfAborted()
      const request = new XMLHttpRequest()
      request.open(method, url)
      for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
      request.upload.addEventListener('progress', ({ loaded }) => onSent(loaded))
      request.addEventListener('load', () => {
        const { status, statusText, responseText } = request
        resolve(new Response(responseText, { status, statusText }))
      })
      request.addEventListener('error', () => reject(new Error('The upload was interrupted')))
      request.addEventListener('abort', () => reject(signal.reason))
      signal.addEventListener('abort', () => request.abort(), { once: true })
      request.send(body)
    })
  return createClient({ fetch: send })
}

/** After this long without a byte, the server is probed. With the probe's timeout, a lost connection shows within ten seconds. */
const maxSilenceMs = 4_000
const probeTimeoutMs = 5_000

/**
 * Notices a lost connection while a request hangs, because browsers report it only after minutes.
 * @param onLost called when nothing moves and the server does not respond
 * @param onRecovered called when it responds again, and still nothing moves: the request hangs in a dead connection
 */
export function createSilenceWatch({ onLost, onRecovered }: { onLost: () => void; onRecovered: () => void }) {
  let lastProgressMs = performance.now()
  let lastProbeMs = lastProgressMs
  let isProbing = false
  let isLost = false

  async function runProbe(): Promise<void> {
    isProbing = true
    const progressBeforeMs = lastProgressMs
    const isReached = await probeServer()
    isProbing = false
    lastProbeMs = performance.now()
    if (lastProgressMs !== progressBeforeMs) return
    if (!isReached) {
      isLost = true
      onLost()
    } else if (isLost) {
      isLost = false
      onRecovered()
    }
  }

  return {
    /** Call it when bytes were sent, or a request began. */
    noteProgress(): void {
      lastProgressMs = performance.now()
      isLost = false
    },
    /** Call it many times a second while a request runs. */
    check(): void {
      const silenceMs = performance.now() - Math.max(lastProgressMs, isLost ? 0 : lastProbeMs)
      if (!isProbing && silenceMs >= maxSilenceMs) void runProbe()
    },
  }
}

/** Whether the server responds at all; any response counts. Never rejects. */
const probeServer = () =>
  fetch('/api/health', {
    method: 'HEAD',
    cache: 'no-store',
    signal: AbortSignal.timeout(probeTimeoutMs),
  }).then(
    () => true,
    () => false,
  )

/** The progress bar: points per step, the length of a step, and the limit before the response. */
const stepPoints = 5
export const stepMs = 100
const maxPercentBeforeResponse = 90

/** Speed is measured over the last seconds: long enough to be steady, short enough to follow a changed network. */
const rateWindowMs = 8_000
const minRateWindowMs = 1_500

/** Measures the speed of an upload. */
export function createRateMeter() {
  let samples: { sentBytes: number; atMs: number }[] = []
  return {
    /** @param sentBytes all bytes sent so far @param nowMs by a monotonic clock */
    add(sentBytes: number, nowMs: number): void {
      samples = [...samples.filter(({ atMs }) => nowMs - atMs <= rateWindowMs), { sentBytes, atMs: nowMs }]
    },
    /** Returns the speed in bytes per second; null until it is known. */
    bytesPerSecond(): number | null {
      const [first, last] = [samples.at(0), samples.at(-1)]
      if (first === undefined || last === undefined || last.atMs - first.atMs < minRateWindowMs) return null
      return (1_000 * (last.sentBytes - first.sentBytes)) / (last.atMs - first.atMs)
    },
    /** Starts over, as after a pause. */
    reset: () => void (samples = []),
  }
}

const kilobyte = 1024
const megabyte = 1024 * kilobyte

/** Returns how much of a file was sent, in the unit of its whole size: '12 of 47 MB'. Never says more than was sent. */
export function sentText(sentBytes: number, totalBytes: number): string {
  const [unit, name] =
    totalBytes >= megabyte ? [megabyte, 'MB'] : totalBytes >= kilobyte ? [kilobyte, 'KB'] : [1, 'bytes']
  const digits = totalBytes / unit < 10 && unit > 1 ? 1 : 0
  const roundedDown = (bytes: number) =>
    (Math.floor((bytes / unit) * 10 ** digits) / 10 ** digits).toFixed(digits)
  return `${roundedDown(Math.min(sentBytes, totalBytes))} of ${roundedDown(totalBytes)} ${name}`
}

function speedText(bytesPerSecond: number): string {
  return bytesPerSecond >= megabyte
    ? `${(bytesPerSecond / megabyte).toFixed(1)} MB/s`
    : `${Math.max(1, Math.round(bytesPerSecond / kilobyte))} KB/s`
}

function timeLeftText(seconds: number): string {
  if (seconds < 10) return 'a few seconds left'
  if (seconds < 55) return `about ${Math.ceil(seconds / 10) * 10} s left`
  const minutes = Math.ceil(seconds / 60)
  return minutes < 60 ? `about ${minutes} min left` : `about ${Math.round(minutes / 60)} h left`
}

/** 'waiting': the connection is lost; the upload continues automatically. */
export type TransferStatus = 'sending' | 'paused' | 'waiting'

/** Such as '12 of 47 MB, 210 KB/s, about 4 min left'. @param speed in bytes per second; null while it is unknown */
export function transferText({
  status,
  sentBytes,
  fileSize,
  speed,
}: {
  status: TransferStatus
  sentBytes: number
  fileSize: number
  speed: number | null
}): string {
  const progressText = sentText(sentBytes, fileSize)
  if (status === 'paused') return `Paused at ${progressText}`
  if (status === 'waiting') return `Connection lost at ${progressText}. The upload continues automatically.`
  if (speed === null || speed <= 0) return progressText
  return `${progressText}, ${speedText(speed)}, ${timeLeftText((fileSize - sentBytes) / speed)}`
}

/**
 * Returns the position of the progress bar before the server responds, in percent: never faster than 5 points every
 * 100 ms, never past 90 (both as the specification says), never ahead of the share of bytes sent.
 * @param sentShare 0 to 1
 */
export function uploadProgress(elapsedMs: number, sentShare: number): number {
  const ramp = Math.floor(elapsedMs / stepMs) * stepPoints
  return Math.max(0, Math.min(ramp, maxPercentBeforeResponse, Math.floor(sentShare * 100)))
}
