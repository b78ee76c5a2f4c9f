import { expect, test } from 'vitest'
import { createSyncRunner } from '../src/main/drafts/sync-runner.ts'

const counts = { waiting: 1, conflicts: 0, blocked: 0 }

/** A round that ends when it is told to, over a store that can be asked nothing once it is closed. */
function openRound() {
  let isClosed = false
  const told: string[] = []
  const end = Promise.withResolvers<'idle'>()
  const runner = createSyncRunner({
    run: () => end.promise,
    counts: () => {
      if (isClosed) throw new Error('the store is closed')
      return counts
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
  expect(await round).toMatchObject({ ...counts, connection: 'offline' })
  expect(told).toEqual([])
})

test('A round that the closing broke is no error; one that broke by itself is', async () => {
  const closed = openRound()
  const round = closed.runner.round()
  closed.close()
  closed.end.reject(new Error('the store is closed'))
  await expect(round).resolves.toMatchObject(counts)

  const open = openRound()
  const broken = open.runner.round()
  open.end.reject(new Error('the disk is gone'))
  await expect(broken).rejects.toThrow('the disk is gone')
  open.close()
})
