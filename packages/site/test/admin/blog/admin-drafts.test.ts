import { NetworkError } from '@priormark/core/platform/http/api-error'
import { newDraftRow } from '@priormark/core/blog/drafts/draft-row'
import { expect, test, vi } from 'vitest'
import { deletePost } from '../../../src/admin/blog/DeletePostDialog.tsx'
import { openPost, isDirty } from '../../../src/admin/blog/editor/post-form.ts'
import { draftId as id, formText as text, modelOf, putPost as server } from './draft-editor.ts'
import { oldPost as post } from './admin-post-fixture.ts'
import { accepted, MemoryDrafts, conflicting, testDay } from './memory-drafts.ts'

const newPost = { version: null, revision: 0 }

test('saves on the server', async () => {
  const drafts = new MemoryDrafts()
  server(drafts, 1)
  const model = modelOf(drafts, text('Old'))
  model.edit({ title: 'New' })
  expect(await model.save()).toEqual({
    id,
    revision: 1,
    isStored: true,
    kind: 'saved',
    title: 'New',
    version: 2,
  })
  expect(drafts.rows.get(id)).toMatchObject({ baseVersion: 2, base: { title: 'New' }, draft: null })
  expect(model.store.getState().isDone).toBe(true)
})

test.each([
  ['offline', false],
  ['unauthenticated', true],
] as const)('stores a save locally while %s', async (connection, isLoggedOut) => {
  const drafts = new MemoryDrafts()
  drafts.connection = connection
  const result = await drafts.service.save({ id, content: text('Written on a train'), basedOn: newPost })
  expect(result).toEqual({ id, revision: 1, isStored: true, kind: 'queued', isLoggedOut })
  expect(drafts.rows.get(id)?.draft?.title).toBe('Written on a train')
})

test('queues a save if the sync cycle hangs', async () => {
  vi.useFakeTimers()
  const drafts = new MemoryDrafts()
  drafts.connection = 'hanging'
  const hanging = drafts.service.save({ id, content: text('A'), basedOn: newPost })
  await vi.advanceTimersByTimeAsync(30_000)
  expect(await hanging).toMatchObject({ kind: 'queued', isLoggedOut: false })
  expect(drafts.rows.get(id)?.draft?.title).toBe('A')
  vi.useRealTimers()
})

test('queues a save if the sync cycle throws', async () => {
  const drafts = new MemoryDrafts()
  drafts.respond = () => {
    throw new Error('broken')
  }
  const result = await drafts.service.save({ id, content: text('B'), basedOn: newPost })
  expect(result).toMatchObject({ kind: 'queued', isLoggedOut: false })
  expect(drafts.rows.get(id)?.draft?.title).toBe('B')
})

test('shows the server’s errors at their fields, and treats the text as saved', async () => {
  const drafts = new MemoryDrafts()
  const problem = { message: 'Taken', fields: { slug: ['Taken'] }, freeSlug: 'a-2' }
  drafts.respond = () => ({ outcome: 'rejected', problem })
  const model = modelOf(drafts, text('Old'), null)
  model.edit({ title: 'New' })
  await model.save()
  const state = model.store.getState()
  expect(state).toMatchObject({ errors: { slug: ['Taken'] }, freeSlug: 'a-2', isDone: false })
  expect(isDirty(state)).toBe(false)
})

test('replaces only the version that was shown', async () => {
  const drafts = new MemoryDrafts()
  server(drafts, 1)
  drafts.respond = conflicting(text('Theirs'), 2)
  const model = modelOf(drafts, text('Old'))
  model.edit({ title: 'Mine' })
  await model.save()
  expect(model.store.getState().theirs).toMatchObject({ version: 2, text: { title: 'Theirs' } })
  const row = drafts.rows.get(id)
  drafts.put(id, row === undefined ? null : { ...row, theirs: { version: 3, text: text('Newer') } })
  drafts.respond = conflicting(text('Newer'), 3)
  await model.keepMine()
  expect(model.store.getState().theirs, 'the newer text is shown first').toMatchObject({ version: 3 })
  expect(drafts.rows.get(id)?.baseVersion).toBe(1)
  expect(await model.keepMine()).toMatchObject({ kind: 'saved' })
  expect(drafts.rows.get(id)).toMatchObject({ baseVersion: 4, base: { title: 'Mine' } })
})

test('discards the latest text of mine when taking theirs', async () => {
  const drafts = new MemoryDrafts()
  server(drafts, 1)
  drafts.respond = conflicting(text('Theirs'), 2)
  const model = modelOf(drafts, text('Old'))
  model.edit({ title: 'Mine' })
  await model.save()
  model.dismissConflict()
  model.edit({ title: 'Mine, and more' })
  await model.save()
  expect(await model.takeTheirs()).toBe('discarded')
  expect(drafts.discarded.map((entry) => entry.text.title)).toEqual(['Mine, and more'])
  expect(model.store.getState()).toMatchObject({
    basedOn: { version: 2 },
    form: { title: 'Theirs' },
    isDone: false,
  })
  expect(isDirty(model.store.getState())).toBe(false)
})

test('saves mine as a draft with a free slug, and takes theirs for the post', async () => {
  const drafts = new MemoryDrafts()
  server(drafts, 1)
  drafts.respond = conflicting({ ...text('Theirs'), status: 'published' }, 2)
  const model = modelOf(drafts, { ...text('Old'), status: 'published' })
  model.edit({ title: 'Mine' })
  await model.save()
  const problem = { message: 'Taken', fields: { slug: ['Taken'] }, freeSlug: 'a-copy-2' }
  drafts.respond = (request) =>
    request.text?.slug === 'a-copy-2' ? accepted(request) : { outcome: 'rejected', problem }
  expect(await model.saveAsCopy()).toMatchObject({ kind: 'saved' })
  const copies = [...drafts.rows.values()].filter((row) => row.id !== id)
  expect(copies.map(({ base }) => base)).toMatchObject([
    { title: 'Mine (copy)', status: 'draft', slug: 'a-copy-2' },
  ])
  expect(drafts.rows.get(id)).toMatchObject({ baseVersion: 2, base: { title: 'Theirs' }, draft: null })
})

test('saves over the version that was shown after another window resolved the conflict', async () => {
  const drafts = new MemoryDrafts()
  server(drafts, 2, 'Theirs')
  const shown = { id, content: text('Mine'), basedOn: { version: 2, revision: 0 } }
  expect(await drafts.service.save({ ...shown, resolution: 'mine' })).toMatchObject({ kind: 'saved' })
})

test('queues a deletion, or reports a conflict', async () => {
  const drafts = new MemoryDrafts()
  server(drafts, 1)
  const { service } = drafts
  drafts.connection = 'offline'
  expect(await service.remove(id)).toEqual({ kind: 'waiting' })
  drafts.connection = 'unauthenticated'
  expect(await service.remove(id)).toEqual({ kind: 'logged out' })
  drafts.connection = 'online'
  drafts.respond = conflicting(text('Theirs'), 2)
  expect(await service.remove(id)).toEqual({ kind: 'conflict' })
  const revision = drafts.rows.get(id)?.revision ?? 0
  const decide = (version: number) =>
    service.save({ id, content: null, basedOn: { version, revision }, resolution: 'mine' })
  expect(await decide(1), 'a version that was never shown').toMatchObject({ kind: 'conflict' })
  expect(await decide(2)).toMatchObject({ kind: 'saved' })
  expect(drafts.rows.size).toBe(0)
})

test('deletes only the version that was shown', async () => {
  const drafts = new MemoryDrafts()
  server(drafts, 1)
  const remove = vi.fn(() => Promise.resolve({ success: true as const, version: 3 }))
  const api = { blog: { remove } }
  expect(await deletePost({ id, version: 2 }, { api, drafts: drafts.service })).toEqual({ kind: 'removed' })
  expect(remove).toHaveBeenCalledWith({ params: { id } }, { headers: { 'if-match': '"2"' } })
  expect(drafts.rows.get(id)?.isRemoved, 'removed by the next sync cycle').toBe(false)
  expect(await deletePost({ id, version: 1 }, { api, drafts: drafts.service })).toEqual({ kind: 'removed' })
  expect(remove).toHaveBeenCalledOnce()
  expect(drafts.rows.has(id)).toBe(false)
})

const readingApi = (read: Parameters<typeof openPost>[1]['api']['blog']['read']) => ({ blog: { read } })

test('opens a draft without asking the server', async () => {
  const drafts = new MemoryDrafts()
  drafts.connection = 'offline'
  await drafts.service.save({ id, content: text('Mine'), basedOn: newPost })
  const read = vi.fn(() => Promise.reject(new Error('not asked')))
  const opened = await openPost(id, { api: readingApi(read), drafts: drafts.service, syncedAt: null })
  expect(opened).toMatchObject({
    kind: 'post',
    start: { form: { title: 'Mine' }, isDraft: true, seenAt: null },
  })
  expect(read).not.toHaveBeenCalled()
})

test('opens the last stored copy with its date if the server is unreachable', async () => {
  const drafts = new MemoryDrafts()
  server(drafts, 3)
  const api = readingApi(() => Promise.reject(new NetworkError(null)))
  const opened = await openPost(id, { api, drafts: drafts.service, syncedAt: '2026-03-02T10:00:00.000Z' })
  expect(opened).toMatchObject({
    kind: 'post',
    start: { basedOn: { version: 3 }, seenAt: '2026-03-02T10:00:00.000Z' },
  })
  expect(await openPost(id, { api, drafts: drafts.service, syncedAt: null })).toMatchObject({
    start: { seenAt: testDay },
  })
  const other = '30000000-0000-4000-8000-000000000000'
  await expect(openPost(other, { api, drafts: drafts.service, syncedAt: null })).rejects.toThrow(NetworkError)
})

test('ignores a response that is older than the stored copy', async () => {
  const drafts = new MemoryDrafts()
  server(drafts, 5, 'Newer')
  const opened = await openPost(id, {
    api: readingApi(async () => post),
    drafts: drafts.service,
    syncedAt: testDay,
  })
  expect(opened).toMatchObject({ start: { basedOn: { version: 5 }, form: { title: 'Newer' } } })
  server(drafts, 4, 'Same')
  const same = await openPost(id, {
    api: readingApi(async () => post),
    drafts: drafts.service,
    syncedAt: testDay,
  })
  expect(same).toMatchObject({ start: { basedOn: { version: 4 }, form: { title: 'Old' }, seenAt: null } })
})

test('shows why a deletion was rejected that was sent later, and one sent at once only in its answer', async () => {
  const drafts = new MemoryDrafts()
  server(drafts, 1)
  const message = 'Only an owner can delete a post that someone else created'
  drafts.respond = () => ({ outcome: 'rejected', problem: { message, fields: {}, freeSlug: null } })
  expect(await drafts.service.remove(id)).toEqual({ kind: 'rejected', message })
  expect(await drafts.service.status()).toMatchObject({ blockedCount: 0 })
  drafts.connection = 'offline'
  expect(await drafts.service.remove(id)).toEqual({ kind: 'waiting' })
  drafts.connection = 'online'
  expect(await drafts.service.sync()).toMatchObject({ blockedCount: 1 })
  const api = readingApi(() => Promise.reject(new Error('not asked')))
  expect(await openPost(id, { api, drafts: drafts.service, syncedAt: null })).toMatchObject({
    start: { isDraft: false, problem: { message }, seenAt: null },
  })
})

test('opens a deleted post, a conflict and a rejected draft as such', async () => {
  const drafts = new MemoryDrafts()
  server(drafts, 1)
  drafts.connection = 'offline'
  await drafts.service.remove(id)
  const api = readingApi(() => Promise.reject(new Error('not asked')))
  expect(await openPost(id, { api, drafts: drafts.service, syncedAt: null })).toMatchObject({
    kind: 'removed',
    view: { id },
  })

  const base = { ...newDraftRow(id), draft: text('Mine') }
  drafts.put(id, { ...base, theirs: { version: 2, text: text('Theirs') } })
  expect(await openPost(id, { api, drafts: drafts.service, syncedAt: null })).toMatchObject({
    start: { theirs: { text: { title: 'Theirs' } } },
  })
  drafts.put(id, { ...base, problem: { message: 'No', fields: { slug: ['No'] }, freeSlug: 'b' } })
  expect(await openPost(id, { api, drafts: drafts.service, syncedAt: null })).toMatchObject({
    start: { theirs: null, problem: { freeSlug: 'b' } },
  })
})
