import type { DraftRow, FrozenRequest, ServerPost } from './draft-row.ts'
import type { DiscardedDraft, DraftCard, DraftProblem, DraftSummary, UnsavedText } from './draft-service.ts'

export type Awaitable<Value> = Value | Promise<Value>

/** A text to discard. Saved texts are never deleted without a copy among the discarded drafts. */
export type DiscardedText = Pick<DiscardedDraft, 'postId' | 'text' | 'why'>

/** Everything that one step writes, atomically. A null row is deleted. */
export interface DraftChange {
  rows?: { id: string; row: DraftRow | null }[]
  discarded?: DiscardedText[]
  /** The position up to which the server's changes were applied. */
  cursor?: number
  /** Whether no more changes follow: the store then records the time of the sync. */
  isComplete?: boolean
}

/** An image of a draft, stored under the SHA-256 of its bytes; `url` is null until it is uploaded. */
export interface DraftImage {
  type: string
  bytes: Uint8Array
  url: string | null
}

/**
 * Stores the posts of one user on one machine: SQLite on the desktop, IndexedDB on the web. Acknowledged writes survive a
 * crash.
 */
export interface DraftStore {
  /** The ids of rows that have something to send, in the order of their first edit. */
  pending(): Promise<string[]>
  read(id: string): Promise<DraftRow | null>
  /**
   * Reads rows, calls `decide`, and writes its change in one transaction. `decide` must be pure, because it may be
   * called again.
   */
  change<Result>(
    ids: readonly string[],
    decide: (rows: ReadonlyMap<string, DraftRow>) => { change: DraftChange; result: Result },
  ): Promise<Result>
  cursor(): Promise<number>
  image(sha256: string): Promise<DraftImage | null>
  /** Stores an image; does nothing if it is already stored. */
  storeImage(sha256: string, image: DraftImage): Awaitable<void>
  /** Records an image's address on the server. */
  recordImageUrl(sha256: string, url: string): Promise<void>
  list(search: string): Awaitable<DraftCard[]>
  /** Returns when a post was last changed here, ISO 8601; null if unknown. */
  changedAt(id: string): Awaitable<string | null>
  summary(): Awaitable<DraftSummary>
  discarded(): Awaitable<DiscardedDraft[]>
  /** Removes a discarded draft and writes the resulting change, in one transaction. Returns false if it does not exist. */
  takeDiscarded(id: string, decide: (entry: DiscardedDraft) => DraftChange): Awaitable<boolean>
}

/** What a sync uses of the store. */
export type SyncStore = Pick<
  DraftStore,
  'pending' | 'read' | 'change' | 'cursor' | 'image' | 'recordImageUrl'
>

/** Stores the unsaved texts of one user on one machine. */
export interface UnsavedStore {
  storeUnsaved(text: UnsavedText): Awaitable<void>
  dropUnsaved(id: string): Awaitable<void>
  /** Returns all of them, newest first. */
  allUnsaved(): Awaitable<UnsavedText[]>
}

/** The newest unsaved texts that every store keeps. */
export const maxUnsaved = 20

/**
 * A failed call, after which the same request is sent again. `later`: the server was not reached. `busy`: it responded that it
 * cannot serve requests now. `unauthenticated`: the user must log in; nothing is lost. `message` is the server's message, null if
 * it had none for a person.
 */
export type Failure =
  | { outcome: 'later' }
  | { outcome: 'busy'; message: string | null }
  | { outcome: 'unauthenticated' }

/**
 * The server failed at this request. It is sent again later, and other requests go first. If one of those needs a slug
 * that this request would free, the server rejects it and its author decides.
 */
export type Broken = { outcome: 'broken'; message: string | null }

export type SendOutcome =
  | Failure
  | Broken
  | { outcome: 'accepted'; post: ServerPost }
  /** 412, and 404 with `version: null`. */
  | { outcome: 'conflict'; theirs: ServerPost }
  | { outcome: 'rejected'; problem: DraftProblem }

type ImageOutcome =
  | Failure
  | Broken
  | { outcome: 'uploaded'; url: string }
  | { outcome: 'rejected'; problem: DraftProblem }

type ChangesOutcome =
  | Failure
  | { outcome: 'changes'; posts: ({ id: string } & ServerPost)[]; cursor: number; more: boolean }

/** The server, as drafts use it. Network and server failures are outcomes, never exceptions. */
export interface DraftServer {
  /** PUT or DELETE with Idempotency-Key, and If-Match or If-None-Match. */
  send(postId: string, request: FrozenRequest): Promise<SendOutcome>
  /** Uploads an image. Idempotent. */
  uploadImage(sha256: string, image: DraftImage): Promise<ImageOutcome>
  /** Returns changes after `cursor`, each post once, oldest first. */
  changes(cursor: number): Promise<ChangesOutcome>
}
