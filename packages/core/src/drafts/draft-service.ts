import * as v from 'valibot'
import { PostInput } from '../blog/post-input.ts'
import { postStatuses } from '../blog/post.ts'
import { IsoDate, Uuid } from '../ids.ts'
import type { DraftProblem } from './draft-row.ts'
import type { DraftBasis, DraftSave } from './draft-save.ts'

/** The drafts of the machine that a screen runs on. The same on the web and on the desktop. */
export interface DraftService {
  /** Returns every post that is known here, newest change first; with `search` those that contain its words. */
  list(query: { search: string }): Promise<DraftCard[]>
  /** Returns one post; null if nothing is known of it here. */
  read(id: string): Promise<DraftView | null>
  /**
   * Saves a text on this machine, then tries to send it. A text that somebody else saved meanwhile, in another window or on
   * the server, is never overwritten: the result is a conflict. Rejects only if the text could not be kept.
   */
  save(input: DraftSave<PostInput>): Promise<SaveResult>
  /** Deletes a post here, then tries to delete it on the server. A text that the server does not have goes to the bin. */
  remove(id: string): Promise<RemovalOutcome>
  /** Stores the text of an open editor, over what it stored before. At most 20 are kept. */
  keepUnsaved(text: UnsavedText): Promise<void>
  /** Deletes the text of an editor. */
  dropUnsaved(id: string): Promise<void>
  /** Returns what editors of a post left behind, newest first; with null, those of posts that were never saved. */
  unsaved(postId: string | null): Promise<UnsavedText[]>
  /** Returns what can be restored, newest first. */
  bin(): Promise<BinEntry[]>
  /** Makes a text from the bin a new post and returns its id. */
  takeBack(entryId: string): Promise<string>
  /** Stores an image for a draft and returns its local address. At most 10 MB, only images. */
  addImage(image: { bytes: Uint8Array; type: string }): Promise<string>
  /** Sends and fetches now, and returns the resulting status. */
  sync(): Promise<DraftStatus>
  status(): Promise<DraftStatus>
  /** Passes the current status to the listener, then every change of it, until the returned function is called. */
  watch(listener: (status: DraftStatus) => void): () => void
}

/** Drafts cannot be kept on this machine: it has no storage for them, or no room. What is saved must go to the server at once. */
export class DraftsUnavailable extends Error {
  constructor(cause: unknown) {
    super('Drafts cannot be kept here', { cause })
    this.name = 'DraftsUnavailable'
  }
}

const draftStates = ['clean', 'dirty', 'sending', 'conflict', 'blocked'] as const

/** One line of the list of drafts. */
export const DraftCard = v.object({
  id: Uuid,
  title: v.string(),
  status: v.picklist(postStatuses),
  state: v.picklist(draftStates),
  /** When it was last touched here. */
  touchedAt: IsoDate,
  isRemoved: v.boolean(),
})
export type DraftCard = v.InferOutput<typeof DraftCard>

const Problem = v.object({
  /** What the server said; null where it said nothing that a person can read. */
  sentence: v.nullable(v.string()),
  fields: v.record(v.string(), v.array(v.string())),
  freeSlug: v.nullable(v.string()),
})

/** A post as it is known here. */
export const DraftView = v.object({
  id: Uuid,
  state: v.picklist(draftStates),
  isRemoved: v.boolean(),
  /** Goes up with every edit on this machine, in whichever window. */
  revision: v.number(),
  /** What its author sees: the draft, else the server's text. */
  text: v.nullable(PostInput),
  /** The version that `text` began with; null for a post that the server does not have. */
  baseVersion: v.nullable(v.number()),
  /** The other side of a conflict; its text is null where they deleted the post. */
  theirs: v.nullable(v.object({ version: v.nullable(v.number()), text: v.nullable(PostInput) })),
  problem: v.nullable(Problem),
  touchedAt: IsoDate,
})
export type DraftView = v.InferOutput<typeof DraftView>

/** The other text of a conflict, as an author is shown it. */
export interface TheirText extends DraftBasis {
  /** Null where the post was deleted. */
  text: PostInput | null
  /** When it was saved, ISO 8601; null where that is not known. */
  savedAt: string | null
}

/**
 * How a save ended.
 * - `saved`: the server has the text.
 * - `queued`: this machine sends it when it can.
 * - `conflict`: somebody else saved first.
 * - `rejected`: the server will not take the text as it is.
 * - `binned`: its author took the other text, and this one is in the bin.
 */
export type SaveResult = {
  /** The post that has the text, which is a new one for a copy. */
  id: string
  /** What the next save of it is based on. */
  revision: number
  /** Whether this machine has the text. False for a conflict with a text that the author had not seen. */
  isKept: boolean
} & (
  | { kind: 'saved'; title: string }
  | { kind: 'queued'; isLoggedOut: boolean }
  | { kind: 'conflict'; theirs: TheirText }
  | { kind: 'rejected'; problem: DraftProblem }
  | { kind: 'binned' }
)

/** What is in an open editor and not saved. It is never sent. */
export interface UnsavedText {
  /** A UUID, one for each open editor; also the id of its autosaved revision. */
  id: string
  postId: string
  basedOn: DraftBasis
  /** ISO 8601. */
  at: string
  content: PostInput
}

/** How a deletion ended: `waiting` and `logged out` are sent later; a conflict is decided by the author. */
export type RemovalOutcome = 'removed' | 'waiting' | 'logged out' | 'conflict'

/** A text that was given up. */
export const BinEntry = v.object({
  id: v.string(),
  postId: Uuid,
  why: v.picklist(['deleted', 'theirs_taken']),
  at: IsoDate,
  text: PostInput,
})
export type BinEntry = v.InferOutput<typeof BinEntry>

/** How it stands between this machine and the server. */
export const DraftStatus = v.object({
  /** `failing`: the server is there, and breaks at something that it was sent. */
  connection: v.picklist(['online', 'failing', 'offline', 'unauthenticated']),
  waiting: v.number(),
  conflicts: v.number(),
  blocked: v.number(),
  /** When this machine last had all of the server's news, in whichever window or run of the program; null before the first time. */
  syncedAt: v.nullable(IsoDate),
})
export type DraftStatus = v.InferOutput<typeof DraftStatus>

/** What the store of a machine says of its drafts. */
export type DraftSummary = Omit<DraftStatus, 'connection'>
