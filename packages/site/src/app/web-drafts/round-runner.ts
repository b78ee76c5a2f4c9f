import type { DraftStatus, DraftSummary } from '@priormark/core/drafts/draft-desk'
import type { RoundOutcome } from '@priormark/core/drafts/draft-sync'
import {
  connectionAfter,
  idleMs,
  isReached,
  isTriedAgain,
  retryDelayMs,
} from '@priormark/core/drafts/round-pace'
import type { DraftTabs, TabNews } from './draft-tabs.ts'

/** How long a change may be under way before it is told that it waits, in milliseconds: what goes out at once is no news. */
const quietMs = 1_000

interface RunnerParts {
  /** One round, made by this tab. */
  run: () => Promise<RoundOutcome>
  summary: () => Promise<DraftSummary>
  tabs: Pick<DraftTabs, 'alone' | 'tell'>
  onStatus: (status: DraftStatus) => void
  /** What is held of the network before the first round. */
  isOnline: boolean
}

export type RoundRunner = ReturnType<typeof createRoundRunner>

/**
 * Makes rounds by itself: at once when asked, again after a while, and with growing pauses while the server is away or breaks. Of
 * several tabs one makes a round at a time, and the others go by what it tells.
 */
export function createRoundRunner(parts: RunnerParts) {
  const { run, summary, tabs, onStatus, isOnline } = parts
  let connection: DraftStatus['connection'] = isOnline ? 'online' : 'offline'
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let isClosed = false
  /** The round that has not begun: whoever asks now is served by it. */
  let next: Promise<DraftStatus> | null = null
  let telling: Promise<unknown> = Promise.resolve()

  async function status(): Promise<DraftStatus> {
    return { ...(await summary()), connection }
  }

  /** States are told in the order in which they came about. */
  function tellHere(): Promise<DraftStatus> {
    const told = telling.then(async () => {
      const current = await status()
      if (!isClosed) onStatus(current)
      return current
    })
    telling = told.catch(() => undefined)
    return told
  }

  function again(delayMs: number): void {
    clearTimeout(timer)
    if (!isClosed) timer = setTimeout(() => void round().catch(() => undefined), delayMs)
  }

  function settle(outcome: RoundOutcome): void {
    failures = isTriedAgain(outcome) ? failures + 1 : 0
    connection = connectionAfter[outcome]
    clearTimeout(timer)
    // Without a login there is nothing to try until somebody logs in, which asks for a round.
    if (outcome === 'idle') again(idleMs)
    if (isTriedAgain(outcome)) again(retryDelayMs(failures, Math.random()))
  }

  async function makeRound(): Promise<DraftStatus> {
    // A turn later `next` is this round, whenever the lock is given.
    await Promise.resolve()
    const begin = () => {
      next = null
      return run()
    }
    const outcome = await tabs.alone(begin).catch((): RoundOutcome => {
      // The browser's own storage failed; that may pass too.
      next = null
      return 'later'
    })
    settle(outcome)
    tabs.tell({ connection })
    return tellHere()
  }

  function round(): Promise<DraftStatus> {
    next ??= makeRound()
    return next
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
    /** Something changed here: makes a round, and tells here and to the other tabs that something waits, unless it is sent at once. */
    touch(): void {
      const tellAll = () => {
        if (isClosed) return
        tabs.tell('changed')
        void tellHere().catch(() => undefined)
      }
      const told = setTimeout(tellAll, isReached(connection) ? quietMs : 0)
      void round()
        .catch(() => undefined)
        .finally(() => clearTimeout(told))
    },
    /** Another tab told something. */
    hear(news: TabNews): void {
      if (news !== 'changed') {
        connection = news.connection
        failures = 0
        // It asks the server as often as this tab would.
        if (connection === 'unauthenticated') clearTimeout(timer)
        else again(idleMs)
      }
      void tellHere().catch(() => undefined)
    },
    close(): void {
      isClosed = true
      clearTimeout(timer)
    },
  }
}
