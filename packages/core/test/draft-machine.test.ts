import {
  acceptDraft,
  editDraft,
  freezeDraft,
  pullPost,
  refuseDraft,
  rejectDraft,
  removeDraft,
  resolveDraft,
} from '@priormark/core/drafts/draft-machine'
import {
  draftState,
  newDraftRow,
  shownText,
  type DraftRow,
  type FrozenRequest,
} from '@priormark/core/drafts/draft-row'
import { describe, expect, it } from 'vitest'

type Row = DraftRow<string>

// Written down rather than made by the steps: rows of a step that fails would fail every other test.
const fresh: Row = {
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
const clean: Row = { ...fresh, baseVersion: 1, base: 'first', ownSince: 1 }
const dirty: Row = { ...clean, draft: 'mine', revision: 1 }
const removed: Row = { ...clean, isRemoved: true, revision: 1 }
const change: FrozenRequest<string> = {
  id: 'request',
  kind: 'change',
  revision: 1,
  baseVersion: 1,
  text: 'mine',
}
const sending: Row = { ...dirty, request: change }
const edited: Row = { ...sending, draft: 'more', revision: 2 }
const theirs = { version: 2, text: 'theirs' }
const conflict: Row = { ...dirty, theirs }
const problem = { sentence: 'Slug is required', fields: { slug: ['Slug is required'] }, freeSlug: null }
const blocked: Row = { ...dirty, problem }
/** The server's text, after everything of this machine was settled. */
const adopted = (row: Row, version: number, text: string): Row => ({
  ...clean,
  revision: row.revision,
  baseVersion: version,
  base: text,
  ownSince: version,
})

describe('draftState', () => {
  it.each<[string, Row]>([
    ['clean', fresh],
    ['clean', clean],
    ['dirty', dirty],
    ['dirty', removed],
    ['sending', sending],
    ['sending', { ...sending, theirs, problem }],
    ['conflict', conflict],
    ['conflict', { ...conflict, problem }],
    ['blocked', blocked],
  ])('is %s', (state, row) => {
    expect(draftState(row)).toBe(state)
  })
})

describe('newDraftRow', () => {
  it('knows nothing but the id', () => {
    expect(newDraftRow('post')).toEqual(fresh)
  })
})

describe('shownText', () => {
  it('is the draft, else the text of the server, and nothing of what is removed', () => {
    expect([fresh, clean, dirty, removed, { ...dirty, isRemoved: true }].map(shownText)).toEqual([
      null,
      'first',
      'mine',
      null,
      null,
    ])
  })
})

describe('editDraft', () => {
  it.each<[title: string, row: Row, expected: Row]>([
    ['a new post', fresh, { ...fresh, draft: 'text', revision: 1 }],
    ['a clean post', clean, { ...clean, draft: 'text', revision: 1 }],
    ['a draft', dirty, { ...dirty, draft: 'text', revision: 2 }],
    ['a removed post, which is back', removed, { ...clean, draft: 'text', revision: 2 }],
    ['a blocked draft, which can be sent again', blocked, { ...dirty, draft: 'text', revision: 2 }],
    ['a draft on its way, whose request stays', sending, { ...sending, draft: 'text', revision: 2 }],
    ['a conflict, which stays', conflict, { ...conflict, draft: 'text', revision: 2 }],
  ])('keeps the text of %s', (_title, row, expected) => {
    expect(editDraft(row, 'text')).toEqual(expected)
  })

  const pulled: Row = { ...clean, baseVersion: 4, base: 'fourth', ownSince: 3 }
  const own = { ...pulled, draft: 'text', revision: 1 }
  const conflicting = (baseVersion: number | null) => ({
    ...own,
    baseVersion,
    base: null,
    theirs: { version: 4, text: 'fourth' },
  })
  it.each<[title: string, seenVersion: number | null, expected: Row]>([
    ['its version', 4, own],
    ['an older version, after which everything is of this machine', 3, own],
    ['a version before somebody else changed the post', 2, conflicting(2)],
    ['no version', null, conflicting(null)],
    ['a newer version', 5, { ...own, baseVersion: 5, base: null, ownSince: 5 }],
  ])('compares what the author began with: %s', (_title, seenVersion, expected) => {
    expect(editDraft(pulled, 'text', seenVersion)).toEqual(expected)
  })

  it('takes everything for its own where nothing else is known', () => {
    const row = { ...pulled, ownSince: null }
    expect(editDraft(row, 'text', 2)).toEqual({ ...own, ownSince: null })
  })

  it('takes over the version that the author began with for a post that was not here', () => {
    expect(editDraft(fresh, 'text', 3)).toEqual({
      ...fresh,
      draft: 'text',
      revision: 1,
      baseVersion: 3,
      ownSince: 3,
    })
  })

  it('does not look at the version of a draft that was begun already', () => {
    expect(editDraft({ ...pulled, draft: 'mine' }, 'text', 2)).toEqual(own)
  })
})

describe('removeDraft', () => {
  it('leaves nothing of a post that was never on the server', () => {
    expect(removeDraft({ ...fresh, draft: 'mine' })).toBeNull()
  })

  it.each<[title: string, row: Row]>([
    ['on the server', dirty],
    ['on its way to the server', { ...sending, baseVersion: null }],
    ['that somebody else has changed', { ...conflict, baseVersion: null }],
    ['that is blocked', blocked],
  ])('removes a post %s, and its draft', (_title, row) => {
    expect(removeDraft(row)).toEqual({ ...row, draft: null, revision: 2, isRemoved: true, problem: null })
  })
})

describe('freezeDraft', () => {
  it.each<[title: string, row: Row, request: Partial<FrozenRequest<string>>]>([
    ['a change', dirty, {}],
    ['a creation', { ...dirty, baseVersion: null }, { kind: 'create', baseVersion: null }],
    ['a removal, without its text', removed, { kind: 'remove', text: null }],
  ])('writes down %s', (_title, row, request) => {
    expect(freezeDraft(row, 'request', 'mine')).toEqual({ ...row, request: { ...change, ...request } })
  })

  it('throws for what has nothing to send', () => {
    expect(() => freezeDraft(clean, 'request', 'text')).toThrow(
      new RangeError('Only a dirty draft can be frozen'),
    )
  })
})

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
