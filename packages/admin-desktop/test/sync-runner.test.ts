import type { RoundOutcome } from '@priormark/core/drafts/draft-sync'
import { expect, test, vi } from 'vitest'
import { createSyncRunner } from '../src/main/drafts/sync-runner.ts'

const summary = { waiting: 1, conflicts: 0, blocked: 0, syncedAt: null }

/** A round that ends when it is told to, over a store that can be asked nothing once it is closed. */
function openRound() {
  let isClosed = false
  const told: string[] = []
  const end = Promise.withResolvers<'idle'>()
  const runner = createSyncRunner({
    run: () => end.promise,
    summary: () => {
      if (isClosed) throw new Error('the store is closed')
      return summary
    },
    onStatus: ({ connection }) => void told.push(connection),
  })
  const close = () => {
    runner.close()
    isClosed = true
  }
  return { runner, end, told, close }
}

test('A round that ends after the store was closed asks nothing of it, and tells nothing', async () => {
  const { runner, end, told, close } = openRound()
  const round = runner.round()
  close()
  end.resolve('idle')
  expect(await round).toMatchObject({ ...summary, connection: 'offline' })
  expect(told).toEqual([])
})

test('A round that the closing broke is no error', async () => {
  const { runner, end, close } = openRound()
  const round = runner.round()
  close()
  end.reject(new Error('the store is closed'))
  await expect(round).resolves.toMatchObject(summary)
})

test('Once the network seems to be back, a round that fails all the same is soon made again', async () => {
  vi.useFakeTimers()
  try {
    const run = vi.fn(async (): Promise<RoundOutcome> => 'later')
    const runner = createSyncRunner({ run, summary: () => summary, onStatus: () => undefined })
    for (let failure = 0; failure < 9; failure += 1) await runner.round()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(run, 'the pause is of minutes by now').toHaveBeenCalledTimes(9)
    await runner.wake()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(run).toHaveBeenCalledTimes(11)
    runner.close()
  } finally {
    vi.useRealTimers()
  }
})

test('A round that the disk broke, asked for by nobody who waits, is made again by itself', async () => {
  vi.useFakeTimers()
  try {
    let rounds = 0
    const told: string[] = []
    const runner = createSyncRunner({
      run: async () => {
        rounds += 1
        if (rounds === 1) throw new Error('the disk is full')
        return 'idle'
      },
      summary: () => summary,
      onStatus: ({ connection }) => void told.push(connection),
    })
    runner.touch()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(rounds).toBe(2)
    expect(told).toEqual(['offline', 'offline', 'online'])
    runner.close()
  } finally {
    vi.useRealTimers()
  }
})
