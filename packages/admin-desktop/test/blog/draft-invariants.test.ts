import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, test, vi } from 'vitest'
import { propertyRuns } from '@priormark/core/testing/depth'
import { checkInvariants, PersistentTestStore } from '@priormark/core/testing/draft-persistent-store'
import { openDraftStore } from '../../src/main/blog/draft-store.ts'

vi.setConfig({ testTimeout: 3_600_000 })

let folder: string
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'priormark-invariants-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Returns the SQLite store for core's draft invariants. */
function sqliteTestStore(name: string): PersistentTestStore {
  return new PersistentTestStore(async () => openDraftStore(path.join(folder, `${name}.sqlite`)))
}

test('in SQLite no draft is lost, applied twice or overwritten unseen, and all copies end up equal to the server’s', async () => {
  await checkInvariants(propertyRuns({ normal: 30, deep: 20_000 }), sqliteTestStore)
})
