import type { DraftServer } from '@priormark/core/blog/drafts/draft-server'
import type { PostInput } from '@priormark/core/blog/post'
import { draftImagePath, draftState, newDraftRow, type DraftRow } from '@priormark/core/blog/drafts/draft-row'
import { DraftSync } from '@priormark/core/blog/drafts/draft-sync'
import { describe, expect, it, vi } from 'vitest'
import { MemoryStore } from '../../../testing/draft-model.ts'
import { postInput } from '../../../testing/post-input.ts'
import { text } from './draft-rows.ts'

type Row = DraftRow

const clean: Row = { ...newDraftRow('post'), baseVersion: 1, base: text('first') }
const dirty: Row = { ...clean, draft: text('mine'), revision: 1 }
const theirs = { version: 2, text: text('theirs') }
/** The SHA-256 of an image. */
const image = 'a'.repeat(64)
const withFeatured = (title: string, featuredImage: string) => postInput({ title, featuredImage })

type Outcome<Call extends keyof DraftServer> = Awaited<ReturnType<DraftServer[Call]>>
const noChanges: Outcome<'changes'> = { outcome: 'changes', posts: [], cursor: 0, more: false }

interface Responses {
  changes?: Outcome<'changes'>[]
  send?: Outcome<'send'>[]
  uploadImage?: Outcome<'uploadImage'>[]
}

/** Creates a sync with these rows and a server that gives these responses, then accepts everything. */
function syncWith(rows: Row[], { changes = [], send = [], uploadImage = [] }: Responses = {}) {
  const store = new MemoryStore()
  for (const row of rows) store.rows.set(row.id, row)
  const sent: { id: string; text: PostInput | null }[] = []
  const uploaded: string[] = []
  const server: DraftServer = {
    changes: async () => changes.shift() ?? noChanges,
    send: async (id, { text, baseVersion }) => {
      sent.push({ id, text })
      return send.shift() ?? { outcome: 'accepted', post: { version: (baseVersion ?? 0) + 1, text } }
    },
    uploadImage: async (sha256) => {
      uploaded.push(sha256)
      return uploadImage.shift() ?? { outcome: 'uploaded', url: `/media/${sha256}` }
    },
  }
  const sync = new DraftSync({
    store,
    server,
    newId: () => 'request',
  })
  return { store, sync, server, sent, uploaded, row: () => store.rows.get('post') }
}

describe('pulling', () => {
  it.each(['unreachable', 'unauthenticated'] as const)('ends with %s, and sends nothing', async (outcome) => {
    const { sync, sent, row } = syncWith([dirty], { changes: [{ outcome }] })
    expect(await sync.run()).toBe(outcome)
    expect(sent).toEqual([])
    expect(row()).toEqual(dirty)
  })

  it('ignores a deletion of an unknown post', async () => {
    const { sync, store } = syncWith([], {
      changes: [{ ...noChanges, posts: [{ id: 'post', version: 3, text: null }], cursor: 7 }],
    })
    expect(await sync.run()).toBe('done')
    expect(store.rows.size).toBe(0)
    expect(await store.cursor()).toBe(7)
  })

  it('continues until there are no more changes', async () => {
    const posts = (id: string) => [{ id, version: 1, text: text(id) }]
    const { sync, store } = syncWith([], {
      changes: [
        { ...noChanges, posts: posts('one'), cursor: 1, more: true },
        { ...noChanges, posts: posts('two'), cursor: 2 },
        { ...noChanges, posts: posts('three'), cursor: 3 },
      ],
    })
    await sync.run()
    expect([...store.rows.keys()]).toEqual(['one', 'two'])
  })
})

describe('sending', () => {
  it('uploads each image once and sends its address', async () => {
    const rows = ['one', 'two'].map((id) => ({
      ...dirty,
      id,
      draft: withFeatured(id, draftImagePath(image)),
    }))
    const { sync, store, sent, uploaded } = syncWith(rows)
    await store.addImage(image)
    expect(await sync.run()).toBe('done')
    expect(uploaded).toEqual([image])
    expect(sent).toEqual([
      { id: 'one', text: withFeatured('one', `/media/${image}`) },
      { id: 'two', text: withFeatured('two', `/media/${image}`) },
    ])
  })

  it('sends a removal without looking for images', async () => {
    const { sync, sent, store } = syncWith([{ ...clean, isRemoved: true, revision: 1 }])
    expect(await sync.run()).toBe('done')
    expect(sent).toEqual([{ id: 'post', text: null }])
    expect(store.rows.size).toBe(0)
  })

  it('keeps both versions of a conflict', async () => {
    const { sync, row } = syncWith([dirty], { send: [{ outcome: 'conflict', theirs }] })
    expect(await sync.run()).toBe('done')
    expect(row()).toEqual({ ...dirty, theirs })
  })

  it('blocks a rejected draft', async () => {
    const problem = { message: 'Title is required', fields: {}, freeSlug: null }
    const { sync, row } = syncWith([dirty], { send: [{ outcome: 'rejected', problem }] })
    expect(await sync.run()).toBe('done')
    expect(row()).toEqual({ ...dirty, problem })
  })

  it.each([
    { outcome: 'unreachable' },
    { outcome: 'busy', message: 'Not now' },
    { outcome: 'unauthenticated' },
  ] as const)('ends with $outcome, and keeps the request', async (failure) => {
    const { sync, store, sent } = syncWith([dirty, { ...dirty, id: 'next' }], { send: [failure] })
    expect(await sync.run()).toBe(failure.outcome)
    expect(sync.failureMessage).toBe('message' in failure ? failure.message : null)
    expect(sent).toHaveLength(1)
    expect([...store.rows.values()].map(draftState)).toEqual(['sending', 'dirty'])
  })

  it('does not send a post in conflict or one that no longer exists', async () => {
    const { sync, store, sent } = syncWith([
      { ...dirty, theirs },
      { ...clean, id: 'settled' },
    ])
    store.pending = async () => ['post', 'settled', 'gone']
    expect(await sync.run()).toBe('done')
    expect(sent).toEqual([])
  })

  it('ignores the response for a post that was deleted meanwhile', async () => {
    const { sync, store, server } = syncWith([dirty])
    const send = server.send.bind(server)
    server.send = async (id, request) => {
      store.rows.clear()
      return send(id, request)
    }
    expect(await sync.run()).toBe('done')
    expect(store.rows.size).toBe(0)
  })
})

describe('images', () => {
  const withImage: Row = { ...dirty, draft: withFeatured('mine', draftImagePath(image)) }

  it('are uploaded after the pull, and their addresses stored before the request is frozen and sent', async () => {
    const { sync, store, server } = syncWith([withImage])
    await store.addImage(image)
    const steps = [
      vi.spyOn(server, 'changes'),
      vi.spyOn(server, 'uploadImage'),
      vi.spyOn(store, 'recordImageUrl'),
      vi.spyOn(store, 'write'),
      vi.spyOn(server, 'send'),
    ]
    await sync.run()
    const calls = steps.flatMap((spy) =>
      spy.mock.invocationCallOrder.map((at) => ({ at, name: spy.getMockName() })),
    )
    expect(calls.toSorted((one, other) => one.at - other.at).map(({ name }) => name)).toEqual([
      'changes',
      'write',
      'uploadImage',
      'recordImageUrl',
      'write',
      'send',
      'write',
    ])
  })

  it('blocks a draft whose image is missing', async () => {
    const { sync, sent, row } = syncWith([withImage])
    expect(await sync.run()).toBe('done')
    expect(sent).toEqual([])
    expect(row()).toEqual({
      ...withImage,
      problem: {
        message: 'An image of this post is missing on this computer. Add it again.',
        fields: {},
        freeSlug: null,
      },
    })
  })

  const problem = { message: 'Only image files are allowed', fields: {}, freeSlug: null }

  it('blocks a draft whose image the server rejects', async () => {
    const { sync, store, sent, row } = syncWith([withImage], {
      uploadImage: [{ outcome: 'rejected', problem }],
    })
    await store.addImage(image)
    expect(await sync.run()).toBe('done')
    expect(sent).toEqual([])
    expect(row()).toEqual({ ...withImage, problem })
  })

  it.each<[title: string, meanwhile: (row: Row) => Row | null]>([
    ['edited', (row) => ({ ...row, revision: 2, draft: text('more') })],
    ['in a conflict', (row) => ({ ...row, theirs })],
    ['deleted from this computer', () => null],
  ])('does not block a draft that was %s meanwhile', async (_title, meanwhile) => {
    const { sync, store, server, row } = syncWith([withImage])
    await store.addImage(image)
    const changed = meanwhile(withImage)
    server.uploadImage = async () => {
      if (changed === null) store.rows.clear()
      else store.rows.set('post', changed)
      // The next cycle would change it further.
      server.changes = async () => ({ outcome: 'unreachable' })
      return { outcome: 'rejected', problem }
    }
    expect(await sync.run()).toBe('done')
    expect(row()).toEqual(changed ?? undefined)
  })

  it.each([
    { outcome: 'unreachable' },
    { outcome: 'busy', message: null },
    { outcome: 'unauthenticated' },
    { outcome: 'failed', message: null },
  ] as const)('ends with $outcome if an image could not be uploaded, and sends nothing', async (failure) => {
    const { sync, store, sent, row } = syncWith([withImage], { uploadImage: [failure] })
    await store.addImage(image)
    expect(await sync.run()).toBe(failure.outcome)
    expect(sent).toEqual([])
    expect(row()).toEqual(withImage)
  })

  it.each<[title: string, changed: Row | null]>([
    ['in a conflict', { ...withImage, theirs }],
    ['deleted from this computer', null],
  ])('stores no request for a draft that was %s during the upload', async (_title, changed) => {
    const { sync, store, server, sent, row } = syncWith([withImage])
    await store.addImage(image)
    server.uploadImage = async () => {
      if (changed === null) store.rows.clear()
      else store.rows.set('post', changed)
      return { outcome: 'uploaded', url: `/media/${image}` }
    }
    expect(await sync.run()).toBe('done')
    expect(sent).toEqual([])
    expect(row()).toEqual(changed ?? undefined)
  })
})

describe('run', () => {
  it.each(['unreachable', 'unauthenticated'] as const)(
    'runs no other cycle after %s, even if one was requested',
    async (outcome) => {
      const { sync, server } = syncWith([])
      let calls = 0
      server.changes = async () => {
        calls += 1
        if (calls === 1) void sync.run()
        return { outcome }
      }
      expect(await sync.run()).toBe(outcome)
      expect(calls).toBe(1)
    },
  )

  it('runs one more cycle if one was requested meanwhile', async () => {
    const { sync, server } = syncWith([])
    let calls = 0
    server.changes = async () => {
      calls += 1
      if (calls === 1) void sync.run()
      return noChanges
    }
    expect(await sync.run()).toBe('done')
    expect(calls).toBe(2)
    expect(await sync.run()).toBe('done')
    expect(calls).toBe(3)
  })
})
