import { editDraft, saveDraft } from '@priormark/core/blog/drafts/draft-machine'
import { newDraftRow, type DraftRow } from '@priormark/core/blog/drafts/draft-row'
import type { DraftSave } from '@priormark/core/blog/drafts/draft-service'
import { describe, expect, it } from 'vitest'
import { text } from './draft-rows.ts'

const onServer: DraftRow = {
  ...newDraftRow('post'),
  baseVersion: 1,
  base: text('old'),
  ownSince: 1,
}
const inConflict: DraftRow = {
  ...editDraft(onServer, text('mine')),
  theirs: { version: 2, text: text('theirs') },
}

const step = (
  row: DraftRow | undefined,
  title: string | null,
  basedOn: DraftSave['basedOn'],
  resolution?: DraftSave['resolution'],
) => {
  const content = title === null ? null : text(title)
  return saveDraft(row, { id: 'post', content, basedOn, ...(resolution && { resolution }) }, 'copy')
}

describe('saveDraft', () => {
  it('stores a new post, and an edit of the version that was shown', () => {
    expect(step(undefined, 'new', { version: null, revision: 0 })).toMatchObject({
      kind: 'stored',
      id: 'post',
      revision: 1,
      change: { rows: [{ id: 'post', row: { draft: text('new'), baseVersion: null } }] },
    })
    expect(step(onServer, 'mine', { version: 1, revision: 0 })).toMatchObject({
      kind: 'stored',
      revision: 1,
      change: { rows: [{ row: { draft: text('mine'), baseVersion: 1, theirs: null } }] },
    })
  })

  it('does not overwrite a text that another window saved', () => {
    const edited = editDraft(onServer, text('other window'))
    expect(step(edited, 'mine', { version: 1, revision: 0 })).toEqual({
      kind: 'unseen',
      theirs: { version: 1, revision: 1, text: text('other window') },
      from: 'window',
    })
  })

  it.each(['mine', 'theirs', 'copy'] as const)(
    'does not resolve a conflict as "%s" against a version that was not shown',
    (how) => {
      expect(step(inConflict, 'mine', { version: 1, revision: 1 }, how)).toEqual({
        kind: 'unseen',
        theirs: { version: 2, revision: 1, text: text('theirs') },
        from: 'server',
      })
      expect(step(inConflict, 'mine', { version: 2, revision: 0 }, how)).toMatchObject({
        kind: 'unseen',
        theirs: { version: 1, revision: 1 },
        from: 'window',
      })
    },
  )

  it('resolves a conflict with the latest text', () => {
    const seen = { version: 2, revision: 1 }
    expect(step(inConflict, 'mine, and more', seen, 'mine')).toMatchObject({
      id: 'post',
      revision: 2,
      change: {
        rows: [{ row: { baseVersion: 2, draft: text('mine, and more'), theirs: null } }],
      },
    })
    expect(step(inConflict, 'mine, and more', seen, 'theirs')).toMatchObject({
      id: 'post',
      revision: 2,
      change: {
        rows: [{ row: { baseVersion: 2, draft: null, base: text('theirs') } }],
        discarded: [{ postId: 'post', text: text('mine, and more'), reason: 'theirs_taken' }],
      },
    })
    expect(step(inConflict, 'mine, and more', seen, 'copy')).toMatchObject({
      id: 'copy',
      revision: 1,
      change: {
        rows: [
          { id: 'post', row: { draft: null, base: text('theirs') } },
          { id: 'copy', row: { draft: text('mine, and more'), baseVersion: null } },
        ],
      },
    })
  })

  it('resolves a conflict over a post that its author deleted', () => {
    const removed = { ...inConflict, draft: null, isRemoved: true }
    const seen = { version: 2, revision: 1 }
    expect(step(removed, null, seen, 'mine')).toMatchObject({
      kind: 'stored',
      change: { rows: [{ row: { isRemoved: true, baseVersion: 2, theirs: null } }] },
    })
    expect(step(removed, null, seen, 'theirs')).toMatchObject({
      change: { rows: [{ row: { isRemoved: false, base: text('theirs') } }] },
    })
    expect(
      step(onServer, null, { version: 1, revision: 0 }, 'mine'),
      'the conflict no longer exists',
    ).toMatchObject({
      kind: 'stored',
      change: {},
    })
  })

  it('resolves a conflict between two windows without losing a text', () => {
    const other = editDraft(onServer, text('other window'))
    const seen = { version: 1, revision: 1 }
    expect(step(other, 'mine', seen, 'mine')).toMatchObject({
      change: { rows: [{ id: 'post', row: { draft: text('mine'), revision: 2 } }] },
    })
    expect(step(other, 'mine', seen, 'theirs')).toEqual({
      kind: 'stored',
      id: 'post',
      revision: 1,
      change: { discarded: [{ postId: 'post', text: text('mine'), reason: 'theirs_taken' }] },
    })
    expect(step(other, 'mine', seen, 'copy')).toMatchObject({
      id: 'copy',
      revision: 1,
      change: { rows: [{ id: 'copy', row: { draft: text('mine'), baseVersion: null } }] },
    })
  })
})
