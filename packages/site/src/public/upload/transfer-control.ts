/** What a visitor can do to a running upload, and how its code follows. */
export interface TransferControl {
  /** Aborted when the file is removed. */
  removed: AbortSignal
  /** Returns the signal of the current attempt, which is aborted by a pause and by a removal. */
  attempt(): AbortSignal
  isPaused(): boolean
  /** Resolves when the upload is not paused, or removed. */
  whenRunning(): Promise<void>
  /** Resolves after a time, or earlier when the network is back or the visitor asks for another try. */
  whenWorthRetrying(waitMs: number): Promise<void>
  pause(): void
  /** Continues a paused upload, and lets a waiting one try again immediately. */
  resume(): void
}

/** Creates the control of one upload. @param removed aborted when the file is removed */
export function createTransferControl(removed: AbortSignal): TransferControl {
  let attempt = new AbortController()
  let isPaused = false
  let waiting: (() => void)[] = []

  function endWaits(): void {
    const ended = waiting
    waiting = []
    for (const resolve of ended) resolve()
  }

  const nextWaitEnd = () => new Promise<void>((resolve) => void waiting.push(resolve))

  removed.addEventListener('abort', () => {
    attempt.abort()
    endWaits()
  })

  return {
    removed,
    attempt: () => attempt.signal,
    isPaused: () => isPaused,

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
      attempt.abort()
      endWaits()
    },

    resume() {
      if (isPaused) attempt = new AbortController()
      isPaused = false
      endWaits()
    },
  }
}
