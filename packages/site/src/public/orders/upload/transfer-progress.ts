/** The progress bar: points per step, the length of a step, and the limit before the response. */
const stepPoints = 5
export const stepMs = 100
const maxPercentBeforeResponse = 90

/** Speed is measured over the last seconds: long enough to be steady, short enough to follow a changed network. */
const windowMs = 8_000
const minimumMs = 1_500

/** Measures how fast bytes leave. */
interface RateMeter {
  /** @param sentBytes in all, at `nowMs` of a monotonic clock */
  add(sentBytes: number, nowMs: number): void
  /** Returns the speed in bytes per second; null until it is known. */
  bytesPerSecond(): number | null
  /** Starts over, as after a pause. */
  reset(): void
}

export function createRateMeter(): RateMeter {
  let samples: { sentBytes: number; atMs: number }[] = []
  return {
    add(sentBytes, nowMs) {
      samples = [...samples.filter(({ atMs }) => nowMs - atMs <= windowMs), { sentBytes, atMs: nowMs }]
    },
    bytesPerSecond() {
      const [first, last] = [samples.at(0), samples.at(-1)]
      if (first === undefined || last === undefined || last.atMs - first.atMs < minimumMs) return null
      return (1_000 * (last.sentBytes - first.sentBytes)) / (last.atMs - first.atMs)
    },
    reset: () => void (samples = []),
  }
}

const kilobyte = 1024
const megabyte = 1024 * kilobyte

/** Returns how much of a file was sent, in the unit of the whole: '12 of 47 MB'. Never says more than was sent. */
export function sentText(sentBytes: number, totalBytes: number): string {
  const [unit, name] =
    totalBytes >= megabyte ? [megabyte, 'MB'] : totalBytes >= kilobyte ? [kilobyte, 'KB'] : [1, 'bytes']
  const digits = totalBytes / unit < 10 && unit > 1 ? 1 : 0
  const rounded = (bytes: number) =>
    (Math.floor((bytes / unit) * 10 ** digits) / 10 ** digits).toFixed(digits)
  return `${rounded(Math.min(sentBytes, totalBytes))} of ${rounded(totalBytes)} ${name}`
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
  const sent = sentText(sentBytes, fileSize)
  if (status === 'paused') return `Paused at ${sent}`
  if (status === 'waiting') return `Connection lost at ${sent}. The upload continues automatically.`
  if (speed === null || speed <= 0) return sent
  return `${sent}, ${speedText(speed)}, ${timeLeftText((fileSize - sentBytes) / speed)}`
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
