import { soleWindow, type DraftStatus, type WindowLock } from '@priormark/core/blog/drafts/draft-service'
import type { SyncOutcome } from '@priormark/core/blog/drafts/draft-sync'
import { createSyncScheduler } from '@priormark/core/blog/drafts/create-draft-service'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const summary = { waitingCount: 0, conflictCount: 0, blockedCount: 0, syncedAt: '2026-03-01T10:00:00.000Z' }

type WindowMessage = Parameters<WindowLock['broadcast']>[0]

function schedulerOf(syncCycle: () => Promise<SyncOutcome>, changes: Partial<WindowLock> = {}) {
  const statuses: DraftStatus['connection'][] = []
  const broadcasts: WindowMessage[] = []
  let receive: (message: WindowMessage) => void = () => undefined
  let isStoreClosed = false
  const scheduler = createSyncScheduler({
    syncCycle,
    store: {
      summary() {
        if (isStoreClosed) throw new Error('the store is closed')
        return summary
      },
    },
    lock: {
      ...soleWindow,
      broadcast: (message) => broadcasts.push(message),
      onMessage: (listener) => {
        receive = listener
      },
      ...changes,
    },
    clock: globalThis,
    onStatus: ({ connection }) => statuses.push(connection),
    isOnline: false,
  })
  const close = () => {
    scheduler.close()
    isStoreClosed = true
  }
  return { scheduler, statuses, broadcasts, receive: (message: WindowMessage) => receive(message), close }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('a sync cycle', () => {
  it('notifies listeners and other windows when it succeeds, and runs again a minute later', async () => {
    const run = vi.fn(async (): Promise<SyncOutcome> => 'done')
    const { scheduler, statuses, broadcasts, close } = schedulerOf(run)
    expect(await scheduler.syncCycle()).toMatchObject({ ...summary, connection: 'online' })
    expect(statuses).toEqual(['online'])
    expect(broadcasts).toEqual([{ connection: 'online' }])
    await vi.advanceTimersByTimeAsync(60_000)
    expect(run).toHaveBeenCalledTimes(2)
    close()
    await vi.advanceTimersByTimeAsync(600_000)
    expect(run).toHaveBeenCalledTimes(2)
  })

  it('is retried with increasing delays while the server is unreachable, and not without a login', async () => {
    let outcome: SyncOutcome = 'unreachable'
    const run = vi.fn(async () => outcome)
    const { scheduler, statuses, close } = schedulerOf(run)
    await scheduler.syncCycle()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(run).toHaveBeenCalledTimes(2)
    outcome = 'unauthenticated'
    await vi.advanceTimersByTimeAsync(2_000)
    expect(run).toHaveBeenCalledTimes(3)
    await vi.advanceTimersByTimeAsync(600_000)
    expect(run).toHaveBeenCalledTimes(3)
    expect(statuses).toEqual(['offline', 'offline', 'unauthenticated'])
    close()
  })

  it('is retried with increasing delays after a server error, and reports it', async () => {
    const run = vi.fn(async (): Promise<SyncOutcome> => 'failed')
    const { scheduler, statuses, close } = schedulerOf(run)
    await scheduler.syncCycle()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(run).toHaveBeenCalledTimes(2)
    expect(statuses).toEqual(['failing', 'failing'])
    await vi.advanceTimersByTimeAsync(2_000)
    expect(run).toHaveBeenCalledTimes(3)
    close()
  })

  it.each([
    [1, 0, 500],
    [1, 1, 1_000],
    [2, 1, 2_000],
    [3, 0.5, 3_000],
    [9, 1, 256_000],
    [10, 1, 300_000],
    [10, 0, 150_000],
    [60, 1, 300_000],
  ])('after %i failures with a spread of %d is retried in %i ms', async (failures, spread, delayMs) => {
    vi.spyOn(Math, 'random').mockReturnValue(spread)
    const run = vi.fn(async (): Promise<SyncOutcome> => 'unreachable')
    const { scheduler, close } = schedulerOf(run)
    for (let failure = 0; failure < failures; failure += 1) await scheduler.syncCycle()
    await vi.advanceTimersByTimeAsync(delayMs - 1)
    expect(run).toHaveBeenCalledTimes(failures)
    await vi.advanceTimersByTimeAsync(1)
    expect(run).toHaveBeenCalledTimes(failures + 1)
    close()
  })

  it('is shared by all callers before it starts, and followed by another for later callers', async () => {
    let finish: (outcome: SyncOutcome) => void = () => undefined
    const run = vi.fn(() => new Promise<SyncOutcome>((resolve) => (finish = resolve)))
    let grant: () => void = () => undefined
    const granted = new Promise<void>((resolve) => (grant = resolve))
    const { scheduler, close } = schedulerOf(run, { runExclusively: (work) => granted.then(work) })
    const [one, two] = [scheduler.syncCycle(), scheduler.syncCycle()]
    expect(one).toBe(two)
    grant()
    await vi.waitFor(() => expect(run).toHaveBeenCalledOnce())
    const later = scheduler.syncCycle()
    expect(later).not.toBe(one)
    finish('done')
    await one
    await vi.waitFor(() => expect(run).toHaveBeenCalledTimes(2))
    finish('done')
    await later
    close()
  })

  it('neither reads the store nor notifies listeners after it was closed', async () => {
    const end = Promise.withResolvers<SyncOutcome>()
    const { scheduler, statuses, broadcasts, close } = schedulerOf(() => end.promise)
    await scheduler.status()
    const cycle = scheduler.syncCycle()
    close()
    end.resolve('done')
    expect(await cycle).toEqual({ ...summary, connection: 'offline' })
    expect([...statuses, ...broadcasts]).toEqual([])
    await vi.advanceTimersByTimeAsync(600_000)
  })

  it('resolves if closing the store made it fail', async () => {
    const end = Promise.withResolvers<SyncOutcome>()
    const { scheduler, close } = schedulerOf(() => end.promise)
    const cycle = scheduler.syncCycle()
    close()
    end.reject(new Error('the store is closed'))
    await expect(cycle).resolves.toMatchObject({ connection: 'offline' })
  })
})

describe('syncNow', () => {
  it('resets the retry delay', async () => {
    let outcome: SyncOutcome = 'unreachable'
    const run = vi.fn(async () => outcome)
    const { scheduler, close } = schedulerOf(run)
    for (let failure = 0; failure < 9; failure += 1) await scheduler.syncCycle()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(run, 'the delay is minutes by now').toHaveBeenCalledTimes(9)
    await scheduler.syncNow()
    outcome = 'done'
    await vi.advanceTimersByTimeAsync(1_000)
    expect(run).toHaveBeenCalledTimes(11)
    close()
  })
})

describe('notifyChanged', () => {
  it.each([
    ['online', 'done'],
    ['failing', 'failed'],
  ] as const)(
    'while %s reports a change as waiting only if sending takes a second',
    async (_connection, first) => {
      let finish: (outcome: SyncOutcome) => void = () => undefined
      const { scheduler, statuses, broadcasts, close } = schedulerOf(
        () => new Promise((resolve) => (finish = resolve)),
      )
      const cycle = scheduler.syncCycle()
      await vi.advanceTimersByTimeAsync(0)
      finish(first)
      await cycle
      void scheduler.notifyChanged()
      await vi.advanceTimersByTimeAsync(400)
      finish('done')
      await vi.advanceTimersByTimeAsync(5_000)
      expect(statuses).toEqual([_connection, 'online'])
      expect(broadcasts).not.toContain('changed')
      void scheduler.notifyChanged()
      await vi.advanceTimersByTimeAsync(1_000)
      expect(statuses).toHaveLength(3)
      expect(broadcasts.at(-1)).toBe('changed')
      close()
    },
  )

  it('reports a change at once without a network', async () => {
    const { scheduler, broadcasts, close } = schedulerOf(() => new Promise(() => undefined))
    void scheduler.notifyChanged()
    await vi.advanceTimersByTimeAsync(0)
    expect(broadcasts).toEqual(['changed'])
    close()
  })

  it('retries a cycle that failed because of the disk', async () => {
    let cycles = 0
    const { scheduler, statuses, close } = schedulerOf(async () => {
      cycles += 1
      if (cycles === 1) throw new Error('the disk is full')
      return 'done'
    })
    void scheduler.notifyChanged()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(cycles).toBe(2)
    expect(statuses.at(-1)).toBe('online')
    close()
  })
})

describe('onMessage', () => {
  it('reports what another window reports, and lets that window poll the server', async () => {
    const run = vi.fn(async (): Promise<SyncOutcome> => 'done')
    const { scheduler, statuses, receive, close } = schedulerOf(run)
    await scheduler.syncCycle()
    await vi.advanceTimersByTimeAsync(50_000)
    receive({ connection: 'online' })
    await vi.advanceTimersByTimeAsync(50_000)
    expect(run).toHaveBeenCalledOnce()
    receive('changed')
    receive({ connection: 'unauthenticated' })
    await vi.advanceTimersByTimeAsync(600_000)
    expect(run).toHaveBeenCalledOnce()
    expect(statuses).toEqual(['online', 'online', 'unauthenticated', 'unauthenticated'])
    close()
  })
})
