import type { DiscardedDraft, DraftCard, UnsavedText } from '@priormark/core/blog/drafts/draft-service'
import type { DraftImage } from '@priormark/core/blog/drafts/draft-deps'
import type { DraftRow } from '@priormark/core/blog/drafts/draft-row'
import { openDB, type DBSchema, type IDBPDatabase } from 'idb'

/** A post in lists, stored separately so that a list never reads texts. */
interface CardRecord extends DraftCard {
  /**
   * The position in the sending order, which is that of the first edit since the post was clean. Absent if there is
   * nothing to send.
   */
  pendingSince?: number
}

/** The drafts of one user. */
export interface DraftSchema extends DBSchema {
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

const version = 1

/** Opens or creates the database of one user's posts. */
export function openDraftDatabase(username: string): Promise<DraftDatabase> {
  return openDB<DraftSchema>(`priormark-drafts-${username}`, version, {
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

/** The unsaved texts of one user. */
interface UnsavedSchema extends DBSchema {
  texts: { key: string; value: UnsavedText; indexes: { at: string } }
}
export type UnsavedDatabase = IDBPDatabase<UnsavedSchema>

/** Opens the unsaved texts of one user, in a separate database that survives a logout. */
export function openUnsavedDatabase(username: string): Promise<UnsavedDatabase> {
  return openDB<UnsavedSchema>(`priormark-unsaved-${username}`, 1, {
    upgrade(database) {
      database.createObjectStore('texts', { keyPath: 'id' }).createIndex('at', 'at')
    },
  })
}
