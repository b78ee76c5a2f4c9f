import { createHash, randomUUID } from 'node:crypto'
import { createDraftService, type OpenDraftService } from '@priormark/core/blog/drafts/create-draft-service'
import { createDraftServer } from '@priormark/core/blog/drafts/draft-server'
import type { DraftImage } from '@priormark/core/blog/drafts/draft-deps'
import { soleWindow, type Clock } from '@priormark/core/blog/drafts/sync-scheduler'
import type { Client } from '@priormark/core/platform/http/client'
import { openDraftStore } from './draft-store.ts'

export interface Drafts extends OpenDraftService {
  /** Returns an image of a draft; null if it is not stored here. */
  image(sha256: string): DraftImage | null
}

/** Opens the drafts of one user of one server in a database file. */
export function openDrafts({
  file,
  client,
  clock = globalThis,
}: {
  file: string
  client: Client
  clock?: Clock
}): Drafts {
  const store = openDraftStore(file)
  const service = createDraftService({
    store,
    unsaved: store,
    server: createDraftServer(client),
    // All windows share the main process.
    lock: soleWindow,
    clock,
    hash: (bytes) => createHash('sha256').update(bytes).digest('hex'),
    newId: randomUUID,
    isOnline: false,
  })
  return {
    ...service,
    image: (sha256) => store.readImage(sha256),
    close() {
      service.close()
      store.close()
    },
  }
}
