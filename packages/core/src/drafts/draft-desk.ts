import * as v from 'valibot'
import { PostInput } from '../blog/post-input.ts'
import { postStatuses } from '../blog/post.ts'
import { IsoDate, Uuid } from '../ids.ts'

/** What a screen may ask of the drafts of the machine it runs on. The same on the web and on the desktop. */
export interface DraftDesk {
  /** Every post that is known here, newest touched first; with `search` those that have its words. */
  list(query: { search: string }): Promise<DraftCard[]>
  /** One post; null where nothing is known of it here. */
  read(id: string): Promise<DraftView | null>
  /** Saves a text: durable once it resolves. It is sent by itself. `seenVersion` is the version the writing began with. */
  save(input: { id: string; text: PostInput; seenVersion: number | null }): Promise<void>
  /** Deletes a post; what the server does not have goes to the bin. */
  remove(id: string): Promise<void>
  /**
   * Ends a conflict; the id of the copy, where one was made. `seenVersion` is the version of theirs that was shown: where
   * they have another by now, nothing is decided.
   */
  resolve(input: {
    id: string
    how: 'mine' | 'theirs' | 'copy'
    seenVersion: number | null
  }): Promise<string | null>
  /** What can be taken back, newest first. */
  bin(): Promise<BinEntry[]>
  /** Makes a binned text a new post, and answers its id. */
  takeBack(entryId: string): Promise<string>
  /** Keeps an image for a draft and answers the address it has here. At most 10 MB, only images. */
  addImage(image: { bytes: Uint8Array; type: string }): Promise<string>
  /** Sends and fetches now; answers how that went. */
  sync(): Promise<DraftStatus>
  /** Tells the state now and whenever it changes, until the function that it answers is called. */
  watch(listener: (status: DraftStatus) => void): () => void
}

/** Drafts cannot be kept on this machine: it has no storage for them, or no room. What is saved must go to the server at once. */
export class DraftsUnavailable extends Error {
  constructor(cause: unknown) {
    super('Drafts cannot be kept here', { cause })
    this.name = 'DraftsUnavailable'
  }
}

export const draftStates = ['clean', 'dirty', 'sending', 'conflict', 'blocked'] as const

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
