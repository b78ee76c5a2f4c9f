import type { DraftStatus } from '@priormark/core/drafts/draft-desk'
import type { RoundOutcome } from '@priormark/core/drafts/draft-sync'
import { connectionAfter, idleMs, retryDelayMs } from '@priormark/core/drafts/round-pace'

export interface SyncRunnerParts {
  run: () => Promise<RoundOutcome>
  counts: () => Pick<DraftStatus, 'waiting' | 'conflicts' | 'blocked'>
  onStatus: (status: DraftStatus) => void
  now?: () => Date
}

export type SyncRunner = ReturnType<typeof createSyncRunner>

/** Makes rounds by itself: at once when asked, again after a while, and with growing pauses while the server is away. */
export function createSyncRunner({ run, counts, onStatus, now = () => new Date() }: SyncRunnerParts) {
  let connection: DraftStatus['connection'] = 'offline'
  let syncedAt: string | null = null
  let failures = 0
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  function status(): DraftStatus {
    return { ...counts(), connection, syncedAt }
  }

  function again(delayMs: number): void {
    clearTimeout(timer)
    if (!isClosed) timer = setTimeout(() => void round(), delayMs)
  }

  async function round(): Promise<DraftStatus> {
    clearTimeout(timer)
    const before = status()
    const outcome = await run().catch((error: unknown) => {
      // What a round was about to write when its store was closed is asked for again at the next start.
      if (isClosed) return null
      throw error
    })
    if (outcome === null || isClosed) return before
    failures = outcome === 'later' ? failures + 1 : 0
    connection = connectionAfter[outcome]
    if (outcome === 'idle') syncedAt = now().toISOString()
    // Without a login there is nothing to try until somebody logs in, which asks for a round.
    if (outcome === 'idle') again(idleMs)
    if (outcome === 'later') again(retryDelayMs(failures, Math.random()))
    const told = status()
    onStatus(told)
    return told
  }

  return {
    status,
    /** Makes a round now. */
    round,
    /** Something changed here: tells so, and makes a round. */
    touch(): void {
      onStatus(status())
      void round()
    },
    close(): void {
      isClosed = true
      clearTimeout(timer)
    },
  }
}
