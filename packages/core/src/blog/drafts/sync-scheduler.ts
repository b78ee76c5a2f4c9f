import { isReached, type DraftStatus, type DraftSummary } from './draft-service.ts'
import type { SyncOutcome } from './draft-sync.ts'

/** How long a change may take to be sent before listeners are notified that it is waiting, in milliseconds. */
const quietMs = 1_000

/** How often changes are fetched while the server responds, in milliseconds. */
const idleMs = 60_000

/** The delay after the first failed sync cycle, doubled after every further failure, in milliseconds. */
const firstRetryMs = 1_000
const longestRetryMs = 300_000

/** The connection's state after a sync cycle, by its outcome. */
const connectionAfter = {
  idle: 'online',
  broken: 'failing',
  busy: 'failing',
  later: 'offline',
  unauthenticated: 'unauthenticated',
} as const satisfies Record<SyncOutcome, DraftStatus['connection']>

/** The timers of the platform; `globalThis` has them. */
export interface Clock {
  setTimeout(callback: () => void, delayMs: number): unknown
  clearTimeout(timer: unknown): void
}

/** A message between windows of the same user: how a sync cycle ended, or that a draft changed. */
type WindowMessage = Pick<DraftStatus, 'connection'> | 'changed'

/** Lets the windows of one user take turns and exchange messages. */
export interface WindowLock {
  /** Runs the work while no other window runs its own. */
  runExclusively<Result>(work: () => Promise<Result>): Promise<Result>
  broadcast(message: WindowMessage): void
  /** Calls the listener with what other windows broadcast. */
  onMessage(listener: (message: WindowMessage) => void): void
  close(): void
}

/** The lock of a store that only one process uses. */
export const soleWindow: WindowLock = {
  runExclusively: (work) => work(),
  broadcast: () => undefined,
  onMessage: () => undefined,
  close: () => undefined,
}

interface SchedulerDeps {
  syncCycle: () => Promise<SyncOutcome>
  summary: () => DraftSummary | Promise<DraftSummary>
  lock: WindowLock
  clock: Clock
  onStatus: (status: DraftStatus) => void
  /** The assumed state of the network before the first cycle. */
  isOnline: boolean
}

/**
 * Runs sync cycles: on request, then periodically, and with increasing delays while the server is unreachable or fails. Of
 * several windows one runs a cycle at a time; the others use the result that it broadcasts.
 */
export function createSyncScheduler(deps: SchedulerDeps) {
  const { summary, lock, clock, onStatus } = deps
  let connection: DraftStatus['connection'] = deps.isOnline ? 'online' : 'offline'
  let lastSummary: DraftSummary = { waiting: 0, conflicts: 0, blocked: 0, syncedAt: null }
  let failures = 0
  let timer: unknown
  let isClosed = false
  /** The next cycle that has not started: all calls before its start share it. */
  let next: Promise<DraftStatus> | null = null
  let notifying: Promise<unknown> = Promise.resolve()

  async function status(): Promise<DraftStatus> {
    // A closed store cannot be read.
    if (!isClosed) lastSummary = await summary()
    return { ...lastSummary, connection }
  }

  /** Notifies listeners of states in the order in which they occurred. */
  function notifyListeners(): Promise<DraftStatus> {
    const notified = notifying.then(async () => {
      const current = await status()
      if (!isClosed) onStatus(current)
      return current
    })
    notifying = notified.catch(() => undefined)
    return notified
  }

  function scheduleNext(delayMs: number): void {
    clock.clearTimeout(timer)
    if (!isClosed) timer = clock.setTimeout(() => void syncCycle().catch(() => undefined), delayMs)
  }

  function settle(outcome: SyncOutcome): void {
    failures = isRetried(outcome) ? failures + 1 : 0
    connection = connectionAfter[outcome]
    clock.clearTimeout(timer)
    // Without a login, syncing stops until the next login, which starts a cycle.
    if (outcome === 'idle') scheduleNext(idleMs)
    if (isRetried(outcome)) scheduleNext(retryDelayMs(failures, Math.random()))
  }

  async function runCycle(): Promise<DraftStatus> {
    // One turn later `next` is this cycle, however soon the lock is granted.
    await Promise.resolve()
    const begin = () => {
      next = null
      return deps.syncCycle()
    }
    const outcome = await lock.runExclusively(begin).catch((): SyncOutcome => {
      // The local storage failed, for example because the disk is full; that may pass.
      next = null
      return 'later'
    })
    if (isClosed) return status()
    settle(outcome)
    lock.broadcast({ connection })
    return notifyListeners()
  }

  function syncCycle(): Promise<DraftStatus> {
    next ??= runCycle()
    return next
  }

  /**
   * Syncs now and resets the retry delay: the first call after the network is back may come a moment too early.
   */
  function syncNow(): Promise<DraftStatus> {
    failures = 0
    return syncCycle()
  }

  function onMessage(message: WindowMessage): void {
    if (message !== 'changed') {
      connection = message.connection
      failures = 0
      // The other window polls the server in place of this one.
      if (connection === 'unauthenticated') clock.clearTimeout(timer)
      else scheduleNext(idleMs)
    }
    void notifyListeners().catch(() => undefined)
  }

  lock.onMessage(onMessage)
  return {
    status,
    syncCycle,
    syncNow,
    /** Syncs after a local change, and notifies all windows that it is waiting, unless it is sent immediately. */
    notifyChanged(): Promise<DraftStatus> {
      const notifyAll = () => {
        if (isClosed) return
        lock.broadcast('changed')
        void notifyListeners().catch(() => undefined)
      }
      const notice = clock.setTimeout(notifyAll, isReached(connection) ? quietMs : 0)
      const synced = syncNow()
      const end = () => clock.clearTimeout(notice)
      synced.then(end, end)
      return synced
    },
    close(): void {
      isClosed = true
      clock.clearTimeout(timer)
      lock.close()
    },
  }
}

/** Whether the cycle must be retried after a delay that increases with each failure. */
function isRetried(outcome: SyncOutcome): boolean {
  return outcome === 'later' || outcome === 'busy' || outcome === 'broken'
}

/**
 * Returns the delay in milliseconds after a number of consecutive failures, with jitter, so that many computers do not retry
 * at the same moment.
 * @param spread 0 to 1: from half of the delay to all of it
 */
function retryDelayMs(failures: number, spread: number): number {
  const longest = Math.min(firstRetryMs * 2 ** (failures - 1), longestRetryMs)
  return Math.round(longest * (0.5 + spread / 2))
}
