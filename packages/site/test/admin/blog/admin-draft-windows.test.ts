import type { PostInput } from '@priormark/core/blog/post'
import { DraftsUnavailable } from '@priormark/core/blog/drafts/draft-service'
import { newDraftRow } from '@priormark/core/blog/drafts/draft-row'
import { expect, test } from 'vitest'
import { openPost, emptyForm } from '../../../src/admin/blog/editor/post-form.ts'
import { deletePost } from '../../../src/admin/blog/DeletePostDialog.tsx'
import { logoutWarning } from '../../../src/admin/blog/draft-queries.ts'
import { oldPost as post } from './admin-post-fixture.ts'
import { accepted, MemoryDrafts, conflicting, testDay } from './memory-drafts.ts'

const id = '10000000-0000-4000-8000-000000000000'
const text = (title: string): PostInput => ({ ...emptyForm, title, slug: 'a', content: `<p>${title}</p>` })
const onServer = (drafts: MemoryDrafts, version: number) =>
  drafts.put(id, { ...newDraftRow(id), baseVersion: version, base: text('Old'), ownSince: version })
const opened = { version: 1, revision: 0 }
const saving = (title: string, basedOn = opened) => ({ id, content: text(title), basedOn })

test('shows the second window what the first saved, and keeps both texts', async () => {
  const drafts = new MemoryDrafts()
  onServer(drafts, 1)
  const { service } = drafts
  expect(await service.save(saving('First'))).toMatchObject({ kind: 'saved', version: 2 })
  const seen = {
    kind: 'conflict',
    theirs: { version: 2, revision: 1, text: { title: 'First' }, savedAt: testDay },
    isStored: false,
  }
  expect(await service.save(saving('Second'))).toMatchObject(seen)
  expect(await service.save(saving('Second')), 'going back to the text does not resolve it').toMatchObject(
    seen,
  )
  expect(drafts.rows.get(id)).toMatchObject({ base: { title: 'First' }, draft: null })
  const decided = { ...saving('Second', { version: 2, revision: 1 }), resolution: 'mine' as const }
  expect(await service.save(decided)).toMatchObject({ kind: 'saved' })
  expect(drafts.rows.get(id)).toMatchObject({ baseVersion: 3, base: { title: 'Second' } })
})

test('reports a conflict to one of two windows that save at the same time', async () => {
  const drafts = new MemoryDrafts()
  onServer(drafts, 1)
  drafts.connection = 'offline'
  const { service } = drafts
  const [first, second] = await Promise.all([service.save(saving('First')), service.save(saving('Second'))])
  expect(first).toMatchObject({ kind: 'queued' })
  expect(second).toMatchObject({ kind: 'conflict', theirs: { text: { title: 'First' } }, isStored: false })
  expect(drafts.rows.get(id)?.draft?.title).toBe('First')
})

test('reports no version for a text that someone else replaced while it was sent, so that the next save is a conflict', async () => {
  const drafts = new MemoryDrafts()
  onServer(drafts, 1)
  drafts.respond = (request) => {
    const row = drafts.rows.get(id)
    if (row !== undefined) drafts.put(id, { ...row, theirs: { version: 3, text: text('Theirs') } })
    return accepted(request)
  }
  const { service } = drafts
  expect(await service.save(saving('Mine'))).toMatchObject({ kind: 'saved', version: null, revision: 1 })
  expect(await service.save(saving('Mine again', { version: 1, revision: 1 }))).toMatchObject({
    kind: 'conflict',
    theirs: { version: 3, text: { title: 'Theirs' } },
  })
})

test('detects a conflict between two windows offline', async () => {
  const drafts = new MemoryDrafts()
  onServer(drafts, 1)
  drafts.connection = 'offline'
  const { service } = drafts
  expect(await service.save(saving('First'))).toMatchObject({ kind: 'queued' })
  expect(await service.save(saving('Second'))).toMatchObject({
    kind: 'conflict',
    theirs: { version: 1, revision: 1, text: { title: 'First' } },
  })
  const seen = { version: 1, revision: 1 }
  const discarded = await service.save({ ...saving('Second', seen), resolution: 'theirs' })
  expect(discarded).toMatchObject({ kind: 'discarded', revision: 1 })
  expect(drafts.discarded.map((entry) => entry.text.title)).toEqual(['Second'])
  expect(await service.save(saving('First, and more', seen)), 'continues with theirs').toMatchObject({
    kind: 'queued',
  })
  expect(drafts.rows.get(id)?.draft?.title).toBe('First, and more')
})

test('applies a resolution only to the text that was shown', async () => {
  const drafts = new MemoryDrafts()
  onServer(drafts, 1)
  drafts.respond = conflicting(text('Theirs'), 2)
  const { service } = drafts
  expect(await service.save(saving('First'))).toMatchObject({ kind: 'conflict', theirs: { version: 2 } })
  expect(await service.save(saving('Second'))).toMatchObject({ theirs: { text: { title: 'First' } } })
  const mine = { ...saving('Second', { version: 1, revision: 1 }), resolution: 'mine' as const }
  expect(await service.save(mine), 'the server’s text is shown next').toMatchObject({
    theirs: { version: 2, text: { title: 'Theirs' } },
  })
  await service.save(saving('First, changed', { version: 1, revision: 1 }))
  const seen = { version: 2, revision: 1 }
  for (const resolution of ['copy', 'theirs'] as const) {
    expect(await service.save({ ...saving('Second', seen), resolution })).toMatchObject({
      kind: 'conflict',
      theirs: { text: { title: 'First, changed' } },
      isStored: false,
    })
  }
  expect(drafts.rows.get(id)?.draft?.title).toBe('First, changed')
  expect([drafts.rows.size, drafts.discarded]).toEqual([1, []])
})

test('does not report a conflict with one’s own rejected or sent draft', async () => {
  const drafts = new MemoryDrafts()
  onServer(drafts, 1)
  const problem = { message: null, fields: { slug: ['Taken'] }, freeSlug: 'b' }
  drafts.respond = () => ({ outcome: 'rejected', problem })
  const { service } = drafts
  expect(await service.save(saving('Mine'))).toMatchObject({ kind: 'rejected', problem, revision: 1 })
  expect(await service.save(saving('Mine again', { version: 1, revision: 1 }))).toMatchObject({
    kind: 'rejected',
    revision: 2,
  })
  onServer(drafts, 2)
  drafts.put(id, { ...(drafts.rows.get(id) ?? newDraftRow(id)), revision: 2, ownSince: 1 })
  drafts.connection = 'offline'
  expect(await service.save(saving('Mine, later', { version: 1, revision: 2 }))).toMatchObject({
    kind: 'queued',
  })
  expect(drafts.rows.get(id)?.theirs).toBeNull()
})

test('reports a conflict for text based on an older version', async () => {
  const drafts = new MemoryDrafts()
  onServer(drafts, 4)
  expect(await drafts.service.save(saving('Left behind', { version: 3, revision: 0 }))).toMatchObject({
    kind: 'conflict',
    theirs: { version: 4 },
  })
})

test('reads and deletes posts on the server if drafts cannot be stored', async () => {
  const { service } = new MemoryDrafts()
  const read = async () => post
  const unavailable = { ...service, read: () => Promise.reject(new DraftsUnavailable('no room')) }
  expect(
    await openPost(id, { api: { blog: { read } }, drafts: unavailable, syncedAt: testDay }),
  ).toMatchObject({
    kind: 'post',
    start: { basedOn: { version: post.version, revision: 0 } },
  })
  const api = { blog: { remove: async () => ({ success: true as const, version: 2 }) } }
  expect(await deletePost({ id, version: 1 }, { api, drafts: unavailable })).toEqual({ kind: 'removed' })
  const broken = { ...service, read: () => Promise.reject(new Error('broken')) }
  await expect(
    openPost(id, { api: { blog: { read } }, drafts: broken, syncedAt: testDay }),
    'a draft might exist',
  ).rejects.toThrow('broken')
})

test('warns about unsent drafts at logout', () => {
  const status = {
    connection: 'offline',
    waitingCount: 0,
    conflictCount: 0,
    blockedCount: 0,
    syncedAt: null,
  } as const
  expect(logoutWarning(null)).toBeNull()
  expect(logoutWarning(status)).toBeNull()
  expect(logoutWarning({ ...status, waitingCount: 1 })).toMatch(
    /^1 draft hasn’t been sent yet\. Log in again/,
  )
  expect(logoutWarning({ ...status, waitingCount: 1, conflictCount: 1 })).toMatch(/^2 drafts haven’t/)
})
