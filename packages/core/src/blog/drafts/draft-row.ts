import { imageFormats } from '../images/endpoints.ts'
import { postState, type AdminPost, type PostInput } from '../post.ts'
import type {
  DiscardedDraft,
  DraftCard,
  DraftProblem,
  DraftSummary,
  DraftView,
  UnsavedText,
} from './draft-service.ts'
import { maxBlogImageBytes, maxFileSizeMessage } from '../../platform/limits.ts'

/**
 * The state of a draft: a post that is written offline and sent when the server can be reached. A row stores one post on one
 * machine: the text that its author saved here, and the one request that may be in flight.
 *
 * - `clean`: edit or remove -> dirty; pull -> clean, with the newer text.
 * - `dirty`: freeze -> sending; a newer pull -> conflict.
 * - `sending`: accepted -> clean, or dirty if the author has edited since; changed or missing on the server -> conflict;
 *   rejected -> blocked, without a draft if it was a deletion; otherwise unchanged, and sent again byte for byte.
 * - `conflict`: mine -> dirty on their version; theirs -> clean, the draft is discarded; copy -> a new post, and clean.
 * - `blocked`: edit or remove -> dirty; a newer pull -> conflict, or clean without a draft.
 */
export type DraftState = 'clean' | 'dirty' | 'sending' | 'conflict' | 'blocked'

/** A request that is sent repeatedly until the server responds. Stored before it is first sent. */
export interface FrozenRequest {
  /** The Idempotency-Key. */
  id: string
  /** The revision of the draft that it contains. */
  revision: number
  /** The version it is based on, for If-Match; null if it creates the post. */
  baseVersion: number | null
  /** Null if it removes the post. */
  text: PostInput | null
}

/** A post as the server has it. `version` is null if the server does not know the post; `text` is null if it was deleted. */
export interface ServerPost {
  version: number | null
  text: PostInput | null
  facts?: PostFacts | undefined
}

/** What the server knows of a post besides its text. Dates are ISO 8601. */
interface PostFacts {
  publishedAt: string | null
  updatedAt: string
  /** The user name of the administrator who created it; null if unknown. */
  createdBy: string | null
}

/** One post on this machine. */
export interface DraftRow {
  /** A UUID, created by the machine that created the post. */
  id: string
  /** The version that the draft is based on; null if the post was never on the server. */
  baseVersion: number | null
  /** The server's text at `baseVersion`; also null if only its version is known. */
  base: PostInput | null
  /** The facts of the server's post; absent if they are unknown. */
  baseFacts?: PostFacts | undefined
  /** The oldest version after which all changes came from this machine. An editor that started from it has no conflict. */
  ownSince: number | null
  /** The text that was saved here and not yet sent; null if there is none. */
  draft: PostInput | null
  /** Incremented by every edit. */
  revision: number
  /** Whether the author deleted the post. */
  isRemoved: boolean
  request: FrozenRequest | null
  /** A newer version on the server, pulled while this row was not clean. */
  theirs: ServerPost | null
  /** Why the server rejects the draft, or rejected the deletion of a post without a draft. */
  problem: DraftProblem | null
}

export type Awaitable<Value> = Value | Promise<Value>

/** A text to discard. Saved texts are never deleted without a copy among the discarded drafts. */
export type DiscardedText = Pick<DiscardedDraft, 'postId' | 'text' | 'reason'>

/** What one step writes in one transaction. A null row is deleted. */
export interface DraftChange {
  rows?: { id: string; row: DraftRow | null }[]
  discarded?: DiscardedText[]
  /** The position up to which the server's changes were applied. */
  cursor?: number
  /** Whether no more changes follow. The store then records the time of the sync. */
  isComplete?: boolean
}

/** An image of a draft, stored under the SHA-256 of its bytes; `url` is null until it is uploaded. */
export interface DraftImage {
  type: string
  bytes: Uint8Array
  url: string | null
}

/**
 * Stores the posts of one user on one machine: SQLite on the desktop, IndexedDB on the web. Acknowledged writes survive a crash.
 */
export interface DraftStore {
  /** The ids of rows that have something to send, in the order of their first edit. */
  pending(): Promise<string[]>
  read(id: string): Promise<DraftRow | null>
  /** Reads rows, calls `decide` and writes its change, in one transaction. `decide` must be pure, because it may be called again. */
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

/** Stores the unsaved texts of one user on one machine. */
export interface UnsavedStore {
  storeUnsaved(text: UnsavedText): Awaitable<void>
  dropUnsaved(id: string): Awaitable<void>
  /** Returns all of them, newest first. */
  allUnsaved(): Awaitable<UnsavedText[]>
}

/** How many unsaved texts a store keeps: the newest. */
export const maxUnsaved = 20

/** Derives the state of a post from its row. */
export function draftState(row: DraftRow): DraftState {
  if (row.request !== null) return 'sending'
  if (row.theirs !== null) return 'conflict'
  if (row.problem !== null) return 'blocked'
  return row.draft !== null || row.isRemoved ? 'dirty' : 'clean'
}

/** Creates the row of a post that is not stored yet. */
export function newDraftRow(id: string): DraftRow {
  return {
    id,
    baseVersion: null,
    base: null,
    ownSince: null,
    draft: null,
    revision: 0,
    isRemoved: false,
    request: null,
    theirs: null,
    problem: null,
  }
}

/** Returns the text that the author sees: the draft, else the server's text; null if the post was deleted. */
export function shownText(row: DraftRow): PostInput | null {
  return row.isRemoved ? null : (row.draft ?? row.base)
}

/** Converts a row for screens. @param changedAt when it last changed on this machine, ISO 8601 */
export function viewOfDraft(row: DraftRow, changedAt: string): DraftView {
  const { id, isRemoved, revision, baseVersion, theirs, problem } = row
  const createdBy = row.baseFacts?.createdBy ?? null
  const shown = { state: draftState(row), hasDraft: row.draft !== null, text: shownText(row), createdBy }
  return { ...shown, id, isRemoved, revision, baseVersion, theirs, problem, changedAt }
}

/** Converts a row for lists. @param changedAt when it last changed on this machine, ISO 8601 */
export function cardOfDraft(row: DraftRow, changedAt: string): DraftCard {
  const text = shownText(row) ?? row.base
  return {
    id: row.id,
    title: text?.title ?? '',
    status: text === null ? 'draft' : postState(text),
    state: draftState(row),
    hasDraft: row.draft !== null,
    isNew: row.baseVersion === null,
    changedAt,
    isRemoved: row.isRemoved,
    scheduledAt: text?.scheduledAt ?? null,
    publishedAt: row.baseFacts?.publishedAt ?? null,
    updatedAt: row.baseFacts?.updatedAt ?? null,
    createdBy: row.baseFacts?.createdBy ?? null,
  }
}

/** Converts a post of the server to what an editor would submit. Drafts start from that and are compared with it. */
export function postText(post: AdminPost): PostInput {
  return {
    title: post.title,
    content: post.content,
    excerpt: post.excerpt,
    slug: post.slug,
    status: post.status,
    authorId: post.authorId,
    featuredImage: post.featuredImage ?? '',
    metaTitle: post.metaTitle ?? '',
    metaDescription: post.metaDescription ?? '',
    metaKeywords: post.metaKeywords ?? '',
    categories: post.categories.map(({ name }) => name),
    tags: post.tags.map(({ name }) => name),
    scheduledAt: post.scheduledAt,
  }
}

/** The path of an image that was added offline. It is the same on every platform. */
export function draftImagePath(sha256: string): string {
  return `/_media/${sha256}`
}

// Matches only inside quotes, so that a path in the visible text stays.
const imageReferences = /(?<=["'])\/_media\/([0-9a-f]{64})(?=["'])/g

/** Returns the SHA-256 of every local image in a draft: in its content, and its featured image. */
export function draftImagesIn({ content, featuredImage }: PostInput): string[] {
  const references = `${content}"${featuredImage}"`.matchAll(imageReferences)
  return [...new Set(Array.from(references, ([, sha256 = '']) => sha256))]
}

/** Replaces references to local images with addresses on the server; one without an address stays. */
export function replaceDraftImages(text: PostInput, urls: ReadonlyMap<string, string>): PostInput {
  const addressOf = (path: string, sha256: string) => urls.get(sha256) ?? path
  return {
    ...text,
    content: text.content.replace(imageReferences, addressOf),
    featuredImage: text.featuredImage.replace(/^\/_media\/([0-9a-f]{64})$/, addressOf),
  }
}

/** @throws RangeError with a message for the author, if this cannot be an image of a post */
export function assertDraftImage({ bytes, type }: { bytes: Uint8Array; type: string }): void {
  // Checks only the declared type: the server decodes the image.
  if (!imageFormats.some((format) => type === `image/${format}`))
    throw new RangeError('Only image files are allowed')
  if (bytes.byteLength > maxBlogImageBytes) throw new RangeError(maxFileSizeMessage(maxBlogImageBytes))
}
