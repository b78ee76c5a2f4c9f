import { PersistentTestStore } from '@priormark/core/testing/draft-persistent-store'
import { openDraftDatabase, createWebDraftStore } from '../../src/app/web-draft-store.ts'

/** Returns the IndexedDB store for core's draft invariants. */
export function webTestStore(username: string): PersistentTestStore {
  return new PersistentTestStore(async () => {
    const database = await openDraftDatabase(username)
    return { ...createWebDraftStore(database), close: () => database.close() }
  })
}
