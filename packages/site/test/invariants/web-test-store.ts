import { PersistentTestStore } from '@priormark/core/testing/draft-persistent-store'
import { openDraftDatabase } from '../../src/app/web-drafts/draft-database.ts'
import { createWebDraftStore } from '../../src/app/web-drafts/web-draft-store.ts'

/** Returns the IndexedDB store for core's draft invariants. */
export function webTestStore(username: string): PersistentTestStore {
  return new PersistentTestStore(async () => {
    const database = await openDraftDatabase(username)
    const store = createWebDraftStore(database)
    return {
      store,
      list: () => store.list(''),
      discarded: () => store.discarded(),
      addImage: (sha256) =>
        store.storeImage(sha256, { type: 'image/png', bytes: new Uint8Array(), url: null }),
      close: () => database.close(),
    }
  })
}
