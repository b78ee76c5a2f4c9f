import type { DraftStatus, DraftSummary } from '@priormark/core/drafts/draft-desk'
import type { RoundOutcome } from '@priormark/core/drafts/draft-sync'
import { connectionAfter, idleMs, isTriedAgain, retryDelayMs } from '@priormark/core/drafts/round-pace'

export interface SyncRunnerParts {
  run: () => Promise<RoundOutcome>
  summary: () => DraftSummary
  onStatus: (status: DraftStatus) => void
}

export type SyncRunner = ReturnType<typeof createSyncRunner>

/** Makes rounds by itself: at once when asked, again after a while, and with growing pauses while the server is away or breaks. */
export function createSyncRunner({ run, summary, onStatus }: SyncRunnerParts) {
  let connection: DraftStatus['connection'] = 'offline'
  let failures = 0
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  function status(): DraftStatus {
    return { ...summary(), connection }
  }

  function again(delayMs: number): void {
    clearTimeout(timer)
    if (!isClosed) timer = setTimeout(() => void round(), delayMs)
  }

  async function round(): Promise<DraftStatus> {
    clearTimeout(timer)
    const before = status()
    // A store that was closed meanwhile, or a disk that is full for now: what was not written is asked for again.
    const outcome = await run().catch((): RoundOutcome => 'later')
    if (isClosed) return before
    failures = isTriedAgain(outcome) ? failures + 1 : 0
    connection = connectionAfter[outcome]
    // Without a login there is nothing to try until somebody logs in, which asks for a round.
    if (outcome === 'idle') again(idleMs)
    if (isTriedAgain(outcome)) again(retryDelayMs(failures, Math.random()))
    const told = status()
    onStatus(told)
    return told
  }

  return {
    status,
    /** Makes a round now. */
    round,
    /**
     * Makes a round now, since somebody asks or the network seems to be back. Where it fails, pauses begin anew: the first call
     * may come a moment too early.
     */
    wake(): Promise<DraftStatus> {
      failures = 0
      return round()
    },
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
