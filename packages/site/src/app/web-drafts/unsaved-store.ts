import { maxUnsaved, type UnsavedStore } from '@priormark/core/blog/drafts/create-draft-service'
import type { UnsavedDatabase } from './draft-database.ts'

/** Unsaved texts in IndexedDB. */
export function createUnsavedStore(database: UnsavedDatabase): UnsavedStore {
  return {
    async storeUnsaved(text) {
      const writing = database.transaction('texts', 'readwrite')
      const stored = writing.store.put(text)
      // A page that is being closed does not live until the put succeeds: without this, it would be rolled back.
      writing.commit()
      await Promise.all([stored, writing.done])
      const oldestFirst = await database.getAllKeysFromIndex('texts', 'at')
      await Promise.all(oldestFirst.slice(0, -maxUnsaved).map((id) => database.delete('texts', id)))
    },
    dropUnsaved: (id) => database.delete('texts', id),
    allUnsaved: async () => (await database.getAllFromIndex('texts', 'at')).reverse(),
  }
}
