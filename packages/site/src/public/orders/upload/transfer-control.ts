/** The reason of an attempt that a pause, another try or a removal ended. */
export const cutOff = new Error('The attempt was cut off')

/** What a visitor can do to a running upload, and how its code follows. */
export interface TransferControl {
  /** Aborted when the file is removed. */
  removed: AbortSignal
  /** Runs an attempt. @throws `cutOff` if a pause, another try or a removal ended it, whatever error that caused */
  attempt<Result>(send: (signal: AbortSignal) => Promise<Result>): Promise<Result>
  /** Whether an attempt is running. */
  isSending(): boolean
  isPaused(): boolean
  /** Resolves when the upload is not paused, or removed. */
  whenRunning(): Promise<void>
  /** Resolves after a time, or earlier when the network is back or the visitor asks for another try. */
  whenWorthRetrying(waitMs: number): Promise<void>
  pause(): void
  /** Continues a paused upload, and lets one that waits or hangs try again immediately. */
  resume(): void
}

/** Creates the control of one upload. @param removed aborted when the file is removed */
export function createTransferControl(removed: AbortSignal): TransferControl {
  let running: AbortController | null = null
  let isPaused = false
  let waiting: (() => void)[] = []

  function endWaits(): void {
    const ended = waiting
    waiting = []
    for (const resolve of ended) resolve()
  }

  const nextWaitEnd = () => new Promise<void>((resolve) => void waiting.push(resolve))

  function endAttempt(): void {
    running?.abort(cutOff)
    endWaits()
  }

  removed.addEventListener('abort', endAttempt)

  return {
    removed,
    isSending: () => running !== null,
    isPaused: () => isPaused,

    async attempt(send) {
      const attempt = new AbortController()
      running = attempt
      try {
        return await send(attempt.signal)
      } catch (failure) {
        throw attempt.signal.aborted ? cutOff : failure
      } finally {
        running = null
      }
    },

    async whenRunning() {
      while (isPaused && !removed.aborted) await nextWaitEnd()
    },

    async whenWorthRetrying(waitMs) {
      const timer = setTimeout(endWaits, waitMs)
      globalThis.addEventListener?.('online', endWaits)
      await nextWaitEnd()
      clearTimeout(timer)
      globalThis.removeEventListener?.('online', endWaits)
    },

    pause() {
      isPaused = true
      endAttempt()
    },

    resume() {
      isPaused = false
      endAttempt()
    },
  }
}

/** After this long without a byte the server is asked. With the time it may take, a lost connection shows within ten seconds. */
const silentMs = 4_000
const probeLimitMs = 5_000

/** Whether the server responds at all. Never rejects. */
export type ProbeServer = () => Promise<boolean>

/** Notices a lost connection under a request that hangs, because browsers report it only after minutes. */
interface SilenceWatch {
  /** Call it when bytes were sent, or a request began. */
  noteProgress(): void
  /** Call it many times a second while a request runs. */
  check(): void
}

/**
 * @param onLost called when nothing moves and the server does not respond
 * @param onBack called when it responds again, and still nothing moves: the request hangs in a dead connection
 */
export function createSilenceWatch(
  probe: ProbeServer,
  { onLost, onBack }: { onLost: () => void; onBack: () => void },
): SilenceWatch {
  let movedMs = performance.now()
  let checkedMs = movedMs
  let isProbing = false
  let isLost = false

  async function ask(): Promise<void> {
    isProbing = true
    const movedBefore = movedMs
    const isReached = await probe()
    isProbing = false
    checkedMs = performance.now()
    if (movedMs !== movedBefore) return
    if (!isReached) {
      isLost = true
      onLost()
    } else if (isLost) {
      isLost = false
      onBack()
    }
  }

  return {
    noteProgress() {
      movedMs = performance.now()
      isLost = false
    },
    check() {
      const quietMs = performance.now() - Math.max(movedMs, isLost ? 0 : checkedMs)
      if (!isProbing && quietMs >= silentMs) void ask()
    },
  }
}

/** Asks for as little as possible. Any response will do. */
export const probeServer: ProbeServer = () =>
  fetch('/api/health', { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(probeLimitMs) }).then(
    () => true,
    () => false,
  )
