import type { DraftStatus } from './draft-service.ts'
import type { SyncOutcome } from './draft-sync.ts'

/** How often changes are fetched while the server responds, in milliseconds. */
export const idleMs = 60_000

/** The delay after the first failed sync cycle, doubled after every further failure, in milliseconds. */
const firstRetryMs = 1_000
const longestRetryMs = 300_000

/** The connection's state after a sync cycle, by its outcome. */
export const connectionAfter = {
  idle: 'online',
  broken: 'failing',
  busy: 'failing',
  later: 'offline',
  unauthenticated: 'unauthenticated',
} as const satisfies Record<SyncOutcome, DraftStatus['connection']>

/** Whether the server responds at all, even with errors. */
export function isReached(connection: DraftStatus['connection']): boolean {
  return connection === 'online' || connection === 'failing'
}

/** Whether the cycle must be retried after a delay that increases with each failure. */
export function isRetried(outcome: SyncOutcome): boolean {
  return outcome === 'later' || outcome === 'busy' || outcome === 'broken'
}

/**
 * Returns the delay in milliseconds after a number of consecutive failures, with jitter, so that many computers do not retry
 * at the same moment.
 * @param spread 0 to 1: from half of the delay to all of it
 */
export function retryDelayMs(failures: number, spread: number): number {
  const longest = Math.min(firstRetryMs * 2 ** (failures - 1), longestRetryMs)
  return Math.round(longest * (0.5 + spread / 2))
}
