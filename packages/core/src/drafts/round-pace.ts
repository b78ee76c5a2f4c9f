import type { DraftStatus } from './draft-service.ts'
import type { RoundOutcome } from './draft-sync.ts'

/** While all is well the server is asked what changed this often, in milliseconds. */
export const idleMs = 60_000

/** The pause after a round that did not get through, doubled at every try, in milliseconds. */
const firstRetryMs = 1_000
const longestRetryMs = 300_000

/** What the end of a round says of the connection. */
export const connectionAfter = {
  idle: 'online',
  broken: 'failing',
  later: 'offline',
  unauthenticated: 'unauthenticated',
} as const satisfies Record<RoundOutcome, DraftStatus['connection']>

/** Whether the server is there, whatever it makes of what it is sent. */
export function isReached(connection: DraftStatus['connection']): boolean {
  return connection === 'online' || connection === 'failing'
}

/** Whether something is to be sent again after a pause that grows. */
export function isTriedAgain(outcome: RoundOutcome): boolean {
  return outcome === 'later' || outcome === 'broken'
}

/**
 * The pause in milliseconds after so many failures in a row, spread, so that many machines do not come back at the same
 * moment. @param spread 0 to 1: from half the pause to the whole
 */
export function retryDelayMs(failures: number, spread: number): number {
  const longest = Math.min(firstRetryMs * 2 ** (failures - 1), longestRetryMs)
  return Math.round(longest * (0.5 + spread / 2))
}
