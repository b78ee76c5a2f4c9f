import 'fake-indexeddb/auto'
import process from 'node:process'
import { test, vi } from 'vitest'
import { holdLawsOver } from '@priormark/core/testing/draft-lasting-store'
import { webStoreOfLaws } from './web-store-of-laws.ts'

vi.setConfig({ testTimeout: 900_000 })

/** How many histories are tried: more by a variable. */
const runs = Number(process.env['WEB_DRAFT_RUNS'] ?? 200)

test('over IndexedDB too no draft is lost, applied twice or written over unseen, and all end with what the server has', async () => {
  await holdLawsOver(runs, webStoreOfLaws)
})
