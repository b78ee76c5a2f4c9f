import 'fake-indexeddb/auto'
import { ApiError, NetworkError } from '@priormark/core/platform/http/api-error'
import { createClient, type FetchResponse } from '@priormark/core/platform/http/client'
import { draftImageCache } from '@priormark/core/platform/offline-copies'
import { draftImagePath } from '@priormark/core/blog/drafts/draft-row'
import { DraftsUnavailable, type DraftStatus } from '@priormark/core/blog/drafts/draft-service'
import { afterEach, expect, test, vi } from 'vitest'
import { openDraftDatabase } from '../../src/app/web-draft-store.ts'
import { createWebDrafts } from '../../src/app/web-platform.ts'
import { emptyForm } from '../../src/admin/blog/editor/post-form.ts'
import { oldPost } from '../admin/blog/admin-post-fixture.ts'

const text = (title: string) => ({ ...emptyForm, title, slug: 'a', content: '<p>x</p>' })

const newPost = (id: string, title: string) => ({
  id,
  content: text(title),
  basedOn: { version: null, revision: 0 },
})

/** A fake of the endpoints that drafts use. */
class FakeServer {
  user: string | null = 'ada'
  isUnreachable = false
  readonly received: { by: string | null; title: string }[] = []

  readonly fetch = async (url: string, init: { method: string; body?: unknown }): Promise<FetchResponse> => {
    if (this.isUnreachable) throw new TypeError('no network')
    if (this.user === null) return respond(401, { error: 'Log in first' })
    if (url.endsWith('/ping'))
      return respond(200, { username: this.user, role: 'owner', timeZone: 'UTC', needsSecondFactor: false })
    if (url.includes('/changes')) return respond(200, { posts: [], deleted: [], sequence: 0, more: false })
    // A new post has its id in the body, a changed one in the path.
    const body: { title: string; id?: string } = JSON.parse(String(init.body))
    const id = body.id ?? url.split('/').at(-1) ?? ''
    this.received.push({ by: this.user, title: body.title })
    return respond(200, { ...oldPost, ...body, id, categories: [], tags: [], version: 1 })
  }
}

function respond(status: number, body: object): FetchResponse {
  return new Response(JSON.stringify(body), { status })
}

type WebDrafts = ReturnType<typeof createWebDrafts>
const opened: WebDrafts[] = []
function draftsOf(server: FakeServer): WebDrafts {
  const drafts = createWebDrafts(createClient({ fetch: server.fetch }))
  opened.push(drafts)
  return drafts
}

// Stands in for the browser's window, whose events report that the network is back.
const page = new EventTarget()
vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))

/** Replaces the browser’s caches, which Node does not have. */
const cached = new Map<string, Map<string, Response>>()
vi.stubGlobal('caches', {
  open: async (name: string) => {
    const entries = cached.get(name) ?? new Map<string, Response>()
    cached.set(name, entries)
    return {
      match: async (path: string) => entries.get(path),
      put: async (path: string, response: Response) => void entries.set(path, response),
    }
  },
  delete: async (name: string) => cached.delete(name),
})

afterEach(() => {
  for (const drafts of opened.splice(0)) drafts.logout()
})

const firstId = '10000000-0000-4000-8000-000000000001'
const secondId = '10000000-0000-4000-8000-000000000002'

test('sends a draft once from any tab, and updates the status in every tab', async () => {
  const server = new FakeServer()
  const [one, two] = [draftsOf(server), draftsOf(server)]
  const seen: DraftStatus[] = []
  two.watch((status) => seen.push(status))
  await Promise.all([one.sync(), two.sync()])
  server.isUnreachable = true
  await one.save(newPost(firstId, 'Unreachable'))
  expect(await one.sync()).toMatchObject({ connection: 'offline', waitingCount: 1 })
  await expect.poll(() => seen.at(-1)).toMatchObject({ connection: 'offline', waitingCount: 1 })
  server.isUnreachable = false
  await Promise.all([one.sync(), two.sync(), one.sync()])
  expect(server.received).toEqual([{ by: 'ada', title: 'Unreachable' }])
  await expect.poll(() => seen.at(-1)).toMatchObject({ connection: 'online', waitingCount: 0 })
  expect(await one.read(firstId)).toMatchObject({ state: 'clean', baseVersion: 1 })
})

test('reports a conflict to one of two tabs that save at the same time', async () => {
  const server = new FakeServer()
  server.user = 'ivy'
  const tabs = [draftsOf(server), draftsOf(server)] as const
  await Promise.all(tabs.map((tab) => tab.sync()))
  server.isUnreachable = true
  const results = await Promise.all(tabs.map((tab, index) => tab.save(newPost(firstId, `Of tab ${index}`))))
  const kept = results.findIndex(({ kind }) => kind === 'queued')
  expect(results[1 - kept]).toMatchObject({
    kind: 'conflict',
    isStored: false,
    theirs: { text: { title: `Of tab ${kept}` }, revision: 1 },
  })
  expect(await tabs[0].read(firstId)).toMatchObject({ text: { title: `Of tab ${kept}` }, revision: 1 })
})

test('keeps drafts after a logout, for that user only', async () => {
  const server = new FakeServer()
  server.user = 'bea'
  const drafts = draftsOf(server)
  await drafts.sync()
  server.isUnreachable = true
  await drafts.save(newPost(firstId, 'Of Bea'))
  drafts.logout()
  server.isUnreachable = false
  server.user = 'cid'
  drafts.login()
  await drafts.sync()
  expect(await drafts.list({ search: '' })).toEqual([])
  expect(server.received).toEqual([])
  drafts.logout()
  server.user = 'bea'
  drafts.login()
  await drafts.sync()
  expect(server.received).toEqual([{ by: 'bea', title: 'Of Bea' }])
})

test('sends nothing as a different user who logged in in another tab', async () => {
  const server = new FakeServer()
  server.user = 'dan'
  const drafts = draftsOf(server)
  await drafts.sync()
  server.user = 'eve'
  await drafts.save(newPost(secondId, 'Of Dan'))
  expect(await drafts.sync()).toMatchObject({ connection: 'unauthenticated', waitingCount: 1 })
  expect(server.received).toEqual([])
})

test('removes sent posts at a logout and keeps unsent drafts, also without caches', async () => {
  const server = new FakeServer()
  server.user = 'gil'
  const drafts = draftsOf(server)
  await drafts.save(newPost(firstId, 'Sent'))
  expect(await drafts.sync()).toMatchObject({ waitingCount: 0 })
  server.isUnreachable = true
  await drafts.save(newPost(secondId, 'Not sent'))
  vi.spyOn(caches, 'delete').mockRejectedValueOnce(new DOMException('blocked', 'SecurityError'))
  drafts.logout()
  server.isUnreachable = false
  const titles = async () => (await drafts.list({ search: '' })).map(({ title }) => title)
  await expect.poll(titles).toEqual(['Not sent'])
})

test('deletes the uploaded images of drafts at a logout, except those that a waiting text shows, and shows the others at the next login', async () => {
  const server = new FakeServer()
  server.user = 'liz'
  const drafts = draftsOf(server)
  const shown = () => [...(cached.get(draftImageCache.name)?.keys() ?? [])]
  const addImage = (byte: number) => drafts.addImage({ type: 'image/png', bytes: new Uint8Array([byte]) })
  const withImage = (path: string) => ({ ...text('With an image'), content: `<img src="${path}">` })
  const images = [await addImage(1), await addImage(2), await addImage(3), await addImage(4)]
  const [ofDraft = '', ofUnsavedText = '', notUploaded = '', uploaded = ''] = images
  expect(shown()).toEqual(images)
  server.isUnreachable = true
  await drafts.save({ ...newPost(firstId, 'Not sent'), content: withImage(ofDraft) })
  await drafts.storeUnsaved({ ...unsaved('editor', secondId, null, 1), content: withImage(ofUnsavedText) })
  const database = await openDraftDatabase('liz')
  const key = uploaded.slice(draftImagePath('').length)
  await database.put('images', { type: 'image/png', bytes: new Uint8Array([4]), url: '/four.png' }, key)
  drafts.logout()
  await expect.poll(shown).toEqual([])
  await expect.poll(() => database.getAllKeys('images')).toHaveLength(3)
  database.close()
  server.isUnreachable = false
  server.user = 'may'
  drafts.login()
  await drafts.sync()
  expect(shown()).toEqual([])
  drafts.logout()
  server.user = 'liz'
  drafts.login()
  await drafts.status()
  expect(shown().toSorted()).toEqual([ofDraft, ofUnsavedText, notUploaded].toSorted())
})

const unsaved = (id: string, postId: string, version: number | null, day: number) => ({
  id,
  postId,
  basedOn: { version, revision: 0 },
  at: `2026-03-${String(day).padStart(2, '0')}T10:00:00.000Z`,
  content: text(`Of ${id}`),
})

test('keeps unsaved text per post and user, even while the session ends', async () => {
  const server = new FakeServer()
  server.user = 'joe'
  const drafts = draftsOf(server)
  for (const one of [
    unsaved('older', firstId, 1, 1),
    unsaved('newer', firstId, 1, 2),
    unsaved('of a new post', secondId, null, 3),
  ]) {
    await drafts.storeUnsaved(one)
  }
  const found = async (postId: string | null) => (await drafts.unsaved(postId)).map(({ id }) => id)
  expect(await found(firstId)).toEqual(['newer', 'older'])
  expect(await found(null)).toEqual(['of a new post'])
  drafts.logout()
  server.user = null
  await drafts.storeUnsaved(unsaved('newer', firstId, 1, 4))
  server.user = 'kim'
  drafts.login()
  expect(await found(firstId), 'not those of another user').toEqual([])
  server.user = 'joe'
  drafts.login()
  expect(await drafts.unsaved(firstId)).toMatchObject([
    { id: 'newer', at: '2026-03-04T10:00:00.000Z' },
    { id: 'older' },
  ])
  await drafts.dropUnsaved('newer')
  expect(await found(firstId)).toEqual(['older'])
  for (let day = 5; day <= 25; day += 1) await drafts.storeUnsaved(unsaved(`day ${day}`, firstId, 1, day))
  expect(await found(firstId), 'no more than 20').toHaveLength(20)
  expect((await drafts.unsaved(firstId)).at(-1)?.id).toBe('day 6')
})

test('reports that drafts cannot be stored if storage is full or unavailable', async () => {
  const server = new FakeServer()
  server.user = 'hal'
  const withFullStorage = draftsOf(server)
  await withFullStorage.sync()
  const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  const save = (title: string) => withFullStorage.save(newPost(firstId, title))
  expect(await save('A'), 'the server has it').toMatchObject({ kind: 'saved', isStored: false })
  expect(server.received).toEqual([{ by: 'hal', title: 'A' }])
  server.isUnreachable = true
  await expect(save('A'), 'it is stored nowhere').rejects.toThrow(NetworkError)
  server.isUnreachable = false
  const keeping = withFullStorage.storeUnsaved(unsaved('one', firstId, null, 1))
  await expect(keeping).rejects.toThrow(DraftsUnavailable)
  full.mockRestore()
  await save('A')
  expect(await withFullStorage.read(firstId)).toMatchObject({ text: { title: 'A' } })

  const withoutStorage = draftsOf(server)
  const closed = vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('private', 'InvalidStateError')
  })
  await expect(withoutStorage.list({ search: '' })).rejects.toThrow(DraftsUnavailable)
  closed.mockRestore()
  await expect(withoutStorage.read(firstId), 'until the page is reloaded').rejects.toThrow(DraftsUnavailable)
})

test('rejects a save with the reason until the user is known', async () => {
  const server = new FakeServer()
  server.user = null
  const drafts = draftsOf(server)
  await expect(drafts.save(newPost(firstId, 'A'))).rejects.toThrow(ApiError)
  server.isUnreachable = true
  await expect(drafts.list({ search: '' })).rejects.toThrow(NetworkError)
  server.isUnreachable = false
  server.user = 'fay'
  expect(await drafts.list({ search: '' })).toEqual([])
})
