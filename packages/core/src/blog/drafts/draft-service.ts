import * as v from 'valibot'
import type { PostInput, PostState } from '../post.ts'
import type { FieldErrors } from '../../platform/errors.ts'
import { IsoDate } from '../../platform/ids.ts'
import type { DraftRow, DraftState } from './draft-row.ts'

/** The drafts of the machine that a screen runs on. The same on the web and on the desktop. */
export interface DraftService {
  /** Returns the posts stored here, most recently changed first; with `search`, those that contain its words. */
  list(query: { search: string }): Promise<DraftCard[]>
  /** Returns one post, or null if it is not stored here. */
  read(id: string): Promise<DraftView | null>
  /**
   * Saves a text on this machine, then tries to send it. If another window or someone else has saved the post in the meantime, the
   * result is a conflict and nothing is overwritten. Rejects only if the text could not be stored.
   */
  save(input: DraftSave): Promise<SaveResult>
  /** Deletes a post here, then tries to delete it on the server. Unsent text moves to the discarded drafts. */
  remove(id: string): Promise<RemovalOutcome>
  /** Stores the unsaved text of an open editor, replacing its previous one. At most 20 are kept. */
  storeUnsaved(text: UnsavedText): Promise<void>
  /** Deletes the text of an editor. */
  dropUnsaved(id: string): Promise<void>
  /** Returns the unsaved texts of a post, newest first; with null, those of posts that were never saved. */
  unsaved(postId: string | null): Promise<UnsavedText[]>
  /** Returns what can be restored, newest first. */
  discarded(): Promise<DiscardedDraft[]>
  /** Makes a discarded draft a new post and returns its id. */
  restoreDiscarded(entryId: string): Promise<string>
  /** Stores an image for a draft and returns its local address. At most 10 MB, only images. */
  addImage(image: { bytes: Uint8Array; type: string }): Promise<string>
  /** Sends and fetches now, and returns the resulting status. */
  sync(): Promise<DraftStatus>
  status(): Promise<DraftStatus>
  /** Passes the current status to the listener, then every change of it, until the returned function is called. */
  watch(listener: (status: DraftStatus) => void): () => void
}

/** How an author ends a conflict. */
export type Resolution = 'mine' | 'theirs' | 'copy'

/** The version and revision that the author saw when they started to write, or when they resolved a conflict. */
export interface DraftBasis {
  /** The server's version of the text; null for a post that is not on the server. */
  version: number | null
  /** The number of edits of the post on this machine. */
  revision: number
}

/** A text to be stored and sent to the server. */
export interface DraftSave {
  id: string
  /** Null resolves a conflict over a post that its author deleted. */
  content: PostInput | null
  basedOn: DraftBasis
  /** Resolves a conflict: `basedOn` is then the other text as it was shown. */
  resolution?: Resolution
}

/** Drafts cannot be stored on this machine, because it has no storage or no space. Texts must be saved directly on the server. */
export class DraftsUnavailable extends Error {
  constructor(cause: unknown) {
    super('Drafts cannot be stored here', { cause })
    this.name = 'DraftsUnavailable'
  }
}

/** One line of the list of drafts. Dates are ISO 8601. */
export interface DraftCard {
  id: string
  title: string
  status: PostState
  state: DraftState
  hasDraft: boolean
  /** Whether it was never on the server. */
  isNew: boolean
  /** When it last changed here. */
  changedAt: string
  isRemoved: boolean
  scheduledAt: string | null
  /** When the server's post was published and last changed; null if it was not, or if that is unknown. */
  publishedAt: string | null
  updatedAt: string | null
  /** Who created the server's post; null if this computer does not know. */
  createdBy: string | null
}

/** Why the server rejects a request, and what its author must change. */
export interface DraftProblem {
  /** The server's message for a person, or null. */
  message: string | null
  fields: FieldErrors
  /** A free slug if the wanted one is taken. */
  freeSlug: string | null
}

/** A stored post. */
export interface DraftView
  extends
    Pick<DraftCard, 'state' | 'hasDraft' | 'createdBy' | 'changedAt'>,
    Pick<DraftRow, 'id' | 'isRemoved' | 'revision' | 'baseVersion' | 'theirs' | 'problem'> {
  /** The draft, else the server's text. */
  text: PostInput | null
}

/** The other text of a conflict, as shown to the author. */
export interface TheirText extends DraftBasis {
  /** Null if the post was deleted. */
  text: PostInput | null
  /** When it was saved, ISO 8601; null if unknown. */
  savedAt: string | null
}

/**
 * How a save ended.
 * - `saved`: the server has the text.
 * - `queued`: the server was not reached, or no user is logged in; this machine sends it when it can.
 * - `failed`: the server responded with an error; this machine has the text and sends it again.
 * - `conflict`: someone else saved first.
 * - `rejected`: the server rejects the text.
 * - `discarded`: the author chose the other text, and this one is among the discarded drafts.
 */
export type SaveResult = {
  /** The post that has the text, a new one for a copy. */
  id: string
  /** The revision for the next save's `basedOn`. */
  revision: number
  /** Whether this machine stored the text. False for a conflict with an unseen text. */
  isStored: boolean
} & (
  | {
      kind: 'saved'
      title: string
      /** The version that the text became; null if someone else has changed the post again since. */
      version: number | null
    }
  | { kind: 'queued'; isLoggedOut: boolean }
  | { kind: 'failed'; message: string | null }
  | { kind: 'conflict'; theirs: TheirText }
  | { kind: 'rejected'; problem: DraftProblem }
  | { kind: 'discarded' }
)

/** The unsaved text of an open editor. It is never sent. */
export interface UnsavedText {
  /** A UUID for each open editor; also the id of its autosaved revision. */
  id: string
  postId: string
  basedOn: DraftBasis
  /** ISO 8601. */
  at: string
  content: PostInput
}

/**
 * The result of a deletion.
 * - `removed`: the server deleted the post.
 * - `waiting`, `logged out`: this machine sends the deletion later.
 * - `conflict`: someone else changed the post, and the author decides.
 * - `rejected`: the server rejected it or responded with an error, and the post is restored. `message` is for a person, or null.
 */
export type RemovalOutcome =
  | { kind: 'removed' | 'waiting' | 'logged out' | 'conflict' }
  | { kind: 'rejected'; message: string | null }

/** A text that its author deleted unsent, or gave up in a conflict. It can be restored. */
export interface DiscardedDraft {
  id: string
  postId: string
  reason: 'deleted' | 'theirs_taken'
  /** ISO 8601. */
  at: string
  text: PostInput
}

/** The sync status of this machine. */
export const DraftStatus = v.object({
  /** `failing`: the server responds, but fails at a request. */
  connection: v.picklist(['online', 'failing', 'offline', 'unauthenticated']),
  waitingCount: v.number(),
  conflictCount: v.number(),
  blockedCount: v.number(),
  /** When this machine last had all changes from the server, in any window or run of the program; null before the first time. */
  syncedAt: v.nullable(IsoDate),
})
export type DraftStatus = v.InferOutput<typeof DraftStatus>

/** Whether the server responds at all, even with errors. */
export function isServerResponding(connection: DraftStatus['connection']): boolean {
  return connection === 'online' || connection === 'failing'
}

/** The part of the status that the store knows. */
export type DraftSummary = Omit<DraftStatus, 'connection'>

/** The timers of the platform; `globalThis` has them. */
export interface Clock {
  setTimeout(callback: () => void, delayMs: number): unknown
  clearTimeout(timer: unknown): void
}

/** A message between windows of the same user: how a sync cycle ended, or that a draft changed. */
type WindowMessage = Pick<DraftStatus, 'connection'> | 'changed'

/** Lets the windows of one user take turns and exchange messages. */
export interface WindowLock {
  /** Runs the work while no other window runs its own. */
  runExclusively<Result>(work: () => Promise<Result>): Promise<Result>
  broadcast(message: WindowMessage): void
  /** Calls the listener with what other windows broadcast. */
  onMessage(listener: (message: WindowMessage) => void): void
  close(): void
}

/** The lock of a store that only one process uses. */
export const soleWindow: WindowLock = {
  runExclusively: (work) => work(),
  broadcast: () => undefined,
  onMessage: () => undefined,
  close: () => undefined,
}
