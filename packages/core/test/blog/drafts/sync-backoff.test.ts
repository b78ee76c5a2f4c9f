import { connectionAfter, isReached, isRetried, retryDelayMs } from '@priormark/core/blog/drafts/sync-backoff'
import { describe, expect, it } from 'vitest'

describe('retryDelayMs', () => {
  it.each([
    [1, 0, 500],
    [1, 1, 1_000],
    [2, 1, 2_000],
    [3, 0.5, 3_000],
    [9, 1, 256_000],
    [10, 1, 300_000],
    [10, 0, 150_000],
    [60, 1, 300_000],
  ])('after %i failures with a spread of %d is %i ms', (failures, spread, expected) => {
    expect(retryDelayMs(failures, spread)).toBe(expected)
  })
})

describe('outcomes of a sync cycle', () => {
  it.each([
    ['idle', 'online', true, false],
    ['broken', 'failing', true, true],
    ['later', 'offline', false, true],
    ['unauthenticated', 'unauthenticated', false, false],
  ] as const)('%s means %s, server reached: %s, retried: %s', (outcome, connection, reached, retried) => {
    expect(connectionAfter[outcome]).toBe(connection)
    expect(isReached(connection)).toBe(reached)
    expect(isRetried(outcome)).toBe(retried)
  })
})
