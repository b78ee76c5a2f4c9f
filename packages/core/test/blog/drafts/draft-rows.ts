import type { DraftRow, FrozenRequest } from '@priormark/core/blog/drafts/draft-row'
import { postInput } from '../../../testing/post-input.ts'

export type Row = DraftRow

/** A post with this title. */
export const text = (title: string) => postInput({ title })

// Literals instead of results of the functions under test, so that one broken function fails only its own tests.
export const fresh: Row = {
  id: 'post',
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
export const clean: Row = { ...fresh, baseVersion: 1, base: text('first'), ownSince: 1 }
export const dirty: Row = { ...clean, draft: text('mine'), revision: 1 }
export const removed: Row = { ...clean, isRemoved: true, revision: 1 }
export const change: FrozenRequest = {
  id: 'request',
  revision: 1,
  baseVersion: 1,
  text: text('mine'),
}
export const sending: Row = { ...dirty, request: change }
export const edited: Row = { ...sending, draft: text('more'), revision: 2 }
export const theirs = { version: 2, text: text('theirs') }
export const conflict: Row = { ...dirty, theirs }
export const problem = {
  message: 'Slug is required',
  fields: { slug: ['Slug is required'] },
  freeSlug: null,
}
export const blocked: Row = { ...dirty, problem }
/** Returns the row with the server's text, without local changes. */
export const adopted = (row: Row, version: number, title: string): Row => ({
  ...clean,
  revision: row.revision,
  baseVersion: version,
  base: text(title),
  ownSince: version,
})
