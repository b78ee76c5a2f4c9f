import { DraftsUnavailable } from '@priormark/core/drafts/draft-desk'
import { newDraftRow } from '@priormark/core/drafts/draft-row'
import { expect, test } from 'vitest'
import { deletePost } from '../src/admin/blog/delete-post.ts'
import { createDraftSaver } from '../src/admin/blog/editor/draft-saver.ts'
import { openPost } from '../src/admin/blog/editor/open-post.ts'
import { emptyForm, type PostForm } from '../src/admin/blog/editor/post-form.ts'
import { leavingText } from '../src/admin/drafts/draft-status.ts'
import { oldPost as post } from './admin-post-fixture.ts'
import { MemoryDrafts, refused, testDay } from './memory-drafts.ts'

const id = '10000000-0000-4000-8000-000000000000'
const text = (title: string): PostForm => ({ ...emptyForm, title, slug: 'a', content: `<p>${title}</p>` })
const onServer = (drafts: MemoryDrafts, version: number) =>
  drafts.put(id, { ...newDraftRow<PostForm>(id), baseVersion: version, base: text('Old'), ownSince: version })
const start = { version: 1, revision: 0, theirs: null }
const saving = (title: string, version = 1) => ({ id, version, form: text(title) })

test('of two windows that edit one post the second sees what the first saved, and neither text is lost', async () => {
  const drafts = new MemoryDrafts()
  onServer(drafts, 1)
  const [first, second] = [createDraftSaver(drafts, start), createDraftSaver(drafts, start)]
  expect(await first.save(saving('First'))).toMatchObject({ kind: 'saved' })
  const seen = { kind: 'conflict', theirs: { version: 2, form: { title: 'First' } }, isKept: false }
  expect(await second.save(saving('Second'))).toMatchObject(seen)
  expect(await second.save(saving('Second')), 'going back to the text decides nothing').toMatchObject(seen)
  expect(drafts.rows.get(id)).toMatchObject({ base: { title: 'First' }, draft: null })
  const decided = { ...saving('Second', 2), conflict: { id, how: 'mine' as const, seenVersion: 2 } }
  expect(await second.save(decided)).toMatchObject({ kind: 'saved' })
  expect(drafts.rows.get(id)).toMatchObject({ baseVersion: 3, base: { title: 'Second' } })
})

test('the same holds without a network, where no server has either text', async () => {
  const drafts = new MemoryDrafts()
  onServer(drafts, 1)
  drafts.connection = 'offline'
  const [first, second] = [createDraftSaver(drafts, start), createDraftSaver(drafts, start)]
  expect(await first.save(saving('First'))).toMatchObject({ kind: 'kept' })
  expect(await second.save(saving('Second'))).toMatchObject({
    kind: 'conflict',
    theirs: { version: 1, form: { title: 'First' } },
  })
  expect(await second.giveUp(saving('Second'), 1)).toEqual({ kind: 'settled already' })
  expect(await second.save(saving('First, and more')), 'it goes on with theirs').toMatchObject({
    kind: 'kept',
  })
  expect(drafts.rows.get(id)?.draft?.title).toBe('First, and more')
})

test('a decision holds for the text that was shown, not for one that another window saved since', async () => {
  const drafts = new MemoryDrafts()
  onServer(drafts, 1)
  drafts.answer = refused(text('Theirs'), 2)
  const [first, second] = [createDraftSaver(drafts, start), createDraftSaver(drafts, start)]
  expect(await first.save(saving('First'))).toMatchObject({ kind: 'conflict', theirs: { version: 2 } })
  expect(await second.save(saving('Second'))).toMatchObject({ theirs: { form: { title: 'First' } } })
  const mine = { ...saving('Second', 1), conflict: { id, how: 'mine' as const, seenVersion: 1 } }
  expect(await second.save(mine), 'the server’s text comes next').toMatchObject({
    theirs: { version: 2, form: { title: 'Theirs' } },
  })
  await drafts.save({ id, text: text('First, changed'), seenVersion: 1 })
  const copy = { ...saving('Copy', 2), conflict: { id, how: 'copy' as const, seenVersion: 2 } }
  expect(await second.save(copy)).toMatchObject({
    kind: 'conflict',
    theirs: { form: { title: 'First, changed' } },
  })
  expect(await first.giveUp(saving('First'), 2)).toMatchObject({
    kind: 'moved',
    theirs: { form: { title: 'First, changed' } },
  })
  expect(drafts.rows.get(id)?.draft?.title).toBe('First, changed')
})

test('one’s own refused text, and a draft that was sent while it was open, are no other window', async () => {
  const drafts = new MemoryDrafts()
  onServer(drafts, 1)
  drafts.answer = (row) => ({
    ...row,
    problem: { sentence: null, fields: { slug: ['Taken'] }, freeSlug: 'b' },
  })
  const saver = createDraftSaver(drafts, start)
  expect(await saver.save(saving('Mine'))).toMatchObject({ kind: 'refused', sentence: undefined })
  expect(await saver.save(saving('Mine again'))).toMatchObject({ kind: 'refused' })
  const opened = createDraftSaver(drafts, { ...start, revision: 2 })
  onServer(drafts, 2)
  drafts.put(id, { ...(drafts.rows.get(id) ?? newDraftRow<PostForm>(id)), revision: 2, ownSince: 1 })
  drafts.connection = 'offline'
  expect(await opened.save(saving('Mine, later'))).toMatchObject({ kind: 'kept' })
  expect(drafts.rows.get(id)?.theirs).toBeNull()
})

test('a copy that was left behind by an editor of an older version is compared', async () => {
  const drafts = new MemoryDrafts()
  onServer(drafts, 4)
  const saver = createDraftSaver(drafts, { ...start, version: 4 })
  expect(await saver.save(saving('Left behind', 3))).toMatchObject({
    kind: 'conflict',
    theirs: { version: 4 },
  })
})

test('where drafts cannot be kept, posts are read and deleted on the server as ever', async () => {
  const drafts = new MemoryDrafts()
  drafts.read = () => Promise.reject(new DraftsUnavailable('no room'))
  const read = async () => post
  expect(await openPost(id, { api: { blog: { read } }, drafts, syncedAt: testDay })).toMatchObject({
    kind: 'post',
    start: { version: post.version, revision: 0 },
  })
  const api = { blog: { remove: async () => ({ success: true as const, version: 2 }) } }
  expect(await deletePost({ id, version: 1 }, { api, drafts })).toBe('removed')
  drafts.read = () => Promise.reject(new Error('broken'))
  await expect(
    openPost(id, { api: { blog: { read } }, drafts, syncedAt: testDay }),
    'a draft may be hidden behind it',
  ).rejects.toThrow('broken')
})

test('who logs out is told of what waits here', () => {
  const status = { connection: 'offline', waiting: 0, conflicts: 0, blocked: 0, syncedAt: null } as const
  expect(leavingText(null)).toBeNull()
  expect(leavingText(status)).toBeNull()
  expect(leavingText({ ...status, waiting: 1 })).toMatch(/^1 draft is not on the server yet\. It waits/)
  expect(leavingText({ ...status, waiting: 1, conflicts: 1 })).toMatch(/^2 drafts are not/)
})
