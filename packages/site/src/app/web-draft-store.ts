import {
  cardOfDraft,
  draftImagesIn,
  shownText,
  type DraftChange,
  type DraftImage,
  type DraftRow,
  type DraftStore,
} from '@priormark/core/blog/drafts/draft-row'
import type { DraftCard, DiscardedDraft, UnsavedText } from '@priormark/core/blog/drafts/draft-service'
import { textOf } from '@priormark/core/blog/excerpt'
import { foldText } from '@priormark/core/platform/search-text'
import { type IDBPTransaction, openDB, type DBSchema, type IDBPDatabase } from 'idb'

/** A post in lists, stored separately so that a list never reads texts. */
interface CardRecord extends DraftCard {
  /** The position in the sending order, which is that of the first unsent edits. Absent if there is nothing to send. */
  pendingSince?: number
}

interface DraftSchema extends DBSchema {
  rows: { key: string; value: DraftRow }
  cards: {
    key: string
    value: CardRecord
    indexes: { pendingSince: number; changedAt: string; state: string }
  }
  discarded: { key: number; value: Omit<DiscardedDraft, 'id'> }
  images: { key: string; value: DraftImage }
  meta: { key: string; value: number }
}
export type DraftDatabase = IDBPDatabase<DraftSchema>

const databaseVersion = 1

/** Opens or creates the database of one user's posts. */
export function openDraftDatabase(username: string): Promise<DraftDatabase> {
  return openDB<DraftSchema>(`priormark-drafts-${username}`, databaseVersion, {
    upgrade(database) {
      database.createObjectStore('rows', { keyPath: 'id' })
      const cards = database.createObjectStore('cards', { keyPath: 'id' })
      cards.createIndex('pendingSince', 'pendingSince')
      cards.createIndex('changedAt', 'changedAt')
      cards.createIndex('state', 'state')
      database.createObjectStore('discarded', { autoIncrement: true })
      database.createObjectStore('images')
      database.createObjectStore('meta')
    },
  })
}

const allStores = ['rows', 'cards', 'discarded', 'images', 'meta'] as const
type WriteTransaction = IDBPTransaction<DraftSchema, typeof allStores, 'readwrite'>

const cursorKey = 'cursor'
/** Milliseconds since 1970. */
const syncedAtKey = 'synced-at'

/** Drafts in IndexedDB. Every change is one transaction, which is on the disk when it resolves. */
export function createWebDraftStore(database: DraftDatabase, now: () => Date = () => new Date()) {
  /** `work` must only await the transaction's own requests; otherwise the transaction would end. */
  async function transaction<Result>(work: (tx: WriteTransaction) => Promise<Result>): Promise<Result> {
    const tx = database.transaction(allStores, 'readwrite', { durability: 'strict' })
    try {
      const result = await work(tx)
      await tx.done
      return result
    } catch (error) {
      // The caller gets the original error.
      tx.done.catch(() => undefined)
      abort(tx)
      throw error
    }
  }

  async function writeRow(tx: WriteTransaction, id: string, row: DraftRow | null): Promise<void> {
    const cards = tx.objectStore('cards')
    if (row === null) {
      await Promise.all([tx.objectStore('rows').delete(id), cards.delete(id)])
      return
    }
    const card = cardOfDraft(row, now().toISOString())
    const { state } = card
    const isPending = state === 'dirty' || state === 'sending'
    const pendingSince = isPending ? ((await cards.get(id))?.pendingSince ?? (await nextPosition(tx))) : null
    const position = pendingSince === null ? {} : { pendingSince }
    await Promise.all([tx.objectStore('rows').put(row), cards.put({ ...card, ...position })])
  }

  async function nextPosition(tx: WriteTransaction): Promise<number> {
    const last = await tx.objectStore('cards').index('pendingSince').openKeyCursor(null, 'prev')
    return (last?.key ?? 0) + 1
  }

  async function write(
    tx: WriteTransaction,
    { rows = [], discarded = [], cursor, isComplete = false }: DraftChange,
  ): Promise<void> {
    // Sequentially, because positions are assigned in order.
    for (const { id, row } of rows) await writeRow(tx, id, row)
    const at = now()
    for (const { postId, text, reason } of discarded)
      await tx.objectStore('discarded').add({ postId, text, reason, at: at.toISOString() })
    const meta = tx.objectStore('meta')
    if (cursor !== undefined) await meta.put(cursor, cursorKey)
    if (isComplete) await meta.put(at.getTime(), syncedAtKey)
  }

  return {
    pending: async () => (await database.getAllFromIndex('cards', 'pendingSince')).map(({ id }) => id),

    read: async (id) => (await database.get('rows', id)) ?? null,

    change: (ids, decide) =>
      transaction(async (tx) => {
        const storedRows = await Promise.all(ids.map((id) => tx.objectStore('rows').get(id)))
        const rows = new Map(storedRows.flatMap((row) => (row === undefined ? [] : [[row.id, row] as const])))
        const { change, result } = decide(rows)
        await write(tx, change)
        return result
      }),

    cursor: async () => (await database.get('meta', cursorKey)) ?? 0,

    image: async (sha256) => (await database.get('images', sha256)) ?? null,

    async recordImageUrl(sha256, url) {
      const image = await database.get('images', sha256)
      if (image !== undefined) await database.put('images', { ...image, url }, sha256)
    },

    async list(search) {
      const words = foldText(search).split(' ').filter(Boolean)
      const matches = words.length === 0 ? null : await findIdsWithWords(database, words)
      const oldestFirst = await database.getAllFromIndex('cards', 'changedAt')
      const cards = oldestFirst.map(({ pendingSince: _position, ...card }): DraftCard => card).reverse()
      return matches === null ? cards : cards.filter(({ id }) => matches.has(id))
    },

    changedAt: async (id) => (await database.get('cards', id))?.changedAt ?? null,

    async summary() {
      const tx = database.transaction(['cards', 'meta'])
      const index = tx.objectStore('cards').index('state')
      const [dirtyCount, sendingCount, conflictCount, blockedCount, syncedAt] = await Promise.all([
        index.count('dirty'),
        index.count('sending'),
        index.count('conflict'),
        index.count('blocked'),
        tx.objectStore('meta').get(syncedAtKey),
      ])
      return {
        waitingCount: dirtyCount + sendingCount,
        conflictCount,
        blockedCount,
        syncedAt: syncedAt === undefined ? null : new Date(syncedAt).toISOString(),
      }
    },

    async discarded() {
      const store = database.transaction('discarded').store
      const [keys, entries] = await Promise.all([store.getAllKeys(), store.getAll()])
      return entries.map((entry, index) => ({ ...entry, id: String(keys[index]) })).reverse()
    },

    takeDiscarded: (id, decide) =>
      transaction(async (tx) => {
        const discarded = tx.objectStore('discarded')
        const key = Number(id)
        const entry = Number.isInteger(key) ? await discarded.get(key) : undefined
        if (entry === undefined) return false
        await discarded.delete(key)
        await write(tx, decide({ ...entry, id }))
        return true
      }),

    async storeImage(sha256, image) {
      const tx = database.transaction('images', 'readwrite', { durability: 'strict' })
      const isStored = (await tx.store.getKey(sha256)) !== undefined
      if (!isStored) await tx.store.put(image, sha256)
      await tx.done
    },

    /** Returns the SHA-256 of every stored image. */
    imageHashes: () => database.getAllKeys('images'),

    /**
     * Deletes every post without local changes, which the next sync cycle fetches again, and every uploaded image that no
     * remaining text shows. An image that was never uploaded may be in a revision on the server, and its bytes are only here.
     * @param unsaved the texts of editors, which are stored elsewhere
     */
    deleteClean: (unsaved: readonly UnsavedText[]) =>
      transaction(async (tx) => {
        const ids = await tx.objectStore('cards').index('state').getAllKeys('clean')
        await Promise.all(ids.map((id) => writeRow(tx, id, null)))
        await tx.objectStore('meta').clear()
        const rows = await tx.objectStore('rows').getAll()
        const discarded = await tx.objectStore('discarded').getAll()
        const texts = [
          ...rows.flatMap(({ draft }) => draft ?? []),
          ...discarded.map(({ text }) => text),
          ...unsaved.map(({ content }) => content),
        ]
        const shownHashes = new Set(texts.flatMap(draftImagesIn))
        const images = tx.objectStore('images')
        const unusedHashes = (await images.getAllKeys()).filter((sha256) => !shownHashes.has(sha256))
        for (const sha256 of unusedHashes)
          if ((await images.get(sha256))?.url !== null) await images.delete(sha256)
      }),
  } satisfies DraftStore & {
    imageHashes(): Promise<string[]>
    deleteClean(unsaved: readonly UnsavedText[]): Promise<void>
  }
}

function abort(tx: WriteTransaction): void {
  try {
    tx.abort()
  } catch {
    // The transaction has already ended.
  }
}

async function findIdsWithWords(database: DraftDatabase, words: readonly string[]): Promise<Set<string>> {
  const ids = new Set<string>()
  let cursor = await database.transaction('rows').store.openCursor()
  while (cursor !== null) {
    const text = shownText(cursor.value) ?? cursor.value.base
    const searchText = text === null ? '' : foldText(`${text.title} ${textOf(text.content)}`)
    if (words.every((word) => searchText.includes(word))) ids.add(cursor.key)
    cursor = await cursor.continue()
  }
  return ids
}
