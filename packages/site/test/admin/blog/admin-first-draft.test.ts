import type { FrozenRequest } from '@priormark/core/blog/drafts/draft-row'
import type { UnsavedText } from '@priormark/core/blog/drafts/draft-service'
import { NetworkError } from '@priormark/core/platform/http/api-error'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  firstDraftOf,
  openPost,
  type PostStart,
  isDirty,
  emptyForm,
} from '../../../src/admin/blog/editor/post-form.ts'
import { PostEditorModel } from '../../../src/admin/blog/editor/post-editor-model.ts'
import { accepted, MemoryDrafts } from './memory-drafts.ts'

/** An editor of a new post, with the drafts of this computer and a server. */
function newPost() {
  const drafts = new MemoryDrafts()
  /** What the server accepted, in order. */
  const sent: (FrozenRequest['text'] & object)[] = []
  const accept = (request: FrozenRequest) => {
    if (request.text !== null) sent.push(request.text)
    return accepted(request)
  }
  drafts.respond = accept
  const unsaved = new Map<string, UnsavedText>()
  const save = vi.fn(drafts.service.save)
  const autosave = vi.fn<(text: UnsavedText) => Promise<void>>(async () => undefined)
  const open = (start: PostStart | null = null) =>
    new PostEditorModel(start, {
      save,
      autosave,
      storeUnsaved: async (text) => {
        unsaved.set(text.id, text)
        return true
      },
      dropUnsaved: (id) => void unsaved.delete(id),
      newId: () => crypto.randomUUID(),
    })
  const model = open()
  const write = (content: string) => {
    model.setTitle('A song')
    model.edit({ content: `<p>${content}</p>` })
  }
  const pause = () => vi.advanceTimersByTimeAsync(3_000)
  return { drafts, sent, accept, unsaved, save, autosave, open, model, write, pause }
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('the first autosave of a new post', () => {
  test('creates it as a draft, and the next ones are revisions of it', async () => {
    const { sent, model, write, pause, save, autosave, unsaved } = newPost()
    write('One')
    model.edit({ status: 'published' })
    await pause()
    const { postId } = model.store.getState()
    expect(sent).toMatchObject([{ title: 'A song', status: 'draft' }])
    expect(model.store.getState()).toMatchObject({ isNew: true, form: { status: 'published' } })
    model.edit({ status: 'draft' })
    expect(isDirty(model.store.getState())).toBe(false)
    expect(unsaved.size).toBe(0)
    write('One and two')
    await pause()
    expect(save).toHaveBeenCalledOnce()
    expect(autosave.mock.lastCall?.[0]).toMatchObject({ postId, basedOn: { version: 1 } })
  })

  test('waits for content, and needs no title', async () => {
    const { sent, model, pause } = newPost()
    model.setTitle('Only a title')
    await pause()
    expect(sent).toEqual([])
    model.setTitle('')
    model.edit({ content: '<p>Text</p>' })
    await pause()
    expect(sent).toMatchObject([{ title: 'Untitled', slug: 'untitled' }])
    expect(model.store.getState().form).toMatchObject({ title: '', slug: '' })
  })

  test('takes a free slug if the slug is taken', async () => {
    const { drafts, sent, accept, write, pause, model } = newPost()
    const problem = { message: 'Taken', fields: { slug: ['Taken'] }, freeSlug: 'a-song-2' }
    drafts.respond = (request) =>
      request.text?.slug === 'a-song' ? { outcome: 'rejected', problem } : accept(request)
    write('One')
    await pause()
    expect(sent).toMatchObject([{ slug: 'a-song-2' }])
    expect(model.store.getState()).toMatchObject({ form: { slug: 'a-song' }, errors: {}, freeSlug: null })
  })

  test('comes before a save that is asked for meanwhile, which changes the same post', async () => {
    const { drafts, sent, accept, write, model, save } = newPost()
    let respond = () => {}
    const isReady = new Promise<void>((resolve) => (respond = resolve))
    drafts.respond = (request) => isReady.then(() => accept(request))
    write('One')
    await vi.advanceTimersByTimeAsync(3_000)
    write('One and two')
    const saving = model.save()
    expect(model.store.getState().isSaving, 'a second click does nothing').toBe(true)
    respond()
    expect(await saving).toMatchObject({ kind: 'saved', version: 2 })
    expect(save).toHaveBeenCalledTimes(2)
    expect(sent.map(({ content }) => content)).toEqual(['<p>One</p>', '<p>One and two</p>'])
  })

  test('stores the draft here without a network, and sends it with the next connection', async () => {
    const { drafts, sent, write, pause, model, autosave } = newPost()
    drafts.connection = 'offline'
    write('Offline')
    await pause()
    expect(sent).toEqual([])
    expect(model.store.getState()).toMatchObject({ isSent: false, basedOn: { version: null, revision: 1 } })
    drafts.connection = 'online'
    await drafts.service.sync()
    expect(sent).toMatchObject([{ content: '<p>Offline</p>' }])
    write('Online')
    expect(await model.save()).toMatchObject({ kind: 'saved' })
    expect(sent.at(-1)).toMatchObject({ content: '<p>Online</p>' })
    expect(autosave).not.toHaveBeenCalled()
  })

  test('makes text that was stored before a crash part of the created post', async () => {
    const { write, pause, model, open, drafts, sent } = newPost()
    write('Before')
    await pause()
    const { postId, form } = model.store.getState()
    const text: UnsavedText = {
      id: crypto.randomUUID(),
      postId,
      basedOn: { version: null, revision: 0 },
      at: new Date().toISOString(),
      content: { ...form, content: '<p>Before the crash</p>' },
    }
    model.close()
    const api = { blog: { read: () => Promise.reject(new NetworkError(null)) } }
    const opened = await openPost(postId, { api, drafts: drafts.service, syncedAt: text.at })
    const next = open(opened.kind === 'post' ? opened.start : null)
    next.resume(text)
    expect(await next.save()).toMatchObject({ kind: 'saved' })
    expect(sent.at(-1)).toMatchObject({ content: '<p>Before the crash</p>' })
  })
})

describe('leaving a new post', () => {
  test('at once creates its draft', async () => {
    const { sent, write, model, unsaved } = newPost()
    write('Quickly')
    await model.leave()
    expect(sent).toMatchObject([{ content: '<p>Quickly</p>' }])
    expect(unsaved.size).toBe(0)
  })

  test('puts the last text into its draft', async () => {
    const { sent, write, model, pause } = newPost()
    write('First')
    await pause()
    write('Last')
    await model.leave()
    expect(sent.at(-1)).toMatchObject({ content: '<p>Last</p>' })
  })

  test('without content keeps the title in this browser', async () => {
    const { model, unsaved, sent } = newPost()
    model.setTitle('Only a title')
    await model.leave()
    expect(sent).toEqual([])
    expect([...unsaved.values()]).toMatchObject([{ content: { title: 'Only a title' } }])
  })
})

test('replaces fields that the server would reject in a first draft', () => {
  const form = {
    ...emptyForm,
    title: 'A song',
    content: '<p>Text</p>',
    slug: 'Not a slug',
    excerpt: 'x'.repeat(301),
    metaTitle: 'Kept',
    featuredImage: 'nowhere',
  }
  expect(firstDraftOf(form)).toMatchObject({
    slug: 'a-song',
    excerpt: '',
    metaTitle: 'Kept',
    featuredImage: '',
  })
  expect(firstDraftOf({ ...form, content: '<p>&nbsp;</p>' })).toBeNull()
})

test('keeps the whole text as a revision if its draft could not have all of it', async () => {
  const { write, model, pause, autosave } = newPost()
  write('Text')
  model.edit({ excerpt: 'x'.repeat(301) })
  await pause()
  expect(autosave.mock.lastCall?.[0].content.excerpt).toHaveLength(301)
  expect(isDirty(model.store.getState())).toBe(true)
  model.edit({ excerpt: 'Short' })
  expect(await model.save()).toMatchObject({ kind: 'saved' })
})

test('fails like any autosave if the draft could be stored nowhere', async () => {
  const { write, model, pause, save, sent } = newPost()
  save.mockRejectedValueOnce(new NetworkError(null))
  write('Text')
  await pause()
  expect(model.store.getState().autosave.kind).toBe('failed')
  await vi.advanceTimersByTimeAsync(15_000)
  expect(sent).toHaveLength(1)
})
