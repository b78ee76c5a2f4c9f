import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { draftState } from '@priormark/core/blog/drafts/draft-row'
import { DraftSync } from '@priormark/core/blog/drafts/draft-sync'
import { propertyRuns } from '../../../testing/depth.ts'
import { expectInvariants } from '../../../testing/draft-invariants.ts'
import { MemoryStore, ModelServer, unreliableServer, type Fault } from '../../../testing/draft-model.ts'
import { tryHistories } from '../../../testing/draft-steps.ts'
import { World } from '../../../testing/draft-world.ts'
import { text } from './draft-rows.ts'

vi.setConfig({ testTimeout: 3_600_000 })

test('no draft is lost, applied twice or overwritten unseen, and both devices end up in sync with the server', async () => {
  await tryHistories(propertyRuns({ normal: 200, deep: 20_000 }))
})

test('sends an edit that was made during a sync cycle if its call asked for another cycle', async () => {
  const {
    devices: [ann],
  } = new World()
  await ann.create()
  const [id = ''] = ann.posts
  const row = () => ann.store.rows.get(id)
  let requested: Promise<void> | undefined
  await ann.run([], null, async () => {
    // The request is already stored, so this edit is not in it.
    while (row()?.request === null) await Promise.resolve()
    await ann.edit(id, false)
    requested = ann.runAtOnce(1)
  })
  expect(requested).toBeDefined()
  expect(row()).toMatchObject({ draft: null, request: null, baseVersion: 2 })
})

test('marks only the last batch of the server’s changes as complete', async () => {
  const server = new ModelServer()
  for (let post = 0; post < 4; post += 1) {
    const id = `post-${post}`
    server.apply(id, { id, revision: 1, baseVersion: null, text: text(id) }, 'ben')
  }
  const store = new MemoryStore()
  const written = vi.spyOn(store, 'write')
  const faults: Fault[] = ['none', 'busy', 'none', 'none']
  const sync = new DraftSync({
    store,
    server: unreliableServer(server, 'ann', () => faults.shift() ?? 'none'),
    newId: () => 'request',
  })
  const batches = () => written.mock.calls.map(([{ rows, isComplete }]) => [rows?.length, isComplete])
  expect(await sync.run(), 'cut off after the first three posts').toBe('busy')
  expect(batches()).toEqual([[3, false]])
  expect(await sync.run()).toBe('done')
  expect(await sync.run(), 'an empty batch is complete too').toBe('done')
  expect(batches()).toEqual([
    [3, false],
    [1, true],
    [0, true],
  ])
})

test('sends other posts after a server error, and retries the failed one with the same request', async () => {
  const world = new World()
  const [ann] = world.devices
  for (let post = 0; post < 3; post += 1) await ann.create()
  const [first = '', ...others] = ann.posts
  // The first call fetches changes.
  await ann.run(['none', 'failed'])
  expect([...world.server.posts.keys()]).toEqual(others)
  const request = ann.store.rows.get(first)?.request
  expect(request).toBeTruthy()
  await ann.run()
  expect(world.server.applied.at(-1)).toBe(request?.id)
  expectInvariants(world)
})

test('reports a cycle in which the server failed at a request', async () => {
  const store = new MemoryStore()
  const faults: Fault[] = ['none', 'failed', 'none', 'none', 'failed', 'busy']
  const sync = new DraftSync({
    store,
    server: unreliableServer(new ModelServer(), 'ann', () => faults.shift() ?? 'none'),
    newId: randomUUID,
  })
  const save = (id: string) => sync.save({ id, content: text(id), basedOn: { version: null, revision: 0 } })
  for (const id of ['one', 'two']) await save(id)
  expect(await sync.run()).toBe('failed')
  await save('three')
  expect(await sync.run(), 'the last error takes precedence').toBe('busy')
  expect(await sync.run()).toBe('done')
})

test('sends nothing twice if several cycles are requested at the same time', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(3), { minLength: 3, maxLength: 25 }), async (moves) => {
      const world = new World()
      const [ann] = world.devices
      await ann.create()
      const cycles: Promise<void>[] = []
      for (const move of moves) {
        const [id = ''] = ann.posts
        if (move === 0) await ann.edit(id, true)
        else if (move === 1) await ann.create()
        else cycles.push(ann.runAtOnce(move))
      }
      await Promise.all(cycles)
      await ann.run()
      expectInvariants(world)
      expect([...ann.store.rows.values()].every((row) => draftState(row) === 'clean')).toBe(true)
    }),
    propertyRuns({ normal: 50, deep: 20_000 }),
  )
})
