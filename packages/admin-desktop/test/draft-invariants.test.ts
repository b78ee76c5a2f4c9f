import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, test, vi } from 'vitest'
import { propertyRuns } from '@priormark/core/testing/depth'
import { checkInvariants, PersistentTestStore } from '@priormark/core/testing/draft-persistent-store'
import { openDraftStore } from '../src/main/drafts/draft-store.ts'

vi.setConfig({ testTimeout: 3_600_000 })

let folder: string
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'priormark-invariants-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** SQLite as the histories use it. */
function sqliteStoreOfLaws(name: string): PersistentTestStore {
  return new PersistentTestStore(async () => {
    const store = openDraftStore(path.join(folder, `${name}.sqlite`))
    return {
      store,
      list: async () => store.list(''),
      bin: async () => store.bin(),
      addImage: async (sha256) =>
        store.keepImage(sha256, { type: 'image/png', bytes: new Uint8Array(), url: null }),
      close: () => store.close(),
    }
  })
}

test('over SQLite too no draft is lost, applied twice or written over unseen, and all end with what the server has', async () => {
  await checkInvariants(propertyRuns({ normal: 30, deep: 20_000 }), sqliteStoreOfLaws)
})
