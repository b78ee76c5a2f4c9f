import type { DraftStatus } from './draft-service.ts'
import type { SyncOutcome } from './draft-sync.ts'

/** How often changes are fetched while the server responds, in milliseconds. */
export const idleMs = 60_000

/** The pause after the first failed sync cycle, doubled at every further failure, in milliseconds. */
const firstRetryMs = 1_000
const longestRetryMs = 300_000

/** The connection's state after a sync cycle, by its outcome. */
export const connectionAfter = {
  idle: 'online',
  broken: 'failing',
  later: 'offline',
  unauthenticated: 'unauthenticated',
} as const satisfies Record<SyncOutcome, DraftStatus['connection']>

/** Whether the server responds at all, even with errors. */
export function isReached(connection: DraftStatus['connection']): boolean {
  return connection === 'online' || connection === 'failing'
}

/** Whether the cycle must be repeated after a growing pause. */
export function isRetried(outcome: SyncOutcome): boolean {
  return outcome === 'later' || outcome === 'broken'
}

/**
 * Returns the pause in milliseconds after a number of failures in a row, with jitter, so that many machines do not retry at the
 * same moment.
 * @param spread 0 to 1: from half the pause to the whole
 */
export function retryDelayMs(failures: number, spread: number): number {
  const longest = Math.min(firstRetryMs * 2 ** (failures - 1), longestRetryMs)
  return Math.round(longest * (0.5 + spread / 2))
}
