import type { DraftProblem, DraftRow, FrozenRequest, ServerPost } from './draft-row.ts'

/** What the bin keeps, and why: nothing that an author saved goes without a trace. */
export interface BinnedDraft<Text> {
  postId: string
  text: Text
  why: 'deleted' | 'theirs_taken'
}

/** Everything that one step writes; it is written whole or not at all. A row of null is removed. */
export interface DraftChange<Text> {
  rows?: { id: string; row: DraftRow<Text> | null }[]
  binned?: BinnedDraft<Text>[]
  /** How far the server's changes were taken over. */
  cursor?: number
  /** Whether the server has no other news than these: the store notes when that was. */
  isLastNews?: boolean
}

/** An image that was put into a draft, under the SHA-256 of its bytes; `url` is null until it is on the server. */
export interface DraftImage {
  type: string
  bytes: Uint8Array
  url: string | null
}

/** Where drafts last: SQLite on the desktop, IndexedDB on the web. What it has acknowledged survives a crash. */
export interface DraftStore<Text> {
  /** The rows that have something to send, in the order in which they were first touched. */
  pending(): Promise<string[]>
  read(id: string): Promise<DraftRow<Text> | null>
  /**
   * Reads rows, asks what to write, and writes that: one transaction, so that no edit comes in between.
   * `decide` is pure and may be asked again.
   */
  change<Result>(
    ids: readonly string[],
    decide: (rows: ReadonlyMap<string, DraftRow<Text>>) => { change: DraftChange<Text>; result: Result },
  ): Promise<Result>
  cursor(): Promise<number>
  image(sha256: string): Promise<DraftImage | null>
  /** Notes where an image is on the server now. */
  placeImage(sha256: string, url: string): Promise<void>
}

/**
 * What came of a call. `later`: no network, a server that is busy or starting; the same request is sent again.
 * `unauthenticated`: somebody must log in; nothing is dropped.
 */
export type Failure = { outcome: 'later' } | { outcome: 'unauthenticated' }

/**
 * The server broke at this very request. It is sent again too, and what is behind it goes first: where that wants a name which
 * this one was to give free, it is refused, and its author decides.
 */
export type Broken = { outcome: 'broken' }

export type SendOutcome<Text> =
  | Failure
  | Broken
  | { outcome: 'accepted'; post: ServerPost<Text> }
  /** 412, and 404 with `version: null`. */
  | { outcome: 'refused'; theirs: ServerPost<Text> }
  | { outcome: 'rejected'; problem: DraftProblem }

export type ImageOutcome =
  | Failure
  | Broken
  | { outcome: 'placed'; url: string }
  | { outcome: 'rejected'; problem: DraftProblem }

export type ChangesOutcome<Text> =
  | Failure
  | { outcome: 'changes'; posts: ({ id: string } & ServerPost<Text>)[]; cursor: number; more: boolean }

/** The server, as a draft needs it. It never throws for what a network or a server may do. */
export interface DraftServer<Text> {
  /** PUT or DELETE with Idempotency-Key, and If-Match or If-None-Match. */
  send(postId: string, request: FrozenRequest<Text>): Promise<SendOutcome<Text>>
  /** Uploads an image; sent twice it is the same image. */
  placeImage(sha256: string, image: DraftImage): Promise<ImageOutcome>
  /** What changed after `cursor`, each post once, oldest change first. */
  changes(cursor: number): Promise<ChangesOutcome<Text>>
}

/** How drafts refer to images of their own, and how such a reference becomes an address in the request that is sent. */
export interface ImageReferences<Text> {
  /** The SHA-256 of every image that a text refers to and that is not on the server yet. */
  find(text: Text): string[]
  /** The same text with references replaced; one without an address stays. */
  replace(text: Text, urls: ReadonlyMap<string, string>): Text
}
