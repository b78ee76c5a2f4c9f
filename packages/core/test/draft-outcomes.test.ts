import {
  acceptDraft,
  pullPost,
  refuseDraft,
  rejectDraft,
  resolveDraft,
} from '@priormark/core/drafts/draft-machine'
import { draftState, newDraftRow, type DraftRow } from '@priormark/core/drafts/draft-row'
import { describe, expect, it } from 'vitest'
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
  type Row,
} from './draft-rows.ts'

describe('acceptDraft', () => {
  const post = { version: 2, text: 'mine, cleaned' }
  const gone = { version: 2, text: null }

  it.each<[title: string, row: Row, expected: Row | null]>([
    ['the text as the server has it', sending, { ...clean, revision: 1, baseVersion: 2, base: post.text }],
    [
      'what was typed meanwhile',
      edited,
      { ...dirty, draft: 'more', revision: 2, baseVersion: 2, base: post.text },
    ],
    [
      'a removal meanwhile',
      { ...edited, draft: null, isRemoved: true },
      { ...removed, revision: 2, baseVersion: 2, base: post.text },
    ],
    [
      'nothing of an older change of somebody else',
      { ...sending, theirs },
      { ...clean, revision: 1, baseVersion: 2, base: post.text },
    ],
    [
      'a newer change of somebody else',
      { ...sending, theirs: { version: 3, text: 'theirs' } },
      { ...adopted(sending, 3, 'theirs') },
    ],
    [
      'nothing of a post that somebody else deleted',
      { ...sending, theirs: { version: 3, text: null } },
      null,
    ],
    [
      'both sides where its author went on and somebody else did',
      { ...edited, theirs: { version: 3, text: 'theirs' } },
      {
        ...edited,
        baseVersion: 2,
        base: post.text,
        request: null,
        theirs: { version: 3, text: 'theirs' },
      },
    ],
  ])('keeps %s', (_title, row, expected) => {
    expect(acceptDraft(row, 'request', post)).toEqual(expected)
  })

  it('keeps nothing of a post that was removed, unless it was written again', () => {
    const removal: Row = { ...removed, request: { ...change, kind: 'remove', text: null } }
    expect(acceptDraft(removal, 'request', gone)).toBeNull()
    const back = { ...removal, draft: 'back', isRemoved: false, revision: 2 }
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

describe('refuseDraft', () => {
  it('keeps both sides', () => {
    expect(refuseDraft(sending, 'request', theirs)).toEqual({ ...dirty, theirs })
    const lost = { version: null, text: null }
    expect(refuseDraft(sending, 'request', lost)).toEqual({ ...dirty, theirs: lost })
  })

  it('settles a draft where the server has the very same text', () => {
    expect(refuseDraft(sending, 'request', { version: 2, text: 'mine' })).toEqual({
      ...clean,
      revision: 1,
      baseVersion: 2,
      base: 'mine',
    })
  })

  it('keeps both sides where the server has lost the post that was to be removed', () => {
    const removal: Row = { ...removed, request: { ...change, kind: 'remove', text: null } }
    const lost = { version: null, text: null }
    expect(refuseDraft(removal, 'request', lost)).toEqual({ ...removed, theirs: lost })
    expect(refuseDraft(removal, 'request', { version: 2, text: null })).toBeNull()
  })

  it.each<[title: string, one: object, other: object, isSame: boolean]>([
    ['names in another order', { a: 1, b: { c: 2, d: 3 } }, { b: { d: 3, c: 2 }, a: 1 }, true],
    ['another value', { a: 1 }, { a: 2 }, false],
    ['another name', { a: 1 }, { b: 1 }, false],
    ['the same list', { a: ['x', 'y', null] }, { a: ['x', 'y', null] }, true],
    ['a list in another order', { a: ['x', 'y'] }, { a: ['y', 'x'] }, false],
    ['a list and an object', { a: ['x'] }, { a: { 0: 'x' } }, false],
  ])('compares texts by what they say: %s', (_title, one, other, isSame) => {
    const row: DraftRow<object> = {
      ...newDraftRow<object>('post'),
      baseVersion: 1,
      draft: one,
      request: { ...change, revision: 0, text: one },
    }
    const next = refuseDraft(row, 'request', { version: 2, text: other })
    expect(next === null ? null : draftState(next)).toBe(isSame ? 'clean' : 'conflict')
  })

  it.each([sending, dirty])('ignores a response to another request', (row) => {
    expect(refuseDraft(row, 'other', theirs)).toBe(row)
  })
})

describe('rejectDraft', () => {
  it('blocks the draft with what its author must change', () => {
    expect(rejectDraft(sending, 'request', problem)).toEqual(blocked)
  })

  it('sends what was typed since instead', () => {
    expect(rejectDraft(edited, 'request', problem)).toEqual({ ...dirty, draft: 'more', revision: 2 })
  })

  const removedSince = { ...edited, draft: null, isRemoved: true }
  it('leaves nothing of a new post that was removed since', () => {
    expect(rejectDraft({ ...removedSince, baseVersion: null }, 'request', problem)).toBeNull()
  })

  it.each<[title: string, row: Row]>([
    ['a post of the server', removedSince],
    ['a post that somebody else has made meanwhile', { ...removedSince, baseVersion: null, theirs }],
    ['a new post that was typed on', { ...edited, baseVersion: null }],
  ])('keeps what is left of %s', (_title, row) => {
    expect(rejectDraft(row, 'request', problem)).toEqual({ ...row, request: null })
  })

  it.each([sending, dirty])('ignores a response to another request', (row) => {
    expect(rejectDraft(row, 'other', problem)).toBe(row)
  })
})

describe('pullPost', () => {
  it('takes over the newer text of a clean post, and drops a deleted one', () => {
    expect(pullPost({ ...clean, revision: 3 }, theirs)).toEqual({
      ...adopted(clean, 2, 'theirs'),
      revision: 3,
    })
    expect(pullPost(fresh, { version: 1, text: 'first' })).toEqual(clean)
    expect(pullPost(clean, { version: 2, text: null })).toBeNull()
  })

  it.each<[title: string, row: Row]>([
    ['a draft', dirty],
    ['a draft on its way', sending],
    ['a blocked draft', blocked],
    ['a removed post', removed],
  ])('keeps %s beside the newer text', (_title, row) => {
    expect(pullPost(row, theirs)).toEqual({ ...row, theirs })
    const deleted = { version: 2, text: null }
    expect(pullPost(row, deleted)).toEqual({ ...row, theirs: deleted })
  })

  it('keeps a draft beside a post that the server has lost', () => {
    const lost = { version: null, text: null }
    expect(pullPost(dirty, lost)).toEqual({ ...dirty, theirs: lost })
  })

  it.each([clean, dirty, sending])('ignores what is known already', (row) => {
    expect(pullPost(row, { version: 1, text: 'first' })).toBe(row)
    expect(pullPost({ ...row, baseVersion: 3 }, theirs)).toMatchObject({ baseVersion: 3, theirs: null })
  })

  it('keeps the newest of several changes of somebody else', () => {
    const newer = { version: 3, text: 'newer' }
    expect(pullPost(conflict, newer)).toEqual({ ...conflict, theirs: newer })
    const known = { ...conflict, theirs: newer }
    expect(pullPost(known, theirs)).toBe(known)
    expect(pullPost(known, newer)).toBe(known)
    const lost = { ...conflict, theirs: { version: null, text: null } }
    expect(pullPost(lost, newer)).toEqual(known)
  })
})

describe('resolveDraft', () => {
  it('goes on with mine on their version', () => {
    const mine = { ...dirty, baseVersion: 2, base: 'theirs' }
    expect(resolveDraft({ ...conflict, problem }, 'mine', 'copy')).toEqual({
      row: mine,
      copy: null,
      binned: null,
    })
  })

  it('brings a post back that they deleted, and removes one that they changed', () => {
    const deleted = { version: 2, text: null }
    expect(resolveDraft({ ...dirty, theirs: deleted }, 'mine', 'copy').row).toEqual({
      ...dirty,
      baseVersion: 2,
      base: null,
    })
    expect(resolveDraft({ ...removed, theirs }, 'mine', 'copy').row).toEqual({
      ...removed,
      baseVersion: 2,
      base: 'theirs',
    })
    expect(resolveDraft({ ...removed, theirs: deleted }, 'mine', 'copy').row).toBeNull()
  })

  it('takes theirs, and puts mine into the bin', () => {
    expect(resolveDraft(conflict, 'theirs', 'copy')).toEqual({
      row: adopted(conflict, 2, 'theirs'),
      copy: null,
      binned: 'mine',
    })
    expect(resolveDraft({ ...removed, theirs }, 'theirs', 'copy')).toMatchObject({ binned: null })
  })

  it('makes mine a post of its own', () => {
    expect(resolveDraft(conflict, 'copy', 'copy')).toEqual({
      row: adopted(conflict, 2, 'theirs'),
      copy: { ...fresh, id: 'copy', draft: 'mine', revision: 1 },
      binned: null,
    })
    expect(resolveDraft({ ...removed, theirs }, 'copy', 'copy')).toMatchObject({ copy: null })
  })

  it.each<[title: string, row: Row]>([
    ['a draft', dirty],
    ['a draft on its way', { ...sending, theirs }],
  ])('throws for %s', (_title, row) => {
    expect(() => resolveDraft(row, 'mine', 'copy')).toThrow(new RangeError('Only a conflict can be resolved'))
  })
})
