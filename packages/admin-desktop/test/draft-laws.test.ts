import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, test, vi } from 'vitest'
import { holdLawsOver, LastingStoreOfLaws } from '../../core/test/draft-lasting-store.ts'
import { propertyRuns } from '@priormark/core/testing/depth'
import { openDraftStore } from '../src/main/drafts/draft-store.ts'

vi.setConfig({ testTimeout: 3_600_000 })

let folder: string
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'priormark-laws-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** SQLite as the histories use it. They name images freely; the store names them by their bytes. */
function sqliteStoreOfLaws(name: string): LastingStoreOfLaws {
  const nameOf = new Map<string, string>()
  return new LastingStoreOfLaws(async () => {
    const store = openDraftStore(path.join(folder, `${name}.sqlite`))
    const named = (sha256: string) => nameOf.get(sha256) ?? sha256
    return {
      store: {
        ...store,
        image: (sha256) => store.image(named(sha256)),
        placeImage: (sha256, url) => store.placeImage(named(sha256), url),
      },
      list: async () => store.list(''),
      bin: async () => store.bin(),
      addImage: async (sha256) =>
        void nameOf.set(sha256, store.addImage(new TextEncoder().encode(sha256), 'image/png')),
      close: () => store.close(),
    }
  })
}

test('over SQLite too no draft is lost, applied twice or written over unseen, and all end with what the server has', async () => {
  await holdLawsOver(propertyRuns({ normal: 30, deep: 2_000 }), sqliteStoreOfLaws)
})
