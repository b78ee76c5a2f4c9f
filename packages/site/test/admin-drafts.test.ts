import { NetworkError } from '@priormark/core/http/api-error'
import { newDraftRow } from '@priormark/core/drafts/draft-row'
import { expect, test, vi } from 'vitest'
import { deletePost } from '../src/admin/blog/delete-post.ts'
import { openPost } from '../src/admin/blog/editor/open-post.ts'
import { createPostDesk, isDirty } from '../src/admin/blog/editor/post-desk.ts'
import { emptyForm, type PostForm } from '../src/admin/blog/editor/post-form.ts'
import { giveUpDraft, removeDraftOf, saveDraft } from '../src/admin/blog/editor/save-draft.ts'
import { startOfDraft } from '../src/admin/blog/editor/desk-start.ts'
import { oldPost as post } from './admin-post-fixture.ts'
import { accepted, MemoryDrafts, refused, testDay } from './memory-drafts.ts'

const id = '10000000-0000-4000-8000-000000000000'
const text = (title: string): PostForm => ({ ...emptyForm, title, slug: 'a', content: `<p>${title}</p>` })
const server = (drafts: MemoryDrafts, version: number, title = 'Old') =>
  drafts.put(id, { ...newDraftRow<PostForm>(id), baseVersion: version, base: text(title), ownSince: version })

function deskOf(drafts: MemoryDrafts, form: PostForm, version: number | null = 1) {
  let last = 0
  const desk = createPostDesk({
    start: { id, version, revision: 0, form, theirs: null, problem: null, isDraft: false, seenAt: null },
    by: 'ines',
    ports: {
      save: (saving) => saveDraft(drafts, saving),
      giveUp: (mine, seenVersion) => giveUpDraft(drafts, mine, seenVersion),
      autosave: () => Promise.reject(new NetworkError(null)),
      keepCopy: () => true,
      dropCopy: () => undefined,
      hold: () => () => undefined,
      newId: () => `20000000-0000-4000-8000-${String((last += 1)).padStart(12, '0')}`,
    },
  })
  return desk
}

test('a save that the server takes is saved', async () => {
  const drafts = new MemoryDrafts()
  server(drafts, 1)
  const desk = deskOf(drafts, text('Old'))
  desk.edit({ title: 'New' })
  expect(await desk.save()).toEqual({ kind: 'saved', title: 'New' })
  expect(drafts.rows.get(id)).toMatchObject({ baseVersion: 2, base: { title: 'New' }, draft: null })
  expect(desk.store.getState().isDone).toBe(true)
})

test.each([
  ['offline', false],
  ['unauthenticated', true],
] as const)('a save while %s is kept on the machine', async (connection, isLoggedOut) => {
  const drafts = new MemoryDrafts()
  drafts.connection = connection
  const outcome = await saveDraft(drafts, { id, version: null, form: text('Written on a train') })
  expect(outcome).toEqual({ kind: 'kept', isLoggedOut })
  expect(drafts.rows.get(id)?.draft?.title).toBe('Written on a train')
})

test('a round that fails or hangs keeps nobody waiting for ever, and the save stands', async () => {
  vi.useFakeTimers()
  const drafts = new MemoryDrafts()
  drafts.sync = () => new Promise(() => undefined)
  const hanging = saveDraft(drafts, { id, version: null, form: text('A') })
  await vi.advanceTimersByTimeAsync(30_000)
  expect(await hanging).toEqual({ kind: 'kept', isLoggedOut: false })
  drafts.sync = () => Promise.reject(new Error('broken'))
  expect(await saveDraft(drafts, { id, version: null, form: text('B') })).toMatchObject({ kind: 'kept' })
  expect(drafts.rows.get(id)?.draft?.title).toBe('B')
  vi.useRealTimers()
})

test('what the server refuses is said at its fields, and what is written is no longer unsaved', async () => {
  const drafts = new MemoryDrafts()
  const problem = { sentence: 'Taken', fields: { slug: ['Taken'] }, freeSlug: 'a-2' }
  drafts.answer = (row) => ({ ...row, problem })
  const desk = deskOf(drafts, text('Old'), null)
  desk.edit({ title: 'New' })
  await desk.save()
  const state = desk.store.getState()
  expect(state).toMatchObject({ errors: { slug: ['Taken'] }, freeSlug: 'a-2', isDone: false })
  expect(isDirty(state)).toBe(false)
})

test('mine goes over the version that was shown, never over one that came meanwhile', async () => {
  const drafts = new MemoryDrafts()
  server(drafts, 1)
  drafts.answer = refused(text('Theirs'), 2)
  const desk = deskOf(drafts, text('Old'))
  desk.edit({ title: 'Mine' })
  await desk.save()
  expect(desk.store.getState().theirs).toMatchObject({ version: 2, form: { title: 'Theirs' } })
  const row = drafts.rows.get(id)
  drafts.put(id, row === undefined ? null : { ...row, theirs: { version: 3, text: text('Newer') } })
  drafts.answer = refused(text('Newer'), 3)
  await desk.keepMine()
  expect(desk.store.getState().theirs, 'the newer text is shown first').toMatchObject({ version: 3 })
  expect(drafts.rows.get(id)?.baseVersion).toBe(1)
  expect(await desk.keepMine()).toMatchObject({ kind: 'saved' })
  expect(drafts.rows.get(id)).toMatchObject({ baseVersion: 4, base: { title: 'Mine' } })
})

test('taking theirs puts mine into the bin, as it was written last', async () => {
  const drafts = new MemoryDrafts()
  server(drafts, 1)
  drafts.answer = refused(text('Theirs'), 2)
  const desk = deskOf(drafts, text('Old'))
  desk.edit({ title: 'Mine' })
  await desk.save()
  desk.backToMine()
  desk.edit({ title: 'Mine, and more' })
  await desk.save()
  expect(await desk.takeTheirs()).toBe('bin')
  expect(drafts.binned.map((entry) => entry.text.title)).toEqual(['Mine, and more'])
  expect(desk.store.getState()).toMatchObject({ version: 2, form: { title: 'Theirs' }, isDone: false })
  expect(isDirty(desk.store.getState())).toBe(false)
})

test('a copy is a draft with a free name of its own, and the post takes theirs', async () => {
  const drafts = new MemoryDrafts()
  server(drafts, 1)
  drafts.answer = refused({ ...text('Theirs'), status: 'published' }, 2)
  const desk = deskOf(drafts, { ...text('Old'), status: 'published' })
  desk.edit({ title: 'Mine' })
  await desk.save()
  drafts.answer = (row) =>
    row.draft?.slug === 'a-copy-2'
      ? accepted(row)
      : { ...row, problem: { sentence: 'Taken', fields: { slug: ['Taken'] }, freeSlug: 'a-copy-2' } }
  expect(await desk.saveAsCopy()).toMatchObject({ kind: 'saved' })
  const copies = [...drafts.rows.values()].filter((row) => row.id !== id)
  expect(copies.map(({ base }) => base)).toMatchObject([
    { title: 'Mine (copy)', status: 'draft', slug: 'a-copy-2' },
  ])
  expect(drafts.rows.get(id)).toMatchObject({ baseVersion: 2, base: { title: 'Theirs' }, draft: null })
})

test('a conflict that was decided in another window is no obstacle to saving on the version that was shown', async () => {
  const drafts = new MemoryDrafts()
  server(drafts, 2, 'Theirs')
  const conflict = { id, how: 'mine' as const, seenVersion: 2 }
  expect(await saveDraft(drafts, { id, version: 2, form: text('Mine'), conflict })).toMatchObject({
    kind: 'saved',
  })
  expect(await giveUpDraft(drafts, { id, form: text('Mine') }, 2)).toEqual({ kind: 'settled already' })
})

test('a deletion is made, waits, or meets somebody else’s text', async () => {
  const drafts = new MemoryDrafts()
  server(drafts, 1)
  drafts.connection = 'offline'
  expect(await removeDraftOf(drafts, id)).toBe('waiting')
  drafts.connection = 'unauthenticated'
  expect(await removeDraftOf(drafts, id)).toBe('logged out')
  drafts.connection = 'online'
  drafts.answer = refused(text('Theirs'), 2)
  expect(await removeDraftOf(drafts, id)).toBe('conflict')
  await drafts.resolve({ id, how: 'mine', seenVersion: 1 })
  expect((await drafts.read(id))?.state, 'a version that nobody was shown').toBe('conflict')
  await drafts.resolve({ id, how: 'mine', seenVersion: 2 })
  drafts.answer = accepted
  expect(await removeDraftOf(drafts, id)).toBe('removed')
  expect(drafts.rows.size).toBe(0)
})

test('what is deleted is the version that was shown', async () => {
  const drafts = new MemoryDrafts()
  server(drafts, 1)
  const remove = vi.fn(() => Promise.resolve({ success: true as const, version: 3 }))
  const api = { blog: { remove } }
  expect(await deletePost({ id, version: 2 }, { api, drafts })).toBe('removed')
  expect(remove).toHaveBeenCalledWith({ params: { id } }, { headers: { 'if-match': '"2"' } })
  expect(drafts.rows.get(id)?.isRemoved, 'the machine hears of it by the next round').toBe(false)
  expect(await deletePost({ id, version: 1 }, { api, drafts })).toBe('removed')
  expect(remove).toHaveBeenCalledOnce()
  expect(drafts.rows.has(id)).toBe(false)
})

const readingApi = (read: Parameters<typeof openPost>[1]['api']['blog']['read']) => ({ blog: { read } })

test('a draft opens as its author left it, whatever the server has', async () => {
  const drafts = new MemoryDrafts()
  await drafts.save({ id, text: text('Mine'), seenVersion: null })
  const read = vi.fn(() => Promise.reject(new Error('not asked')))
  const opened = await openPost(id, { api: readingApi(read), drafts, syncedAt: null })
  expect(opened).toMatchObject({
    kind: 'post',
    start: { form: { title: 'Mine' }, isDraft: true, seenAt: null },
  })
  expect(read).not.toHaveBeenCalled()
})

test('without the server a post opens as it was last seen, and says since when', async () => {
  const drafts = new MemoryDrafts()
  server(drafts, 3)
  const api = readingApi(() => Promise.reject(new NetworkError(null)))
  const opened = await openPost(id, { api, drafts, syncedAt: '2026-03-02T10:00:00.000Z' })
  expect(opened).toMatchObject({ kind: 'post', start: { version: 3, seenAt: '2026-03-02T10:00:00.000Z' } })
  expect(await openPost(id, { api, drafts, syncedAt: null })).toMatchObject({ start: { seenAt: testDay } })
  const other = '30000000-0000-4000-8000-000000000000'
  await expect(openPost(other, { api, drafts, syncedAt: null })).rejects.toThrow(NetworkError)
})

test('what a round brought is not written over by an older answer', async () => {
  const drafts = new MemoryDrafts()
  server(drafts, 5, 'Newer')
  const opened = await openPost(id, { api: readingApi(async () => post), drafts, syncedAt: testDay })
  expect(opened).toMatchObject({ start: { version: 5, form: { title: 'Newer' } } })
  server(drafts, 4, 'Same')
  const same = await openPost(id, { api: readingApi(async () => post), drafts, syncedAt: testDay })
  expect(same).toMatchObject({ start: { version: 4, form: { title: 'Old' }, seenAt: null } })
})

test('a post that was deleted here opens as that, a conflict with both texts, a refused one with its problem', async () => {
  const drafts = new MemoryDrafts()
  server(drafts, 1)
  await drafts.remove(id)
  const api = readingApi(() => Promise.reject(new Error('not asked')))
  expect(await openPost(id, { api, drafts, syncedAt: null })).toMatchObject({ kind: 'removed', view: { id } })

  const base = { ...newDraftRow<PostForm>(id), draft: text('Mine') }
  drafts.put(id, { ...base, theirs: { version: 2, text: text('Theirs') } })
  const conflict = await drafts.read(id)
  expect(conflict && startOfDraft(conflict, testDay)).toMatchObject({ theirs: { form: { title: 'Theirs' } } })
  drafts.put(id, { ...base, problem: { sentence: 'No', fields: { slug: ['No'] }, freeSlug: 'b' } })
  const blocked = await drafts.read(id)
  expect(blocked && startOfDraft(blocked, testDay)).toMatchObject({
    theirs: null,
    problem: { freeSlug: 'b' },
  })
})
