import type { Api } from '@priormark/core/api'
import type { AdminPost } from '@priormark/core/blog/post'
import { postText } from '@priormark/core/drafts/post-text'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { findCopy, keepCopy, type LocalCopy } from '../src/admin/blog/editor/local-copies.ts'
import { startOfPost } from '../src/admin/blog/editor/open-post.ts'
import { PostEditorModel, type PostEditorPorts } from '../src/admin/blog/editor/post-editor-model.ts'
import { isDirty } from '../src/admin/blog/editor/post-editor-state.ts'
import { emptyForm } from '../src/admin/blog/editor/post-form.ts'
import { createServerSaver, type PostSave } from '../src/admin/blog/editor/post-saver.ts'
import { oldPost as post } from './admin-post-fixture.ts'

const theirText = { version: 6, revision: 0, savedAt: post.updatedAt }
const unkept = { id: 'p1', revision: 0 }
const kept = ({ id, basedOn }: PostSave) => ({ id, revision: basedOn.revision })

function editor(from: AdminPost | null = post) {
  const copies = new Map<string, LocalCopy>()
  let lastId = 0
  const ports = {
    save: vi.fn<PostEditorPorts['save']>(async (save) => ({
      ...kept(save),
      kind: 'saved',
      title: post.title,
    })),
    autosave: vi.fn<PostEditorPorts['autosave']>(async () => undefined),
    keepCopy: (copy: LocalCopy) => {
      copies.set(copy.id, copy)
      return true
    },
    dropCopy: (id: string) => void copies.delete(id),
    hold: () => () => {},
    newId: () => `id-${(lastId += 1)}`,
  }
  const model = new PostEditorModel({ start: from && startOfPost(from), by: 'ines', ports })
  return { model, ports, copies }
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('a change is kept here within a second, and on the server 3 s after the last key', async () => {
  const { model, ports, copies } = editor()
  model.edit({ title: 'N' })
  await vi.advanceTimersByTimeAsync(2_000)
  expect(copies.get('id-1')?.form.title).toBe('N')
  model.edit({ title: 'New' })
  await vi.advanceTimersByTimeAsync(2_999)
  expect(ports.autosave).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(ports.autosave).toHaveBeenCalledOnce()
  expect(ports.autosave.mock.lastCall?.[0]).toMatchObject({ id: 'id-1', postId: 'p1', version: 4 })
})

test('somebody who types without a pause loses at most half a second here', async () => {
  const { model, copies } = editor()
  for (let key = 1; key <= 100; key += 1) {
    model.edit({ title: String(key) })
    await vi.advanceTimersByTimeAsync(100)
  }
  expect(Number(copies.get('id-1')?.form.title)).toBeGreaterThanOrEqual(95)
})

test('a failed autosave is tried again with the newest text', async () => {
  const { model, ports } = editor()
  ports.autosave.mockRejectedValueOnce(new Error('offline'))
  model.edit({ title: 'New' })
  await vi.advanceTimersByTimeAsync(3_000)
  expect(model.store.getState().autosave.kind).toBe('failed')
  await vi.advanceTimersByTimeAsync(15_000)
  expect(ports.autosave).toHaveBeenCalledTimes(2)
  expect(model.store.getState().autosave.kind).toBe('saved')
})

test('an autosave that fails after what it kept was changed back is not tried again', async () => {
  const { model, ports } = editor()
  let fail: (error: Error) => void = () => undefined
  ports.autosave.mockReturnValueOnce(new Promise((_resolve, reject) => (fail = reject)))
  model.edit({ title: 'New' })
  await vi.advanceTimersByTimeAsync(3_000)
  expect(model.store.getState().autosave.kind).toBe('saving')
  model.edit({ title: 'Old' })
  fail(new Error('offline'))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(ports.autosave).toHaveBeenCalledOnce()
  expect(model.store.getState().autosave.kind).toBe('idle')
})

test('what is changed back is no change, and the editor’s own way of writing neither', async () => {
  const { model, copies, ports } = editor()
  model.adoptContent('<p>Old </p>')
  expect(isDirty(model.store.getState())).toBe(false)
  model.edit({ title: 'New' })
  expect(isDirty(model.store.getState())).toBe(true)
  model.edit({ title: 'Old' })
  await vi.advanceTimersByTimeAsync(10_000)
  expect(isDirty(model.store.getState())).toBe(false)
  expect(copies.size).toBe(0)
  expect(ports.autosave).not.toHaveBeenCalled()
})

test('a form with mistakes is not sent, and a mistake goes with its field’s next change', async () => {
  const { model, ports } = editor(null)
  expect(await model.save()).toBeNull()
  expect(ports.save).not.toHaveBeenCalled()
  expect(model.store.getState().errors).toMatchObject({
    title: ['Title is required'],
    content: ['Content is required'],
    slug: ['Slug is required'],
  })
  model.setTitle('A title')
  model.edit({ content: '<p>x</p>' })
  expect(model.store.getState().errors).toEqual({})
  expect(model.store.getState().form.slug).toBe('a-title')
})

test('an attempt that was lost is made again under the same key, another form under another', async () => {
  const change = vi.fn<Api['blog']['change']>(() => Promise.reject(new Error('offline')))
  const notCalled = () => Promise.reject(new Error('not called'))
  let ids = 0
  const save = createServerSaver({ blog: { create: notCalled, change } }, () => `key-${(ids += 1)}`)
  const attempt = (title: string) =>
    save({ id: 'p1', content: { ...postText(post), title }, basedOn: { version: 4, revision: 0 } })
  await expect(attempt('New')).rejects.toThrow('offline')
  await expect(attempt('New')).rejects.toThrow('offline')
  await expect(attempt('Newer')).rejects.toThrow('offline')
  const keys = change.mock.calls.map(([, options]) => options?.headers?.['idempotency-key'])
  expect(keys[0]).toBe(keys[1])
  expect(keys[2]).not.toBe(keys[0])
  expect(change.mock.calls[0]?.[1]?.headers).toMatchObject({ 'if-match': '"4"' })
})

test('mine is kept over theirs only as the version that was seen', async () => {
  const { model, ports } = editor()
  const theirs = { ...theirText, text: { ...postText(post), title: 'Theirs' } }
  ports.save.mockResolvedValueOnce({ ...unkept, kind: 'conflict', theirs, isKept: false })
  model.edit({ title: 'Mine' })
  await model.save()
  expect(model.store.getState()).toMatchObject({ theirs, form: { title: 'Mine' } })
  await model.keepMine()
  expect(ports.save.mock.lastCall?.[0]).toMatchObject({
    id: 'p1',
    basedOn: { version: 6 },
    content: { title: 'Mine' },
    resolution: 'mine',
  })
  expect(model.store.getState()).toMatchObject({ theirs: null, isDone: true })
})

test.each([
  ['a revision', false, 'revision'],
  ['a copy in this browser where the server does not answer', true, 'local copy'],
])('taking theirs keeps mine as %s', async (_name, isOffline, place) => {
  const { model, ports, copies } = editor()
  const theirs = { ...theirText, text: { ...postText(post), title: 'Theirs' } }
  ports.save.mockResolvedValueOnce({ ...unkept, kind: 'conflict', theirs, isKept: false })
  if (isOffline) ports.autosave.mockRejectedValue(new Error('offline'))
  model.edit({ title: 'Mine' })
  await model.save()
  expect(await model.takeTheirs()).toBe(place)
  expect(ports.autosave.mock.lastCall?.[0].form.title).toBe('Mine')
  expect([...copies.values()].map(({ form }) => form.title)).toEqual(isOffline ? ['Mine'] : [])
  expect(model.store.getState()).toMatchObject({
    basedOn: { version: 6 },
    form: { title: 'Theirs' },
    base: { title: 'Theirs' },
  })
  model.edit({ title: 'Theirs, changed' })
  await vi.advanceTimersByTimeAsync(1_000)
  expect(copies.get('id-1')?.form.title, 'mine is not written over').toBe(isOffline ? 'Mine' : undefined)
})

test('restoring a revision keeps what stood in the editor as a revision of its own', async () => {
  const { model, ports } = editor()
  model.edit({ title: 'Written now' })
  await model.restore({ title: 'Restored' })
  await vi.advanceTimersByTimeAsync(3_000)
  expect(ports.autosave.mock.calls.map(([{ id, form }]) => [id, form.title])).toEqual([
    ['id-1', 'Written now'],
    ['id-2', 'Restored'],
  ])
  expect(model.store.getState().form.title).toBe('Restored')
})

test('a copy under a name that is taken gets a free one', async () => {
  const { model, ports } = editor()
  const problem = { sentence: 'taken', fields: { slug: ['taken'] }, freeSlug: 'old-copy-2' }
  ports.save.mockResolvedValueOnce({ id: 'copy', revision: 0, kind: 'rejected', problem, isKept: false })
  model.edit({ title: 'Mine' })
  await model.saveAsCopy()
  expect(ports.save.mock.lastCall?.[0]).toMatchObject({
    id: 'copy',
    basedOn: { version: null },
    content: { slug: 'old-copy-2', status: 'draft' },
  })
})

test('leaving keeps a new post in this browser and a known one among its revisions', async () => {
  const known = editor()
  known.model.edit({ title: 'Left' })
  await known.model.leave()
  expect(known.copies.size).toBe(0)
  expect(known.ports.autosave).toHaveBeenCalledOnce()
  const fresh = editor(null)
  fresh.model.edit({ title: 'Left' })
  await fresh.model.leave()
  expect(fresh.copies.size).toBe(1)
})

test('a copy is offered to who wrote it, for its post, unless its editor is open', () => {
  const held = new Map<string, string>()
  const storage = new Proxy(
    {
      getItem: (key: string) => held.get(key) ?? null,
      setItem: (key: string, value: string) => void held.set(key, value),
      removeItem: (key: string) => void held.delete(key),
      clear: () => held.clear(),
      key: () => null,
      length: 0,
    },
    {
      ownKeys: () => [...held.keys()],
      getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
    },
  )
  const copy = (id: string, postId: string, version: number | null, at: string): LocalCopy => ({
    id,
    postId,
    version,
    revision: 0,
    at,
    by: 'ines',
    form: { ...emptyForm, title: id },
  })
  keepCopy(storage, copy('older', 'p1', 1, '2026-01-01T00:00:00Z'))
  keepCopy(storage, copy('newer', 'p1', 1, '2026-01-02T00:00:00Z'))
  keepCopy(storage, copy('new-post', 'p2', null, '2026-01-03T00:00:00Z'))
  held.set('priormark.post-copy.broken', '{"id":1}')
  const find = (postId: string | null, by = 'ines', openIds: string[] = []) =>
    findCopy(storage, { postId, by, openIds })?.id
  expect(find('p1')).toBe('newer')
  expect(find('p1', 'ines', ['newer'])).toBe('older')
  expect(find(null)).toBe('new-post')
  expect(find('p1', 'somebody else')).toBeUndefined()
  expect(find('p3')).toBeUndefined()
})
