import type { PostInput } from '@priormark/core/blog/post-input'
import type { BinEntry, DraftCard, UnsavedText } from '@priormark/core/drafts/draft-service'
import type { DraftImage } from '@priormark/core/drafts/draft-ports'
import type { DraftRow } from '@priormark/core/drafts/draft-row'
import { openDB, type DBSchema, type IDBPDatabase } from 'idb'

/** What a list shows of a post, so that a list never reads a text. */
interface CardRecord extends DraftCard {
  /** The order in which pending posts are sent: that of their first edit since they were last clean. Absent where nothing is to be sent. */
  pendingSince?: number
}

/** The drafts of one user. */
export interface DraftSchema extends DBSchema {
  rows: { key: string; value: DraftRow<PostInput> }
  cards: {
    key: string
    value: CardRecord
    indexes: { pendingSince: number; touchedAt: string; state: string }
  }
  bin: { key: number; value: Omit<BinEntry, 'id'> }
  images: { key: string; value: DraftImage }
  meta: { key: string; value: number }
}
export type DraftDatabase = IDBPDatabase<DraftSchema>

const version = 1

/** Opens what a browser keeps of the posts of one user, and makes it where there is nothing. */
export function openDraftDatabase(username: string): Promise<DraftDatabase> {
  return openDB<DraftSchema>(`priormark-drafts-${username}`, version, {
    upgrade(database) {
      database.createObjectStore('rows', { keyPath: 'id' })
      const cards = database.createObjectStore('cards', { keyPath: 'id' })
      cards.createIndex('pendingSince', 'pendingSince')
      cards.createIndex('touchedAt', 'touchedAt')
      cards.createIndex('state', 'state')
      database.createObjectStore('bin', { autoIncrement: true })
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

/** Opens the unsaved texts of one user, in a database of their own: a logout leaves them alone. */
export function openUnsavedDatabase(username: string): Promise<UnsavedDatabase> {
  return openDB<UnsavedSchema>(`priormark-unsaved-${username}`, 1, {
    upgrade(database) {
      database.createObjectStore('texts', { keyPath: 'id' }).createIndex('at', 'at')
    },
  })
}
