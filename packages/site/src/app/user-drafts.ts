import { authEndpoints, type Session } from '@priormark/core/staff/auth/endpoints'
import { createDraftService, type OpenDraftService } from '@priormark/core/blog/drafts/create-draft-service'
import {
  createDirectSave,
  createDraftServer,
  temporaryFailure,
} from '@priormark/core/blog/drafts/draft-server'
import { DraftStatus, DraftsUnavailable, type UnsavedText } from '@priormark/core/blog/drafts/draft-service'
import type { SyncOutcome } from '@priormark/core/blog/drafts/draft-sync'
import {
  draftImagePath,
  maxUnsaved,
  type DraftImage,
  type UnsavedStore,
} from '@priormark/core/blog/drafts/draft-row'
import type { WindowLock } from '@priormark/core/blog/drafts/draft-service'
import type { Client } from '@priormark/core/platform/http/client'
import { toHex } from '@priormark/core/proofs/proof/bytes'
import { openDB, type DBSchema, type IDBPDatabase } from 'idb'
import { draftImageCache } from '@priormark/core/platform/offline-copies'
import * as v from 'valibot'
import { createWebDraftStore, openDraftDatabase } from './web-draft-store.ts'

/** The drafts of one user in this browser; all tabs share them. */
export interface UserDrafts extends OpenDraftService {
  /** Closes the drafts when the session ends, and deletes what is also on the server, because others may use this browser. */
  logout(): Promise<void>
}

/** Opens the drafts of a user. @throws DraftsUnavailable if this browser has no storage for them */
export async function openUserDrafts(client: Client, person: Session): Promise<UserDrafts> {
  const username = storageNameOf(person)
  const [database, unsavedDatabase] = await openDatabases(username)
  const store = createWebDraftStore(database)
  const unsaved = createUnsavedStore(unsavedDatabase)
  // Drafts can be written and sent even if their images cannot be shown.
  await cacheImages(store).catch(() => {})
  const service = createDraftService({
    store: {
      ...store,
      async storeImage(sha256, image) {
        await store.storeImage(sha256, image)
        await cacheImage(draftImagePath(sha256), image)
      },
    },
    unsaved,
    server: createDraftServer(client),
    lock: lockTabs(username),
    clock: globalThis,
    hash: async (bytes) =>
      toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', new Uint8Array(bytes)))),
    newId: () => crypto.randomUUID(),
    isOnline: navigator.onLine,
    checkLogin,
  })
  const syncNow = () => void service.sync().catch(() => undefined)
  addEventListener('online', syncNow)
  addEventListener('offline', syncNow)

  /** Prevents sending one user's drafts as another user, who logged in in another tab. */
  async function checkLogin(): Promise<SyncOutcome> {
    try {
      return storageNameOf(await client.call(authEndpoints.ping, {})) === username
        ? 'done'
        : 'unauthenticated'
    } catch (error) {
      return temporaryFailure(error)?.outcome ?? 'busy'
    }
  }

  function stop() {
    removeEventListener('online', syncNow)
    removeEventListener('offline', syncNow)
    service.close()
  }

  return {
    ...service,
    close() {
      stop()
      database.close()
    },
    async logout() {
      stop()
      try {
        // Fails where the browser blocks caches, which are empty then.
        await caches.delete(draftImageCache.name).catch(() => false)
        await store.deleteClean(await unsaved.allUnsaved())
      } finally {
        database.close()
      }
    },
  }
}

/** Saves posts without drafts. In this module, so that it is already loaded if the storage of drafts fails offline. */
export function openDirectSave(client: Client) {
  return createDirectSave(client, () => crypto.randomUUID())
}

/** The name under which this browser stores the drafts of a person. */
function storageNameOf({ username, originalUsername }: Session): string {
  return originalUsername ?? username
}

async function openDatabases(username: string) {
  // Without locks, two tabs would send the same draft.
  if (!('locks' in navigator)) throw new DraftsUnavailable('no locks')
  try {
    return await Promise.all([openDraftDatabase(username), openUnsavedDatabase(username)])
  } catch (error) {
    throw new DraftsUnavailable(error)
  }
}

/** Caches the images that a logout left in the database. */
async function cacheImages(store: ReturnType<typeof createWebDraftStore>): Promise<void> {
  const cache = await caches.open(draftImageCache.name)
  for (const sha256 of await store.imageHashes()) {
    const path = draftImagePath(sha256)
    const image = (await cache.match(path)) === undefined ? await store.image(sha256) : null
    if (image !== null) await cacheImage(path, image)
  }
}

/** Lets the service worker (sw.ts) show an image at its path until it has an address on the server. */
async function cacheImage(path: string, { type, bytes }: DraftImage): Promise<void> {
  const cache = await caches.open(draftImageCache.name)
  await cache.put(path, new Response(new Uint8Array(bytes), { headers: { 'content-type': type } }))
}

const Message = v.union([v.literal('changed'), v.pick(DraftStatus, ['connection'])])

/** Connects the tabs of a user. The lock of a tab that closes or crashes is released. */
export function lockTabs(username: string): WindowLock {
  const name = `priormark-drafts-${username}`
  const channel = new BroadcastChannel(name)
  return {
    runExclusively: (work) => navigator.locks.request(name, work),
    broadcast: (message) => channel.postMessage(message),
    onMessage(listener) {
      channel.addEventListener('message', ({ data }) => {
        const message = v.safeParse(Message, data)
        if (message.success) listener(message.output)
      })
    },
    close: () => channel.close(),
  }
}

interface UnsavedSchema extends DBSchema {
  texts: { key: string; value: UnsavedText; indexes: { at: string } }
}
type UnsavedDatabase = IDBPDatabase<UnsavedSchema>

/** Opens the unsaved texts of one user, in a separate database that survives a logout. */
function openUnsavedDatabase(username: string): Promise<UnsavedDatabase> {
  return openDB<UnsavedSchema>(`priormark-unsaved-${username}`, 1, {
    upgrade(database) {
      database.createObjectStore('texts', { keyPath: 'id' }).createIndex('at', 'at')
    },
  })
}

function createUnsavedStore(database: UnsavedDatabase): UnsavedStore {
  return {
    async storeUnsaved(text) {
      const tx = database.transaction('texts', 'readwrite')
      const putRequest = tx.store.put(text)
      // Otherwise the put would be rolled back if the page closes before it succeeds.
      tx.commit()
      await Promise.all([putRequest, tx.done])
      const oldestFirst = await database.getAllKeysFromIndex('texts', 'at')
      await Promise.all(oldestFirst.slice(0, -maxUnsaved).map((id) => database.delete('texts', id)))
    },
    dropUnsaved: (id) => database.delete('texts', id),
    allUnsaved: async () => (await database.getAllFromIndex('texts', 'at')).reverse(),
  }
}
