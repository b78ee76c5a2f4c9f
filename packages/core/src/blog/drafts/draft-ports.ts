import type { DraftProblem, DraftRow, FrozenRequest, ServerPost } from './draft-row.ts'

/** A discarded text and why it was discarded. Saved texts are never deleted without a copy among the discarded drafts. */
export interface DiscardedText<Text> {
  postId: string
  text: Text
  why: 'deleted' | 'theirs_taken'
}

/** Everything that one step writes, atomically. A null row is deleted. */
export interface DraftChange<Text> {
  rows?: { id: string; row: DraftRow<Text> | null }[]
  discarded?: DiscardedText<Text>[]
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

/** Persistent storage of drafts: SQLite on the desktop, IndexedDB on the web. Acknowledged writes survive a crash. */
export interface DraftStore<Text> {
  /** The ids of rows that have something to send, in the order of their first edit. */
  pending(): Promise<string[]>
  read(id: string): Promise<DraftRow<Text> | null>
  /**
   * Reads rows, calls `decide`, and writes its change in one transaction. `decide` must be pure, because it may be
   * called again.
   */
  change<Result>(
    ids: readonly string[],
    decide: (rows: ReadonlyMap<string, DraftRow<Text>>) => { change: DraftChange<Text>; result: Result },
  ): Promise<Result>
  cursor(): Promise<number>
  image(sha256: string): Promise<DraftImage | null>
  /** Records an image's address on the server. */
  recordImageUrl(sha256: string, url: string): Promise<void>
}

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

export type SendOutcome<Text> =
  | Failure
  | Broken
  | { outcome: 'accepted'; post: ServerPost<Text> }
  /** 412, and 404 with `version: null`. */
  | { outcome: 'conflict'; theirs: ServerPost<Text> }
  | { outcome: 'rejected'; problem: DraftProblem }

export type ImageOutcome =
  | Failure
  | Broken
  | { outcome: 'uploaded'; url: string }
  | { outcome: 'rejected'; problem: DraftProblem }

export type ChangesOutcome<Text> =
  | Failure
  | { outcome: 'changes'; posts: ({ id: string } & ServerPost<Text>)[]; cursor: number; more: boolean }

/** The server, as drafts use it. Network and server failures are outcomes, never exceptions. */
export interface DraftServer<Text> {
  /** PUT or DELETE with Idempotency-Key, and If-Match or If-None-Match. */
  send(postId: string, request: FrozenRequest<Text>): Promise<SendOutcome<Text>>
  /** Uploads an image. Idempotent. */
  uploadImage(sha256: string, image: DraftImage): Promise<ImageOutcome>
  /** Returns changes after `cursor`, each post once, oldest first. */
  changes(cursor: number): Promise<ChangesOutcome<Text>>
}

/** Finds references to local images in drafts, and replaces them with server addresses in the request. */
export interface ImageReferences<Text> {
  /** The SHA-256 of every local image in a text. */
  find(text: Text): string[]
  /** Returns the text with references replaced; one without an address stays. */
  replace(text: Text, urls: ReadonlyMap<string, string>): Text
}
