import type { AdminPost } from '@priormark/core/blog/post'
import { postText } from '@priormark/core/drafts/post-text'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { findCopy, keepCopy, type LocalCopy } from '../src/admin/blog/editor/local-copies.ts'
import { startOfPost } from '../src/admin/blog/editor/desk-start.ts'
import type { DeskPorts } from '../src/admin/blog/editor/desk-state.ts'
import { createPostDesk, isDirty } from '../src/admin/blog/editor/post-desk.ts'
import { emptyForm } from '../src/admin/blog/editor/post-form.ts'
import { oldPost as post } from './admin-post-fixture.ts'

function desk(from: AdminPost | null = post) {
  const copies = new Map<string, LocalCopy>()
  let lastId = 0
  const ports = {
    save: vi.fn<DeskPorts['save']>(async () => ({ kind: 'saved', title: post.title })),
    autosave: vi.fn<DeskPorts['autosave']>(async () => undefined),
    keepCopy: (copy: LocalCopy) => {
      copies.set(copy.id, copy)
      return true
    },
    dropCopy: (id: string) => void copies.delete(id),
    hold: () => () => {},
    newId: () => `id-${(lastId += 1)}`,
  }
  return { ...createPostDesk({ start: from && startOfPost(from), by: 'ines', ports }), ports, copies }
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('a change is kept here within a second, and on the server 3 s after the last key', async () => {
  const { edit, ports, copies } = desk()
  edit({ title: 'N' })
  await vi.advanceTimersByTimeAsync(2_000)
  expect(copies.get('id-1')?.form.title).toBe('N')
  edit({ title: 'New' })
  await vi.advanceTimersByTimeAsync(2_999)
  expect(ports.autosave).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(ports.autosave).toHaveBeenCalledOnce()
  expect(ports.autosave.mock.lastCall?.[0]).toMatchObject({ id: 'id-1', postId: 'p1', version: 4 })
})

test('somebody who types without a pause loses at most half a second here', async () => {
  const { edit, copies } = desk()
  for (let key = 1; key <= 100; key += 1) {
    edit({ title: String(key) })
    await vi.advanceTimersByTimeAsync(100)
  }
  expect(Number(copies.get('id-1')?.form.title)).toBeGreaterThanOrEqual(95)
})

test('a failed autosave is tried again with the newest text', async () => {
  const { edit, ports, store } = desk()
  ports.autosave.mockRejectedValueOnce(new Error('offline'))
  edit({ title: 'New' })
  await vi.advanceTimersByTimeAsync(3_000)
  expect(store.getState().autosave.kind).toBe('failed')
  await vi.advanceTimersByTimeAsync(15_000)
  expect(ports.autosave).toHaveBeenCalledTimes(2)
  expect(store.getState().autosave.kind).toBe('saved')
})

test('an autosave that fails after what it kept was changed back is not tried again', async () => {
  const { edit, ports, store } = desk()
  let fail: (error: Error) => void = () => undefined
  ports.autosave.mockReturnValueOnce(new Promise((_resolve, reject) => (fail = reject)))
  edit({ title: 'New' })
  await vi.advanceTimersByTimeAsync(3_000)
  expect(store.getState().autosave.kind).toBe('saving')
  edit({ title: 'Old' })
  fail(new Error('offline'))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(ports.autosave).toHaveBeenCalledOnce()
  expect(store.getState().autosave.kind).toBe('idle')
})

test('what is changed back is no change, and the editor’s own way of writing neither', async () => {
  const { edit, adoptContent, store, copies, ports } = desk()
  adoptContent('<p>Old </p>')
  expect(isDirty(store.getState())).toBe(false)
  edit({ title: 'New' })
  expect(isDirty(store.getState())).toBe(true)
  edit({ title: 'Old' })
  await vi.advanceTimersByTimeAsync(10_000)
  expect(isDirty(store.getState())).toBe(false)
  expect(copies.size).toBe(0)
  expect(ports.autosave).not.toHaveBeenCalled()
})

test('a form with mistakes is not sent, and a mistake goes with its field’s next change', async () => {
  const { save, edit, setTitle, store, ports } = desk(null)
  expect(await save()).toBeNull()
  expect(ports.save).not.toHaveBeenCalled()
  expect(store.getState().errors).toMatchObject({
    title: ['Title is required'],
    content: ['Content is required'],
    slug: ['Slug is required'],
  })
  setTitle('A title')
  edit({ content: '<p>x</p>' })
  expect(store.getState().errors).toEqual({})
  expect(store.getState().form.slug).toBe('a-title')
})

test('an attempt that was lost is made again under the same key, another form under another', async () => {
  const { save, edit, ports } = desk()
  ports.save.mockRejectedValue(new Error('offline'))
  edit({ title: 'New' })
  await expect(save()).rejects.toThrow('offline')
  await expect(save()).rejects.toThrow('offline')
  edit({ title: 'Newer' })
  await expect(save()).rejects.toThrow('offline')
  const keys = ports.save.mock.calls.map(([, key]) => key)
  expect(keys[0]).toBe(keys[1])
  expect(keys[2]).not.toBe(keys[0])
})

test('mine is kept over theirs only as the version that was seen', async () => {
  const { save, keepMine, edit, ports, store } = desk()
  const theirs = { form: { ...postText(post), title: 'Theirs' }, version: 6, savedAt: post.updatedAt }
  ports.save.mockResolvedValueOnce({ kind: 'conflict', theirs, isKept: false })
  edit({ title: 'Mine' })
  await save()
  expect(store.getState()).toMatchObject({ theirs, form: { title: 'Mine' } })
  await keepMine()
  expect(ports.save.mock.lastCall?.[0]).toMatchObject({ id: 'p1', version: 6, form: { title: 'Mine' } })
  expect(store.getState()).toMatchObject({ theirs: null, isDone: true })
})

test.each([
  ['a revision', false, 'revision'],
  ['a copy in this browser where the server does not answer', true, 'local copy'],
])('taking theirs keeps mine as %s', async (_name, isOffline, place) => {
  const { save, takeTheirs, edit, ports, copies, store } = desk()
  const theirs = { form: { ...postText(post), title: 'Theirs' }, version: 6, savedAt: post.updatedAt }
  ports.save.mockResolvedValueOnce({ kind: 'conflict', theirs, isKept: false })
  if (isOffline) ports.autosave.mockRejectedValue(new Error('offline'))
  edit({ title: 'Mine' })
  await save()
  expect(await takeTheirs()).toBe(place)
  expect(ports.autosave.mock.lastCall?.[0].form.title).toBe('Mine')
  expect([...copies.values()].map(({ form }) => form.title)).toEqual(isOffline ? ['Mine'] : [])
  expect(store.getState()).toMatchObject({ version: 6, form: { title: 'Theirs' }, base: { title: 'Theirs' } })
  edit({ title: 'Theirs, changed' })
  await vi.advanceTimersByTimeAsync(1_000)
  expect(copies.get('id-1')?.form.title, 'mine is not written over').toBe(isOffline ? 'Mine' : undefined)
})

test('restoring a revision keeps what stood in the editor as a revision of its own', async () => {
  const { restore, edit, ports, store } = desk()
  edit({ title: 'Written now' })
  await restore({ title: 'Restored' })
  await vi.advanceTimersByTimeAsync(3_000)
  expect(ports.autosave.mock.calls.map(([{ id, form }]) => [id, form.title])).toEqual([
    ['id-1', 'Written now'],
    ['id-2', 'Restored'],
  ])
  expect(store.getState().form.title).toBe('Restored')
})

test('a copy under a name that is taken gets a free one', async () => {
  const { saveAsCopy, edit, ports } = desk()
  ports.save.mockResolvedValueOnce({
    kind: 'refused',
    fields: { slug: ['taken'] },
    sentence: 'taken',
    freeSlug: 'old-copy-2',
    isKept: false,
  })
  edit({ title: 'Mine' })
  await saveAsCopy()
  expect(ports.save.mock.lastCall?.[0]).toMatchObject({
    version: null,
    form: { slug: 'old-copy-2', status: 'draft' },
  })
})

test('leaving keeps a new post in this browser and a known one among its revisions', async () => {
  const known = desk()
  known.edit({ title: 'Left' })
  await known.leave()
  expect(known.copies.size).toBe(0)
  expect(known.ports.autosave).toHaveBeenCalledOnce()
  const fresh = desk(null)
  fresh.edit({ title: 'Left' })
  await fresh.leave()
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
