import { isServerResponding, type DraftStatus, type DraftSummary } from './draft-service.ts'
import type { SyncOutcome } from './draft-sync.ts'

/** How long a change may take to be sent before listeners are notified that it is unsent, in milliseconds. */
const noticeDelayMs = 1_000

/** How often changes are fetched while the server responds, in milliseconds. */
const pollIntervalMs = 60_000

/** The delay after the first failed sync cycle, doubled after every further failure, in milliseconds. */
const firstRetryMs = 1_000
const longestRetryMs = 300_000

/** The connection's state after a sync cycle, by its outcome. */
const connectionAfter = {
  done: 'online',
  failed: 'failing',
  busy: 'failing',
  unreachable: 'offline',
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
 * Runs sync cycles: on request, then periodically, and with increasing delays while the server is unreachable or fails. Only
 * one window at a time runs a cycle; the others use the result that it broadcasts.
 */
export function createSyncScheduler(deps: SchedulerDeps) {
  const { summary, lock, clock, onStatus } = deps
  let connection: DraftStatus['connection'] = deps.isOnline ? 'online' : 'offline'
  let lastSummary: DraftSummary = { waitingCount: 0, conflictCount: 0, blockedCount: 0, syncedAt: null }
  let failures = 0
  let timer: unknown
  let isClosed = false
  /** The next cycle, which has not started. All calls before its start share it. */
  let nextCycle: Promise<DraftStatus> | null = null
  let lastNotification: Promise<unknown> = Promise.resolve()

  async function status(): Promise<DraftStatus> {
    // A closed store cannot be read.
    if (!isClosed) lastSummary = await summary()
    return { ...lastSummary, connection }
  }

  /** Notifies listeners of states in the order in which they occurred. */
  function notifyListeners(): Promise<DraftStatus> {
    const notification = lastNotification.then(async () => {
      const current = await status()
      if (!isClosed) onStatus(current)
      return current
    })
    lastNotification = notification.catch(() => undefined)
    return notification
  }

  function scheduleNext(delayMs: number): void {
    clock.clearTimeout(timer)
    if (!isClosed) timer = clock.setTimeout(() => void syncCycle().catch(() => undefined), delayMs)
  }

  function applyOutcome(outcome: SyncOutcome): void {
    failures = isRetried(outcome) ? failures + 1 : 0
    connection = connectionAfter[outcome]
    clock.clearTimeout(timer)
    // Without a login, syncing stops until the next login, which starts a cycle.
    if (outcome === 'done') scheduleNext(pollIntervalMs)
    if (isRetried(outcome)) scheduleNext(retryDelayMs(failures, Math.random()))
  }

  async function runCycle(): Promise<DraftStatus> {
    // Afterwards `nextCycle` is this cycle, even if the lock is granted at once.
    await Promise.resolve()
    const start = () => {
      nextCycle = null
      return deps.syncCycle()
    }
    const outcome = await lock.runExclusively(start).catch((): SyncOutcome => {
      // The local storage failed, for example because the disk is full; that may pass.
      nextCycle = null
      return 'unreachable'
    })
    if (isClosed) return status()
    applyOutcome(outcome)
    lock.broadcast({ connection })
    return notifyListeners()
  }

  function syncCycle(): Promise<DraftStatus> {
    nextCycle ??= runCycle()
    return nextCycle
  }

  /** Syncs now and resets the retry delay, because the first call after the network is back may come a moment too early. */
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
      else scheduleNext(pollIntervalMs)
    }
    void notifyListeners().catch(() => undefined)
  }

  lock.onMessage(onMessage)
  return {
    status,
    syncCycle,
    syncNow,
    /** Syncs after a local change, and notifies all windows of an unsent change unless it is sent quickly. */
    notifyChanged(): Promise<DraftStatus> {
      const notifyAll = () => {
        if (isClosed) return
        lock.broadcast('changed')
        void notifyListeners().catch(() => undefined)
      }
      const noticeTimer = clock.setTimeout(notifyAll, isServerResponding(connection) ? noticeDelayMs : 0)
      const synced = syncNow()
      const cancel = () => clock.clearTimeout(noticeTimer)
      synced.then(cancel, cancel)
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
  return outcome === 'unreachable' || outcome === 'busy' || outcome === 'failed'
}

/**
 * Returns the delay in milliseconds after a number of consecutive failures.
 * @param jitter 0 to 1: from half of the delay to all of it, so that many computers do not retry at the same moment
 */
function retryDelayMs(failures: number, jitter: number): number {
  const longest = Math.min(firstRetryMs * 2 ** (failures - 1), longestRetryMs)
  return Math.round(longest * (0.5 + jitter / 2))
}
