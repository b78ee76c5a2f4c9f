import { ApiError, NetworkError, messageOf } from '@priormark/core/platform/http/api-error'
import type { UploadedFile } from '@priormark/core/orders/uploads/endpoints'
import { CookiesBlocked } from '../../../ui/site-client.ts'
import type { HashingOptions } from '../../platform/hashing/blob-hashes.ts'
import { hashFile } from '../../platform/hashing/hash-file.ts'
import {
  createRateMeter,
  createSilenceWatch,
  openTransfer,
  sentText,
  stepMs,
  transferText,
  uploadProgress,
  wholeFileBytes,
  type SendAttempt,
  type TransferStatus,
} from './transfer.ts'

/**
 * The fingerprint as far as this browser has computed it. `share`: the hashed share, 0 to 1. 'unknown': the browser cannot hash.
 */
export type LocalFingerprint =
  | { kind: 'computing'; share: number }
  | { kind: 'computed'; sha256: string }
  | { kind: 'unknown' }

/** What a visitor sees of a running upload. */
export interface UploadView {
  /** In percent. */
  progress: number
  fingerprint: LocalFingerprint
  status: TransferStatus
  /** Such as '12 of 47 MB, 210 KB/s, about 4 min left'; empty while hashing. */
  text: string
  /** The file is sent in parts, so a pause loses nothing. */
  canPause: boolean
}

interface UploaderOptions {
  show: (view: UploadView) => void
  /** Aborted when the file is removed. */
  removed: AbortSignal
  /** For a failed upload without a message from the server. */
  fallbackMessage: string
}

/** The stored file, or a message for the visitor. */
type UploadOutcome = { file: UploadedFile } | { message: string }

/** An upload that has started. `ended` never rejects. */
export interface RunningUpload extends Pick<TransferControl, 'pause' | 'resume'> {
  ended: Promise<UploadOutcome>
}

/** Starts the upload of one file. */
export type Uploader = (file: File, options: UploaderOptions) => RunningUpload

/** The delays before each attempt after a lost connection; the last one repeats for as long as the visitor waits. */
const retryDelaysMs = [1_000, 2_000, 4_000, 8_000, 15_000] as const

/**
 * After a lost connection, the server may still be busy with the earlier request, or restart. So many refusals in a row are
 * retried then; any other refusal ends the upload at once.
 */
const maxRefusalsAfterLoss = 6
const retriedStatuses: readonly number[] = [409, 502, 503, 504]

/** Starts an upload that computes the fingerprint first, then sends the file together with it. */
export const startUpload: Uploader = (file, { show, removed, fallbackMessage }) => {
  const control = createTransferControl(removed)
  const ended = upload(file, show, control).then(
    (uploaded) => ({ file: uploaded }),
    (failure: unknown) => ({
      message: failure instanceof CookiesBlocked ? failure.message : messageOf(failure, fallbackMessage),
    }),
  )
  return { ended, pause: control.pause, resume: control.resume }
}

async function upload(
  file: File,
  show: UploaderOptions['show'],
  control: TransferControl,
): Promise<UploadedFile> {
  const canPause = file.size > wholeFileBytes
  const sha256 = await computeFingerprint(file, {
    signal: control.removed,
    onProgress: (share) =>
      show({
        progress: 0,
        fingerprint: { kind: 'computing', share },
        status: 'sending',
        text: '',
        canPause: false,
      }),
  })
  control.removed.throwIfAborted()
  const fingerprint: LocalFingerprint = sha256 === null ? { kind: 'unknown' } : { kind: 'computed', sha256 }

  // The bar starts with sending: otherwise it would stand still while hashing and then run to catch up.
  const startedMs = performance.now()
  const rateMeter = createRateMeter()
  let sentBytes = 0
  let isLost = false
  const silenceWatch = createSilenceWatch({
    onLost: () => (isLost = true),
    onRecovered: () => {
      if (control.isSending()) control.resume()
    },
  })
  const showSent = () => {
    const nowMs = performance.now()
    const status = control.isPaused() ? 'paused' : isLost ? 'waiting' : 'sending'
    if (status === 'sending') rateMeter.add(sentBytes, nowMs)
    else rateMeter.reset()
    show({
      progress: uploadProgress(nowMs - startedMs, sentBytes / file.size),
      fingerprint,
      status,
      text: transferText({ status, sentBytes, fileSize: file.size, speed: rateMeter.bytesPerSecond() }),
      canPause,
    })
  }
  showSent()
  const ticker = setInterval(() => {
    if (control.isSending()) silenceWatch.check()
    showSent()
  }, stepMs)
  try {
    const uploaded = await sendUntilStored(file, openTransfer(file, sha256), control, {
      onSent: (bytes) => {
        if (bytes > sentBytes) isLost = false
        sentBytes = bytes
        silenceWatch.noteProgress()
      },
      onLost: () => (isLost = true),
    })
    clearInterval(ticker)
    control.removed.throwIfAborted()
    const text = sentText(file.size, file.size)
    show({ progress: 100, fingerprint, status: 'sending', text, canPause: false })
    // Long enough for a full bar to be seen.
    await new Promise((resolve) => setTimeout(resolve, stepMs))
    return uploaded
  } finally {
    clearInterval(ticker)
  }
}

/** The error of an attempt that a pause, another try or a removal ended. */
const cutOffError = new Error('The attempt was cut off')

type TransferControl = ReturnType<typeof createTransferControl>

/** Pauses, resumes and repeats a running upload. @param removed aborted when the file is removed */
function createTransferControl(removed: AbortSignal) {
  let runningAttempt: AbortController | null = null
  let isPaused = false
  let resolveWait = () => {}
  const endWait = () => resolveWait()
  const nextWaitEnd = () => new Promise<void>((resolve) => void (resolveWait = resolve))

  function endAttempt(): void {
    runningAttempt?.abort(cutOffError)
    endWait()
  }

  removed.addEventListener('abort', endAttempt)

  return {
    removed,
    /** Whether an attempt is running. */
    isSending: () => runningAttempt !== null,
    isPaused: () => isPaused,

    /** Runs an attempt. @throws `cutOffError` if a pause, another try or a removal ended it, whatever error that caused */
    async attempt<Result>(send: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
      const attempt = new AbortController()
      runningAttempt = attempt
      try {
        return await send(attempt.signal)
      } catch (failure) {
        throw attempt.signal.aborted ? cutOffError : failure
      } finally {
        runningAttempt = null
      }
    },

    /** Resolves once the upload is not paused, or its file is removed. */
    async whenRunning(): Promise<void> {
      while (isPaused && !removed.aborted) await nextWaitEnd()
    },

    /** Resolves after a time, or earlier when the network is back or the visitor asks for another try. */
    async whenWorthRetrying(waitMs: number): Promise<void> {
      const timer = setTimeout(endWait, waitMs)
      globalThis.addEventListener?.('online', endWait)
      await nextWaitEnd()
      clearTimeout(timer)
      globalThis.removeEventListener?.('online', endWait)
    },

    pause(): void {
      isPaused = true
      endAttempt()
    },

    /** Continues a paused upload, and lets one that waits or hangs try again immediately. */
    resume(): void {
      isPaused = false
      endAttempt()
    },
  }
}

/** Repeats attempts across pauses and lost connections. @throws an error that no further attempt would avoid */
async function sendUntilStored(
  file: File,
  send: SendAttempt,
  control: TransferControl,
  { onSent, onLost }: { onSent: (bytes: number) => void; onLost: () => void },
): Promise<UploadedFile> {
  let failures = 0
  /** How many more refusals may be the consequence of an attempt that was cut off. */
  let refusalsLeft = 0
  for (;;) {
    await control.whenRunning()
    control.removed.throwIfAborted()
    let sentInAttempt = 0
    try {
      return await control.attempt((signal) =>
        send({
          signal,
          onSent: (bytes) => {
            // The first report is what earlier attempts sent.
            if (sentInAttempt > 0 && bytes > sentInAttempt) failures = 0
            sentInAttempt = bytes
            onSent(bytes)
          },
          onStored: () => (refusalsLeft = 0),
        }),
      )
    } catch (failure) {
      control.removed.throwIfAborted()
      if (failure === cutOffError) {
        refusalsLeft = maxRefusalsAfterLoss
        continue
      }
      failures += 1
      if (isLostConnection(failure)) {
        // Browsers report a file that was changed or moved like a lost connection. Reading it throws the real error.
        await file.slice(0, 1).arrayBuffer()
        refusalsLeft = maxRefusalsAfterLoss
      } else if (isRefusalAfterLoss(failure) && refusalsLeft > 0) refusalsLeft -= 1
      else throw failure
      onLost()
      await control.whenWorthRetrying(retryDelaysMs[Math.min(failures, retryDelaysMs.length) - 1] ?? 0)
    }
  }
}

/** Whether there was no response, or the server timed out while it waited for the rest of the request. */
function isLostConnection(failure: unknown): boolean {
  return failure instanceof NetworkError || (failure instanceof ApiError && failure.status === 408)
}

function isRefusalAfterLoss(failure: unknown): boolean {
  return failure instanceof ApiError && retriedStatuses.includes(failure.status)
}

/**
 * Returns the SHA-256 of a file in hex. Without workers or WebAssembly it is null: the server computes it as well. It is also null
 * for a file that cannot be read; its upload then reports the failure.
 */
async function computeFingerprint(file: File, options: HashingOptions): Promise<string | null> {
  try {
    return await hashFile(file, options)
  } catch {
    return null
  }
}
