/** The error of an attempt that a pause, another try or a removal ended. */
export const cutOffError = new Error('The attempt was cut off')

export type TransferControl = ReturnType<typeof createTransferControl>

/** Pauses, resumes and repeats a running upload. @param removed aborted when the file is removed */
export function createTransferControl(removed: AbortSignal) {
  let runningAttempt: AbortController | null = null
  let isPaused = false
  let pendingWaits: (() => void)[] = []

  function endWaits(): void {
    const endedWaits = pendingWaits
    pendingWaits = []
    for (const resolve of endedWaits) resolve()
  }

  const nextWaitEnd = () => new Promise<void>((resolve) => void pendingWaits.push(resolve))

  function endAttempt(): void {
    runningAttempt?.abort(cutOffError)
    endWaits()
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
      const timer = setTimeout(endWaits, waitMs)
      globalThis.addEventListener?.('online', endWaits)
      await nextWaitEnd()
      clearTimeout(timer)
      globalThis.removeEventListener?.('online', endWaits)
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

/** After this long without a byte, the server is probed. With the probe's timeout, a lost connection shows within ten seconds. */
const maxSilenceMs = 4_000
const probeTimeoutMs = 5_000

/** Whether the server responds at all. Never rejects. */
export type ProbeServer = () => Promise<boolean>

/**
 * Notices a lost connection while a request hangs, because browsers report it only after minutes.
 * @param onLost called when nothing moves and the server does not respond
 * @param onRecovered called when it responds again, and still nothing moves: the request hangs in a dead connection
 */
export function createSilenceWatch(
  probe: ProbeServer,
  { onLost, onRecovered }: { onLost: () => void; onRecovered: () => void },
) {
  let lastProgressMs = performance.now()
  let lastProbeMs = lastProgressMs
  let isProbing = false
  let isLost = false

  async function runProbe(): Promise<void> {
    isProbing = true
    const progressBeforeMs = lastProgressMs
    const isReached = await probe()
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

/** Any response counts. */
export const probeServer: ProbeServer = () =>
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
