import type { FieldErrors } from '../errors.ts'

/**
 * Drafts of posts that are written without a network and sent when there is one (DESIGN.md section 9). What is kept of a
 * post on one machine: the text that its author saved here, and the one request that may be on its way.
 *
 * | state    | event -> next |
 * |----------|---------------|
 * | clean    | edit or remove -> dirty; pull -> clean, with the newer text |
 * | dirty    | freeze -> sending; a newer pull -> conflict |
 * | sending  | accepted: clean, or dirty where the author went on; refused or missing -> conflict; rejected -> blocked; everything else: stays, and is sent again byte for byte |
 * | conflict | mine -> dirty on their version; theirs -> clean, the draft to the bin; copy -> a new post, and clean |
 * | blocked  | edit or remove -> dirty |
 */
type DraftState = 'clean' | 'dirty' | 'sending' | 'conflict' | 'blocked'

/** A request as it is sent, again and again, until it is answered. Written down before it is sent for the first time. */
export interface FrozenRequest<Text> {
  /** The Idempotency-Key. */
  id: string
  kind: 'create' | 'change' | 'remove'
  /** The revision of the draft that it carries. */
  revision: number
  /** The version it is based on: If-Match; null creates: If-None-Match. */
  baseVersion: number | null
  /** What it carries; null where it removes. */
  text: Text | null
}

/** A post as the server has it. `version` is null where the server knows no such post; `text` is null where it was deleted. */
export interface ServerPost<Text> {
  version: number | null
  text: Text | null
}

/** Why the server will never take a request as it is: what its author must change. */
export interface DraftProblem {
  /** Null where the server said nothing that a person can read. */
  sentence: string | null
  fields: FieldErrors
  /** A slug that is free, where the wanted one is not. */
  freeSlug: string | null
}

/** One post on this machine. */
export interface DraftRow<Text> {
  /** A UUID, made by whoever created the post. */
  id: string
  /** The version that the draft derives from; null while the post was never on the server. */
  baseVersion: number | null
  /** The server's text at `baseVersion`; null also where only its version is known. */
  base: Text | null
  /** The oldest version after which everything is of this machine: whoever began with it has nothing to compare. */
  ownSince: number | null
  /** What the author saved here and the server has not; null where there is nothing. */
  draft: Text | null
  /** Goes up with every edit. */
  revision: number
  /** The author wants it gone. */
  isRemoved: boolean
  request: FrozenRequest<Text> | null
  /** What the server has meanwhile, seen while this was not clean. */
  theirs: ServerPost<Text> | null
  /** Why the server will not take it. */
  problem: DraftProblem | null
}

/** The state of a post, which follows from what is kept of it. */
export function draftState(row: DraftRow<unknown>): DraftState {
  if (row.request !== null) return 'sending'
  if (row.theirs !== null) return 'conflict'
  if (row.problem !== null) return 'blocked'
  return row.draft !== null || row.isRemoved ? 'dirty' : 'clean'
}

/** A post that nothing is known of yet. */
export function newDraftRow<Text>(id: string): DraftRow<Text> {
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

/** What its author sees of a post: the draft, else the server's text; null where it is gone. */
export function shownText<Text>(row: DraftRow<Text>): Text | null {
  return row.isRemoved ? null : (row.draft ?? row.base)
}
