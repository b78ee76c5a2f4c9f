import type { DraftSave, UnsavedText } from '@priormark/core/blog/drafts/draft-service'
import { postText } from '@priormark/core/blog/drafts/draft-row'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { findAbandonedTexts, UnsavedTextSaver } from '../../../src/admin/blog/editor/unsaved-text.ts'
import { openPost, isDirty } from '../../../src/admin/blog/editor/post-form.ts'
import { PostEditorModel, type PostEditorDeps } from '../../../src/admin/blog/editor/post-editor-model.ts'
import { oldPost as post } from './admin-post-fixture.ts'
import { MemoryDrafts } from './memory-drafts.ts'

const opened = await openPost(post.id, {
  api: { blog: { read: async () => post } },
  drafts: new MemoryDrafts().service,
  syncedAt: null,
})
const ofPost = opened.kind === 'post' ? opened.start : null

const theirText = { version: 6, revision: 0, savedAt: post.updatedAt }
const notStored = { id: 'p1', revision: 0, isStored: false } as const
const kept = ({ id, basedOn }: DraftSave) => ({ id, revision: basedOn.revision, isStored: true })

function editor(start = ofPost) {
  const unsaved = new Map<string, UnsavedText>()
  let lastId = 0
  const ports = {
    save: vi.fn<PostEditorDeps['save']>(async (save) => ({
      ...kept(save),
      kind: 'saved',
      title: post.title,
      version: 5,
    })),
    autosave: vi.fn<PostEditorDeps['autosave']>(async () => undefined),
    storeUnsaved: vi.fn<PostEditorDeps['storeUnsaved']>(async (text) => {
      unsaved.set(text.id, text)
      return true
    }),
    dropUnsaved: (id: string) => void unsaved.delete(id),
    newId: () => `id-${(lastId += 1)}`,
  }
  const model = new PostEditorModel(start, ports)
  return { model, ports, unsaved }
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('stores a change locally within a second, and on the server 3 s after the last key', async () => {
  const { model, ports, unsaved } = editor()
  model.edit({ title: 'N' })
  await vi.advanceTimersByTimeAsync(2_000)
  expect(unsaved.get('id-1')?.content.title).toBe('N')
  model.edit({ title: 'New' })
  await vi.advanceTimersByTimeAsync(2_999)
  expect(ports.autosave).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(ports.autosave).toHaveBeenCalledOnce()
  expect(ports.autosave.mock.lastCall?.[0]).toMatchObject({
    id: 'id-1',
    postId: 'p1',
    basedOn: { version: 4 },
  })
})

test('stores text every half second while typing continues', async () => {
  const { model, unsaved } = editor()
  for (let key = 1; key <= 100; key += 1) {
    model.edit({ title: String(key) })
    await vi.advanceTimersByTimeAsync(100)
  }
  expect(Number(unsaved.get('id-1')?.content.title)).toBeGreaterThanOrEqual(95)
})

test('repeats a failed autosave with the newest text', async () => {
  const { model, ports } = editor()
  ports.autosave.mockRejectedValueOnce(new Error('offline'))
  model.edit({ title: 'New' })
  await vi.advanceTimersByTimeAsync(3_000)
  expect(model.store.getState().autosave.kind).toBe('failed')
  await vi.advanceTimersByTimeAsync(15_000)
  expect(ports.autosave).toHaveBeenCalledTimes(2)
  expect(model.store.getState().autosave.kind).toBe('saved')
})

test('does not repeat a failed autosave after the change was undone', async () => {
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

test('is not dirty after an undone change or normalized HTML', async () => {
  const { model, unsaved, ports } = editor()
  model.adoptContent('<p>Old </p>')
  expect(isDirty(model.store.getState())).toBe(false)
  model.edit({ title: 'New' })
  expect(isDirty(model.store.getState())).toBe(true)
  model.edit({ title: 'Old' })
  await vi.advanceTimersByTimeAsync(10_000)
  expect(isDirty(model.store.getState())).toBe(false)
  expect(unsaved.size).toBe(0)
  expect(ports.autosave).not.toHaveBeenCalled()
})

test('does not send an invalid form, and clears an error when its field changes', async () => {
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

test('continues after a save in place, with only later changes unsaved', async () => {
  const { model, ports, unsaved } = editor()
  let finish = () => {}
  ports.save.mockImplementationOnce(async (save) => {
    await new Promise<void>((resolve) => (finish = resolve))
    return { ...kept(save), revision: 1, kind: 'saved', title: 'New', version: 5 }
  })
  model.edit({ title: 'New', status: 'published' })
  const saving = model.save({ isInPlace: true })
  model.edit({ excerpt: 'Typed meanwhile' })
  finish()
  await saving
  expect(model.store.getState()).toMatchObject({
    isDone: false,
    isPublished: true,
    basedOn: { version: 5, revision: 1 },
    base: { title: 'New', excerpt: '' },
    form: { title: 'New', excerpt: 'Typed meanwhile' },
  })
  expect(isDirty(model.store.getState())).toBe(true)
  await model.save({ isInPlace: true })
  expect(ports.save.mock.lastCall?.[0]).toMatchObject({ basedOn: { version: 5, revision: 1 } })
  expect(isDirty(model.store.getState())).toBe(false)
  expect(unsaved.size).toBe(0)
})

test('shows no autosave that ends after a save in place', async () => {
  const { model, ports } = editor()
  let finish = () => {}
  ports.autosave.mockReturnValueOnce(new Promise<void>((resolve) => (finish = resolve)))
  model.edit({ title: 'New' })
  await vi.advanceTimersByTimeAsync(3_000)
  await model.save({ isInPlace: true })
  finish()
  await vi.advanceTimersByTimeAsync(0)
  expect(model.store.getState()).toMatchObject({ autosave: { kind: 'idle' }, savedAtMs: Date.now() })
})

test('keeps its version after a save in place that someone else has already replaced', async () => {
  const { model, ports } = editor()
  ports.save.mockImplementationOnce(async (save) => ({
    ...kept(save),
    kind: 'saved',
    title: 'New',
    version: null,
  }))
  model.edit({ title: 'New' })
  await model.save({ isInPlace: true })
  expect(model.store.getState().basedOn).toEqual({ version: 4, revision: 0 })
})

test('replaces theirs with the version that was shown', async () => {
  const { model, ports } = editor()
  const theirs = { ...theirText, text: { ...postText(post), title: 'Theirs' } }
  ports.save.mockResolvedValueOnce({ ...notStored, kind: 'conflict', theirs })
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
  ['unsaved text in this browser if the server is unreachable', true, 'unsaved'],
])('taking theirs keeps mine as %s', async (_name, isOffline, place) => {
  const { model, ports, unsaved } = editor()
  const theirs = { ...theirText, text: { ...postText(post), title: 'Theirs' } }
  ports.save.mockResolvedValueOnce({ ...notStored, kind: 'conflict', theirs })
  if (isOffline) ports.autosave.mockRejectedValue(new Error('offline'))
  model.edit({ title: 'Mine' })
  await model.save()
  expect(await model.takeTheirs()).toBe(place)
  expect(ports.autosave.mock.lastCall?.[0].content.title).toBe('Mine')
  expect([...unsaved.values()].map(({ content }) => content.title)).toEqual(isOffline ? ['Mine'] : [])
  expect(model.store.getState()).toMatchObject({
    basedOn: { version: 6 },
    form: { title: 'Theirs' },
    base: { title: 'Theirs' },
  })
  model.edit({ title: 'Theirs, changed' })
  await vi.advanceTimersByTimeAsync(1_000)
  expect(unsaved.get('id-1')?.content.title, 'mine is not overwritten').toBe(isOffline ? 'Mine' : undefined)
})

test('does not take theirs if mine cannot be stored', async () => {
  const { model, ports } = editor()
  const theirs = { ...theirText, text: { ...postText(post), title: 'Theirs' } }
  ports.save.mockResolvedValueOnce({ ...notStored, kind: 'conflict', theirs })
  ports.autosave.mockRejectedValue(new Error('offline'))
  ports.storeUnsaved.mockResolvedValue(false)
  model.edit({ title: 'Mine' })
  await model.save()
  await expect(model.takeTheirs()).rejects.toThrow('could not be stored')
  expect(model.store.getState()).toMatchObject({ theirs, form: { title: 'Mine' } })
})

test('saves the current text as a revision before restoring another', async () => {
  const { model, ports } = editor()
  model.edit({ title: 'Written now' })
  await model.restore({ title: 'Restored' })
  await vi.advanceTimersByTimeAsync(3_000)
  expect(ports.autosave.mock.calls.map(([{ id, content }]) => [id, content.title])).toEqual([
    ['id-1', 'Written now'],
    ['id-2', 'Restored'],
  ])
  expect(model.store.getState().form.title).toBe('Restored')
})

test('gives a copy a free slug if its own is taken', async () => {
  const { model, ports } = editor()
  const problem = { message: 'taken', fields: { slug: ['taken'] }, freeSlug: 'old-copy-2' }
  ports.save.mockResolvedValueOnce({ ...notStored, id: 'copy', kind: 'rejected', problem })
  model.edit({ title: 'Mine' })
  await model.saveAsCopy()
  expect(ports.save.mock.lastCall?.[0]).toMatchObject({
    id: 'copy',
    basedOn: { version: null },
    content: { slug: 'old-copy-2', status: 'draft' },
  })
})

test('leaves a new post’s text in this browser and an existing post’s among its revisions', async () => {
  const savedEditor = editor()
  savedEditor.model.edit({ title: 'Left' })
  await savedEditor.model.leave()
  expect(savedEditor.unsaved.size).toBe(0)
  expect(savedEditor.ports.autosave).toHaveBeenCalledOnce()
  const fresh = editor(null)
  fresh.model.edit({ title: 'Left' })
  await fresh.model.leave()
  expect(fresh.unsaved.size).toBe(1)
})

test('finds the newest text that no open editor has', async () => {
  vi.useRealTimers()
  const text = (id: string): UnsavedText => ({
    id,
    postId: 'p1',
    basedOn: { version: 4, revision: 0 },
    at: post.updatedAt,
    content: postText(post),
  })
  const drafts = { unsaved: async () => [text('newer'), text('older')] }
  expect((await findAbandonedTexts(drafts, 'p1'))[0]?.id).toBe('newer')
  const { model, ports } = editor()
  const saver = new UnsavedTextSaver(model.store, { ...ports, newId: () => 'newer' })
  expect((await findAbandonedTexts(drafts, 'p1'))[0]?.id).toBe('older')
  saver.close()
  await expect.poll(async () => (await findAbandonedTexts(drafts, 'p1'))[0]?.id).toBe('newer')
  expect(await findAbandonedTexts({ unsaved: async () => [] }, 'p1')).toEqual([])
})
