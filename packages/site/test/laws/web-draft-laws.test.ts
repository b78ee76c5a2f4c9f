import 'fake-indexeddb/auto'
import process from 'node:process'
import { expect, test, vi } from 'vitest'
import { tryHistories } from '../../../core/test/draft-steps.ts'
import { World } from '../../../core/test/draft-world.ts'
import type { LastingStoreOfLaws } from '../../../core/test/draft-lasting-store.ts'
import { webStoreOfLaws } from './web-store-of-laws.ts'

vi.setConfig({ testTimeout: 900_000 })

/** How many histories are tried: more by a variable. */
const runs = Number(process.env['WEB_DRAFT_RUNS'] ?? 200)

test('over IndexedDB too no draft is lost, applied twice or written over unseen, and all end with what the server has', async () => {
  let worlds = 0
  let changes = 0
  let stores: LastingStoreOfLaws[] = []
  const newWorld = () => {
    worlds += 1
    stores = []
    return new World((name) => {
      const store = webStoreOfLaws(`${name}-${worlds}`)
      stores.push(store)
      return store
    })
  }
  await tryHistories(runs, newWorld, async ({ server }, isOver) => {
    for (const store of stores) await store.expectSame()
    if (!isOver) return
    changes += server.applied.length
    for (const store of stores) await store.close()
  })
  expect(changes, 'the histories have something to them').toBeGreaterThan(runs)
})
