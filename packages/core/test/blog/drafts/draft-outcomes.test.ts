import {
  acceptDraft,
  pullPost,
  markConflict,
  rejectDraft,
  saveDraft,
} from '@priormark/core/blog/drafts/draft-machine'
import { draftState, newDraftRow } from '@priormark/core/blog/drafts/draft-row'
import type { Resolution } from '@priormark/core/blog/drafts/draft-service'
import type { PostInput } from '@priormark/core/blog/post'
import { describe, expect, it } from 'vitest'
import { postInput } from '../../../testing/post-input.ts'
import {
  fresh,
  clean,
  dirty,
  removed,
  change,
  sending,
  edited,
  theirs,
  conflict,
  problem,
  blocked,
  adopted,
  text,
  type Row,
} from './draft-rows.ts'

describe('acceptDraft', () => {
  const post = { version: 2, text: text('mine, cleaned') }
  const gone = { version: 2, text: null }

  it.each<[title: string, row: Row, expected: Row | null]>([
    ['the text as stored by the server', sending, { ...clean, revision: 1, baseVersion: 2, base: post.text }],
    [
      'an edit made meanwhile',
      edited,
      { ...dirty, draft: text('more'), revision: 2, baseVersion: 2, base: post.text },
    ],
    [
      'a removal made meanwhile',
      { ...edited, draft: null, isRemoved: true },
      { ...removed, revision: 2, baseVersion: 2, base: post.text },
    ],
    [
      'the sent text over an older change by someone else',
      { ...sending, theirs },
      { ...clean, revision: 1, baseVersion: 2, base: post.text },
    ],
    [
      'a newer change by someone else',
      { ...sending, theirs: { version: 3, text: text('theirs') } },
      { ...adopted(sending, 3, 'theirs') },
    ],
    ['nothing of a post that someone else deleted', { ...sending, theirs: { version: 3, text: null } }, null],
    [
      'both versions after an edit and a change by someone else',
      { ...edited, theirs: { version: 3, text: text('theirs') } },
      {
        ...edited,
        baseVersion: 2,
        base: post.text,
        request: null,
        theirs: { version: 3, text: text('theirs') },
      },
    ],
  ])('keeps %s', (_title, row, expected) => {
    expect(acceptDraft(row, 'request', post)).toEqual(expected)
  })

  it('deletes the row of a removed post, unless it was edited again', () => {
    const removal: Row = { ...removed, request: { ...change, text: null } }
    expect(acceptDraft(removal, 'request', gone)).toBeNull()
    const back = { ...removal, draft: text('back'), isRemoved: false, revision: 2 }
    expect(acceptDraft(back, 'request', gone)).toEqual({
      ...back,
      baseVersion: 2,
      base: null,
      request: null,
    })
  })

  it.each([sending, dirty])('ignores a response to another request', (row) => {
    expect(acceptDraft(row, 'other', post)).toBe(row)
  })
})

describe('markConflict', () => {
  it('keeps both versions', () => {
    expect(markConflict(sending, 'request', theirs)).toEqual({ ...dirty, theirs })
    const lost = { version: null, text: null }
    expect(markConflict(sending, 'request', lost)).toEqual({ ...dirty, theirs: lost })
  })

  it('settles a draft if the server has the same text', () => {
    expect(markConflict(sending, 'request', { version: 2, text: text('mine') })).toEqual({
      ...clean,
      revision: 1,
      baseVersion: 2,
      base: text('mine'),
    })
  })

  it('keeps both versions if the server has lost the post to be removed', () => {
    const removal: Row = { ...removed, request: { ...change, text: null } }
    const lost = { version: null, text: null }
    expect(markConflict(removal, 'request', lost)).toEqual({ ...removed, theirs: lost })
    expect(markConflict(removal, 'request', { version: 2, text: null })).toBeNull()
  })

  const withLastKeyFirst = ({ scheduledAt, ...others }: PostInput) => ({ scheduledAt, ...others })
  const tagged = (...tags: string[]) => postInput({ tags })

  it.each<[title: string, one: PostInput, other: PostInput, isSame: boolean]>([
    ['keys in another order', text('same'), withLastKeyFirst(text('same')), true],
    ['another value', text('one'), text('other'), false],
    ['the same list', tagged('x', 'y'), tagged('x', 'y'), true],
    ['a list in another order', tagged('x', 'y'), tagged('y', 'x'), false],
  ])('compares texts by value: %s', (_title, one, other, isSame) => {
    const row: Row = {
      ...newDraftRow('post'),
      baseVersion: 1,
      draft: one,
      request: { ...change, revision: 0, text: one },
    }
    const next = markConflict(row, 'request', { version: 2, text: other })
    expect(next === null ? null : draftState(next)).toBe(isSame ? 'clean' : 'conflict')
  })

  it.each([sending, dirty])('ignores a response to another request', (row) => {
    expect(markConflict(row, 'other', theirs)).toBe(row)
  })
})

describe('rejectDraft', () => {
  it('blocks the draft with its problem', () => {
    expect(rejectDraft(sending, 'request', problem)).toEqual(blocked)
  })

  it('brings back a post that may not be deleted, with the reason, until the next change', () => {
    const removal: Row = { ...removed, request: { ...change, text: null } }
    const back = { ...adopted(removed, 1, 'first'), problem }
    expect(rejectDraft(removal, 'request', problem)).toEqual(back)
    const newer = { ...adopted(removed, 2, 'theirs'), problem }
    expect(rejectDraft({ ...removal, theirs }, 'request', problem)).toEqual(newer)
    expect(draftState(back)).toBe('blocked')
    expect(pullPost(back, theirs)).toEqual(adopted(removed, 2, 'theirs'))
  })

  it('keeps a newer edit ready to be sent', () => {
    expect(rejectDraft(edited, 'request', problem)).toEqual({ ...dirty, draft: text('more'), revision: 2 })
  })

  const removedSince = { ...edited, draft: null, isRemoved: true }
  it('returns null for a new post that was removed since', () => {
    expect(rejectDraft({ ...removedSince, baseVersion: null }, 'request', problem)).toBeNull()
  })

  it.each<[title: string, row: Row]>([
    ['a post on the server', removedSince],
    ['a post that someone else has created meanwhile', { ...removedSince, baseVersion: null, theirs }],
    ['a new post that was edited since', { ...edited, baseVersion: null }],
  ])('keeps %s', (_title, row) => {
    expect(rejectDraft(row, 'request', problem)).toEqual({ ...row, request: null })
  })

  it.each([sending, dirty])('ignores a response to another request', (row) => {
    expect(rejectDraft(row, 'other', problem)).toBe(row)
  })
})

describe('pullPost', () => {
  it('updates a clean post, and drops a deleted one', () => {
    expect(pullPost({ ...clean, revision: 3 }, theirs)).toEqual({
      ...adopted(clean, 2, 'theirs'),
      revision: 3,
    })
    expect(pullPost(fresh, { version: 1, text: text('first') })).toEqual(clean)
    expect(pullPost(clean, { version: 2, text: null })).toBeNull()
  })

  it.each<[title: string, row: Row]>([
    ['a draft', dirty],
    ['a draft being sent', sending],
    ['a blocked draft', blocked],
    ['a removed post', removed],
  ])('keeps %s with the newer text', (_title, row) => {
    expect(pullPost(row, theirs)).toEqual({ ...row, theirs })
    const deleted = { version: 2, text: null }
    expect(pullPost(row, deleted)).toEqual({ ...row, theirs: deleted })
  })

  it('keeps a draft of a post that the server has lost', () => {
    const lost = { version: null, text: null }
    expect(pullPost(dirty, lost)).toEqual({ ...dirty, theirs: lost })
  })

  it.each([clean, dirty, sending])('ignores a version that is already known', (row) => {
    expect(pullPost(row, { version: 1, text: text('first') })).toBe(row)
    expect(pullPost({ ...row, baseVersion: 3 }, theirs)).toMatchObject({ baseVersion: 3, theirs: null })
  })

  it('keeps the newest of several changes by someone else', () => {
    const newer = { version: 3, text: text('newer') }
    expect(pullPost(conflict, newer)).toEqual({ ...conflict, theirs: newer })
    const newerConflict = { ...conflict, theirs: newer }
    expect(pullPost(newerConflict, theirs)).toBe(newerConflict)
    expect(pullPost(newerConflict, newer)).toBe(newerConflict)
    const lost = { ...conflict, theirs: { version: null, text: null } }
    expect(pullPost(lost, newer)).toEqual(newerConflict)
  })
})

/** Resolves a conflict with the text that the author saved before, against the text that they saw. */
function resolve(row: Row, resolution: Resolution) {
  const basedOn = { version: row.theirs?.version ?? null, revision: row.revision }
  const step = saveDraft(row, { id: row.id, content: null, basedOn, resolution }, 'copy')
  if (step.kind !== 'stored') throw new Error('The author had not seen a text')
  const { rows = [], discarded = [] } = step.change
  const rowOf = (id: string) => rows.find((changed) => changed.id === id)?.row ?? null
  return { row: rowOf(row.id), copy: rowOf('copy'), discarded: discarded[0]?.text ?? null }
}

describe('saveDraft, of a conflict', () => {
  it('bases mine on their version', () => {
    const mine = { ...dirty, baseVersion: 2, base: text('theirs') }
    expect(resolve({ ...conflict, problem }, 'mine')).toEqual({
      row: mine,
      copy: null,
      discarded: null,
    })
  })

  it('restores a post that they deleted, and removes one that they changed', () => {
    const deleted = { version: 2, text: null }
    expect(resolve({ ...dirty, theirs: deleted }, 'mine').row).toEqual({
      ...dirty,
      baseVersion: 2,
      base: null,
    })
    expect(resolve({ ...removed, theirs }, 'mine').row).toEqual({
      ...removed,
      baseVersion: 2,
      base: text('theirs'),
    })
    expect(resolve({ ...removed, theirs: deleted }, 'mine').row).toBeNull()
  })

  it('takes theirs, and discards mine', () => {
    expect(resolve(conflict, 'theirs')).toEqual({
      row: adopted(conflict, 2, 'theirs'),
      copy: null,
      discarded: text('mine'),
    })
    expect(resolve({ ...removed, theirs }, 'theirs')).toMatchObject({ discarded: null })
  })

  it('makes mine a new post', () => {
    expect(resolve(conflict, 'copy')).toEqual({
      row: adopted(conflict, 2, 'theirs'),
      copy: { ...fresh, id: 'copy', draft: text('mine'), revision: 1 },
      discarded: null,
    })
    expect(resolve({ ...removed, theirs }, 'copy')).toMatchObject({ copy: null })
  })
})
