import { editDraft, freezeDraft, removeDraft } from '@priormark/core/blog/drafts/draft-machine'
import {
  draftState,
  newDraftRow,
  shownText,
  viewOfDraft,
  type FrozenRequest,
  postText,
} from '@priormark/core/blog/drafts/draft-row'
import { describe, expect, it } from 'vitest'
import { adminPost } from '../../../testing/admin-post.ts'
import {
  fresh,
  clean,
  dirty,
  removed,
  change,
  sending,
  theirs,
  conflict,
  problem,
  blocked,
  text,
  type Row,
} from './draft-rows.ts'

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
  it('has only an id', () => {
    expect(newDraftRow('post')).toEqual(fresh)
  })
})

describe('shownText', () => {
  it('returns the draft, or the server’s text, or null for a removed post', () => {
    expect([fresh, clean, dirty, removed, { ...dirty, isRemoved: true }].map(shownText)).toEqual([
      null,
      text('first'),
      text('mine'),
      null,
      null,
    ])
  })
})

describe('viewOfDraft', () => {
  it('contains what the author sees, without sync details', () => {
    const text = postText(adminPost)
    const theirs = { version: 5, text: { ...text, title: 'Theirs' } }
    const problem = { message: 'Slug is required', fields: {}, freeSlug: null }
    const row = {
      ...newDraftRow('post'),
      baseVersion: 4,
      baseFacts: { publishedAt: null, updatedAt: '2026-01-01T00:00:00.000Z', createdBy: 'ada' },
      base: text,
      revision: 3,
      theirs,
      problem,
    }
    const draft = { ...text, title: 'Mine' }
    const at = '2026-01-01T00:00:00.000Z'
    expect(viewOfDraft({ ...row, draft }, at)).toEqual({
      id: 'post',
      state: 'conflict',
      hasDraft: true,
      isRemoved: false,
      revision: 3,
      text: draft,
      baseVersion: 4,
      theirs,
      problem,
      changedAt: at,
      createdBy: 'ada',
    })
  })
})

describe('editDraft', () => {
  it.each<[title: string, row: Row, expected: Row]>([
    ['a new post', fresh, { ...fresh, draft: text('text'), revision: 1 }],
    ['a clean post', clean, { ...clean, draft: text('text'), revision: 1 }],
    ['a draft', dirty, { ...dirty, draft: text('text'), revision: 2 }],
    ['a removed post, which is restored', removed, { ...clean, draft: text('text'), revision: 2 }],
    ['a blocked draft, which can be sent again', blocked, { ...dirty, draft: text('text'), revision: 2 }],
    ['a draft being sent, whose request stays', sending, { ...sending, draft: text('text'), revision: 2 }],
    ['a conflict, which stays', conflict, { ...conflict, draft: text('text'), revision: 2 }],
  ])('keeps the text of %s', (_title, row, expected) => {
    expect(editDraft(row, text('text'))).toEqual(expected)
  })

  const pulled: Row = { ...clean, baseVersion: 4, base: text('fourth'), ownSince: 3 }
  const own = { ...pulled, draft: text('text'), revision: 1 }
  const conflicting = (baseVersion: number | null) => ({
    ...own,
    baseVersion,
    base: null,
    theirs: { version: 4, text: text('fourth') },
  })
  it.each<[title: string, seenVersion: number | null, expected: Row]>([
    ['its version', 4, own],
    ['an older version that only this computer has changed since', 3, own],
    ['an older version that someone else has changed since', 2, conflicting(2)],
    ['no version', null, conflicting(null)],
    ['a newer version', 5, { ...own, baseVersion: 5, base: null, ownSince: 5 }],
  ])('compares the version that the author started from: %s', (_title, seenVersion, expected) => {
    expect(editDraft(pulled, text('text'), seenVersion)).toEqual(expected)
  })

  it('treats all versions as its own if `ownSince` is unknown', () => {
    const row = { ...pulled, ownSince: null }
    expect(editDraft(row, text('text'), 2)).toEqual({ ...own, ownSince: null })
  })

  it('uses the version that the author started from for a post without a row', () => {
    expect(editDraft(fresh, text('text'), 3)).toEqual({
      ...fresh,
      draft: text('text'),
      revision: 1,
      baseVersion: 3,
      ownSince: 3,
    })
  })

  it('ignores the version if a draft already exists', () => {
    expect(editDraft({ ...pulled, draft: text('mine') }, text('text'), 2)).toEqual(own)
  })
})

describe('removeDraft', () => {
  it('returns null for a post that was never on the server', () => {
    expect(removeDraft({ ...fresh, draft: text('mine') })).toBeNull()
  })

  it.each<[title: string, row: Row]>([
    ['on the server', dirty],
    ['that is being sent', { ...sending, baseVersion: null }],
    ['that someone else has changed', { ...conflict, baseVersion: null }],
    ['that is blocked', blocked],
  ])('removes a post %s, and its draft', (_title, row) => {
    expect(removeDraft(row)).toEqual({ ...row, draft: null, revision: 2, isRemoved: true, problem: null })
  })
})

describe('freezeDraft', () => {
  it.each<[title: string, row: Row, request: Partial<FrozenRequest>]>([
    ['a change', dirty, {}],
    ['a creation', { ...dirty, baseVersion: null }, { baseVersion: null }],
    ['a removal, without its text', removed, { text: null }],
  ])('stores the request of %s', (_title, row, request) => {
    expect(freezeDraft(row, 'request', text('mine'))).toEqual({ ...row, request: { ...change, ...request } })
  })

  it('throws for a row with nothing to send', () => {
    expect(() => freezeDraft(clean, 'request', text('text'))).toThrow(
      new RangeError('Only a dirty draft can be frozen'),
    )
  })
})
