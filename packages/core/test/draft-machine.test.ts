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
import { draftState, newDraftRow, shownText, type DraftRow } from '@priormark/core/drafts/draft-row'
import { describe, expect, test } from 'vitest'

type Row = DraftRow<string>

const clean: Row = { ...newDraftRow<string>('post'), baseVersion: 1, base: 'first', ownSince: 1 }
const dirty = editDraft(clean, 'mine')
const sending = freezeDraft(dirty, 'request', 'mine')
const conflict: Row = { ...dirty, theirs: { version: 2, text: 'theirs' } }
const problem = { sentence: 'Slug is required', fields: { slug: ['Slug is required'] }, freeSlug: null }
const blocked: Row = { ...sending, request: null, problem }
const created = freezeDraft(editDraft(newDraftRow<string>('new'), 'mine'), 'request', 'mine')

/** The server rejects what its author deleted meanwhile. */
function rejectAfterRemoval(row: Row): Row | null {
  const removed = removeDraft(row)
  return removed === null ? null : rejectDraft(removed, 'request', problem)
}

/** The state of what a step answered; 'gone' where nothing is left. */
const stateOf = (row: Row | null) => (row === null ? 'gone' : draftState(row))

describe('every step of the table', () => {
  test.each<[string, Row | null, string]>([
    ['clean, edited', editDraft(clean, 'mine'), 'dirty'],
    ['clean, removed', removeDraft(clean), 'dirty'],
    ['clean, pulled', pullPost(clean, { version: 2, text: 'theirs' }), 'clean'],
    ['clean, deleted on the server', pullPost(clean, { version: 2, text: null }), 'gone'],
    ['clean, pulled again', pullPost(clean, { version: 1, text: 'first' }), 'clean'],
    ['clean, edited by who began with an older version', editDraft(clean, 'mine', 0), 'conflict'],
    ['dirty, frozen', sending, 'sending'],
    ['dirty, with a newer pull', pullPost(dirty, { version: 2, text: 'theirs' }), 'conflict'],
    ['dirty, deleted on the server', pullPost(dirty, { version: 2, text: null }), 'conflict'],
    [
      'dirty and never on the server, removed',
      removeDraft(editDraft(newDraftRow<string>('new'), 'mine')),
      'gone',
    ],
    ['sending, accepted', acceptDraft(sending, 'request', { version: 2, text: 'mine' }), 'clean'],
    [
      'sending, edited, accepted',
      acceptDraft(editDraft(sending, 'more'), 'request', { version: 2, text: 'mine' }),
      'dirty',
    ],
    [
      'sending, accepted under another key',
      acceptDraft(sending, 'other', { version: 2, text: 'mine' }),
      'sending',
    ],
    ['sending, refused', refuseDraft(sending, 'request', { version: 2, text: 'theirs' }), 'conflict'],
    [
      'sending, refused by the very same text',
      refuseDraft(sending, 'request', { version: 2, text: 'mine' }),
      'clean',
    ],
    ['sending, missing', refuseDraft(sending, 'request', { version: null, text: null }), 'conflict'],
    ['sending, rejected', rejectDraft(sending, 'request', problem), 'blocked'],
    ['sending, mended, rejected', rejectDraft(editDraft(sending, 'better'), 'request', problem), 'dirty'],
    ['sending, rejected under another key', rejectDraft(sending, 'other', problem), 'sending'],
    ['created, removed, rejected', rejectAfterRemoval(created), 'gone'],
    ['sending, removed, rejected', rejectAfterRemoval(sending), 'dirty'],
    ['blocked, in conflict, mine', resolveDraft({ ...conflict, problem }, 'mine', 'copy').row, 'dirty'],
    ['blocked, edited', editDraft(blocked, 'better'), 'dirty'],
    ['blocked, removed', removeDraft(blocked), 'dirty'],
    ['conflict, mine', resolveDraft(conflict, 'mine', 'copy').row, 'dirty'],
    ['conflict, theirs', resolveDraft(conflict, 'theirs', 'copy').row, 'clean'],
    ['conflict, copy', resolveDraft(conflict, 'copy', 'copy').row, 'clean'],
    ['conflict, the copy itself', resolveDraft(conflict, 'copy', 'copy').copy, 'dirty'],
  ])('%s', (_title, row, expected) => {
    expect(stateOf(row)).toBe(expected)
  })
})

test('what the server made of a text is what the next edit is based on', () => {
  const row = acceptDraft(sending, 'request', { version: 2, text: 'mine, cleaned' })
  expect(row).toMatchObject({ baseVersion: 2, base: 'mine, cleaned', draft: null })
})

test('a request keeps its text whatever is typed after it', () => {
  expect(editDraft(sending, 'more').request).toEqual(sending.request)
})

test('of a conflict over a deletion, keeping mine brings the post back on their version', () => {
  const row = pullPost(dirty, { version: 2, text: null })
  expect(row).not.toBeNull()
  if (row === null) return
  const { row: mine } = resolveDraft(row, 'mine', 'copy')
  expect(mine).toMatchObject({ baseVersion: 2, draft: 'mine' })
  expect(mine === null ? null : freezeDraft(mine, 'again', 'mine').request).toMatchObject({
    kind: 'change',
    baseVersion: 2,
  })
})

test('taking theirs puts mine into the bin', () => {
  expect(resolveDraft(conflict, 'theirs', 'copy')).toMatchObject({ binned: 'mine', row: { base: 'theirs' } })
})

test('its author sees the draft, else the text of the server, and nothing of what is removed', () => {
  expect([clean, dirty, removeDraft(clean)].map((row) => row && shownText(row))).toEqual([
    'first',
    'mine',
    null,
  ])
})

test('steps that make no sense are refused', () => {
  expect(() => freezeDraft(clean, 'request', 'text')).toThrow(RangeError)
  expect(() => resolveDraft(dirty, 'mine', 'copy')).toThrow(RangeError)
})
