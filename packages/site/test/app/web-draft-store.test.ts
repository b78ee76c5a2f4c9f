import 'fake-indexeddb/auto'
import type { PostInput } from '@priormark/core/blog/post'
import { draftState, newDraftRow, type DraftRow } from '@priormark/core/blog/drafts/draft-row'
import fc from 'fast-check'
import { propertyRuns } from '@priormark/core/testing/depth'
import { searchNames } from '@priormark/core/testing/search-names'
import { expect, test } from 'vitest'
import { emptyForm } from '../../src/admin/blog/editor/post-form.ts'
import { openDraftDatabase, createWebDraftStore } from '../../src/app/web-draft-store.ts'

let databases = 0
let clockMs = Date.parse('2026-03-01T10:00:00.000Z')

async function newStore(username = `user-${(databases += 1)}`) {
  const database = await openDraftDatabase(username)
  return { database, store: createWebDraftStore(database, () => new Date((clockMs += 1_000))) }
}
const text = (title: string): PostInput => ({
  ...emptyForm,
  title,
  slug: 'a',
  content: `<p>About ${title}</p>`,
})
const dirty = (id: string, title = id): DraftRow => ({
  ...newDraftRow(id),
  draft: text(title),
})
const clean = (id: string, title = id): DraftRow => ({
  ...newDraftRow(id),
  baseVersion: 1,
  base: text(title),
})
const put = (row: DraftRow) => ({ change: { rows: [{ id: row.id, row }] }, result: null })

test('keeps rows and their order after the browser reopens', async () => {
  const first = await newStore('reopened')
  await first.store.change([], () => put(dirty('b')))
  await first.store.change([], () => put(dirty('a')))
  await first.store.change(['b'], (rows) => put({ ...(rows.get('b') ?? dirty('b')), revision: 9 }))
  await first.store.change([], () => ({ change: { cursor: 7 }, result: null }))
  first.database.close()
  const { store } = await newStore('reopened')
  expect(await store.pending(), 'a later edit keeps the place of the first').toEqual(['b', 'a'])
  expect(await store.read('b')).toMatchObject({ revision: 9 })
  expect(await store.cursor()).toBe(7)
  expect(await store.read('c')).toBeNull()
})

test.each(searchNames)('finds by %j the post about %j', async (search, name) => {
  const { store } = await newStore()
  await store.change([], () => put(dirty('a', name)))
  expect(await store.list(search)).toHaveLength(1)
})

test('stores the time of the last complete sync until clean rows are removed', async () => {
  const first = await newStore('synced')
  await first.store.change([], () => ({ change: { cursor: 3, isComplete: false }, result: null }))
  expect((await first.store.summary()).syncedAt, 'there is more to come').toBeNull()
  await first.store.change([], () => ({ change: { cursor: 4, isComplete: true }, result: null }))
  const syncedAt = new Date(clockMs).toISOString()
  first.database.close()
  const { store } = await newStore('synced')
  await store.change([], () => ({ change: { cursor: 5 }, result: null }))
  expect((await store.summary()).syncedAt).toBe(syncedAt)
  await store.deleteClean([])
  expect((await store.summary()).syncedAt).toBeNull()
  expect(await store.cursor(), 'all is fetched again').toBe(0)
})

test('writes a change atomically', async () => {
  const { store } = await newStore()
  await store.change([], () => put(clean('a')))
  await expect(
    store.change(['a'], () => {
      throw new Error('no decision')
    }),
  ).rejects.toThrow('no decision')
  const unstorable = {
    ...dirty('b'),
    problem: { message: 'x', fields: {}, freeSlug: null, broken: () => 1 },
  }
  await expect(
    store.change(['a'], () => ({
      change: {
        rows: [
          { id: 'a', row: dirty('a', 'changed') },
          { id: 'b', row: unstorable },
        ],
        cursor: 5,
      },
      result: null,
    })),
  ).rejects.toThrow()
  expect(await store.read('a')).toMatchObject({ draft: null })
  expect(await store.cursor()).toBe(0)
  await store.change(['a'], () => put(dirty('a', 'later')))
  expect(await store.read('a'), 'the next change works').toMatchObject({ draft: { title: 'later' } })
})

test('applies simultaneous changes one after another', async () => {
  const { store } = await newStore()
  await store.change([], () => put(dirty('a')))
  const more = () =>
    store.change(['a'], (rows) => {
      const row = rows.get('a') ?? dirty('a')
      return put({ ...row, revision: row.revision + 1 })
    })
  await Promise.all(Array.from({ length: 20 }, more))
  expect((await store.read('a'))?.revision).toBe(20)
})

test('keeps a separate database for each user', async () => {
  const [ada, ben] = [await newStore('ada'), await newStore('ben')]
  await ada.store.change([], () => put(dirty('a')))
  expect(await ben.store.read('a')).toBeNull()
  expect(await ben.store.list('')).toEqual([])
})

test('lists the newest first, and searches titles and texts for all words', async () => {
  const { store } = await newStore()
  for (const row of [clean('a', 'Printing Lino'), dirty('b', 'Etching'), clean('c', 'Lino again')]) {
    await store.change([], () => put(row))
  }
  const titles = async (search: string) => (await store.list(search)).map(({ title }) => title)
  expect(await titles('')).toEqual(['Lino again', 'Etching', 'Printing Lino'])
  expect(await titles('lino')).toEqual(['Lino again', 'Printing Lino'])
  expect(await titles(' PRINT about ')).toEqual(['Printing Lino'])
  expect(await titles('nothing')).toEqual([])
  const [card] = await store.list('etching')
  expect(card).toMatchObject({ id: 'b', status: 'draft', state: 'dirty', isRemoved: false })
  expect(card).not.toHaveProperty('pendingSince')
  expect(await store.changedAt('b')).toBe(card?.changedAt)
  expect(await store.changedAt('z')).toBeNull()
})

test('lists more than a thousand posts', async () => {
  const { store } = await newStore()
  const rows = Array.from({ length: 1_200 }, (_, index) => clean(`post-${index}`))
  await store.change([], () => ({ change: { rows: rows.map((row) => ({ id: row.id, row })) }, result: null }))
  expect(await store.list('')).toHaveLength(1_200)
  expect(await store.list('about post-119')).toHaveLength(11)
})

test('takes a discarded text once', async () => {
  const { store } = await newStore()
  const discarded = [
    { postId: 'p', text: text('one'), reason: 'deleted' as const },
    { postId: 'p', text: text('two'), reason: 'theirs_taken' as const },
  ]
  await store.change([], () => ({ change: { discarded }, result: null }))
  const entries = await store.discarded()
  expect(entries.map((entry) => [entry.text.title, entry.reason])).toEqual([
    ['two', 'theirs_taken'],
    ['one', 'deleted'],
  ])
  const id = entries[0]?.id ?? ''
  const take = () =>
    store.takeDiscarded(id, (entry) => ({ rows: [{ id: 'new', row: dirty('new', entry.text.title) }] }))
  expect(await take()).toBe(true)
  expect(await take()).toBe(false)
  expect(await store.takeDiscarded('nonsense', () => ({}))).toBe(false)
  expect(await store.read('new')).toMatchObject({ draft: { title: 'two' } })
  expect((await store.discarded()).map((entry) => entry.text.title)).toEqual(['one'])
})

test('stores an image once and keeps its address on the server', async () => {
  const { store } = await newStore()
  const image = { type: 'image/png', bytes: new Uint8Array([1, 2, 3]), url: null }
  await store.storeImage('f00', image)
  await store.recordImageUrl('f00', '/media/f00.webp')
  await store.storeImage('f00', image)
  await store.recordImageUrl('unknown', '/media/x.webp')
  expect(await store.image('f00')).toEqual({ ...image, url: '/media/f00.webp' })
  expect(await store.image('unknown')).toBeNull()
})

const ids = ['a', 'b', 'c', 'd'] as const
const rowOf = fc.record({
  id: fc.constantFrom(...ids),
  isDraft: fc.boolean(),
  isConflict: fc.boolean(),
  isBlocked: fc.boolean(),
  isSending: fc.boolean(),
})
const step = fc.oneof(
  { weight: 4, arbitrary: rowOf },
  { weight: 1, arbitrary: fc.record({ removed: fc.constantFrom(...ids) }) },
  { weight: 1, arbitrary: fc.record({ cursor: fc.nat(99) }) },
)

test('matches a model of rows, send order, counts and cursor after any changes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const { store, database } = await newStore()
      const model = new Map<string, DraftRow>()
      const order: string[] = []
      let cursor = 0
      for (const [revision, one] of steps.entries()) {
        if ('cursor' in one) {
          cursor = one.cursor
          await store.change([], () => ({ change: { cursor }, result: null }))
          continue
        }
        const id = 'removed' in one ? one.removed : one.id
        const row = 'removed' in one ? null : rowFrom(one, revision)
        if (row === null) model.delete(id)
        else model.set(id, row)
        const isPending = row !== null && ['dirty', 'sending'].includes(draftState(row))
        if (isPending && !order.includes(id)) order.push(id)
        if (!isPending && order.includes(id)) order.splice(order.indexOf(id), 1)
        await store.change([id], () => ({ change: { rows: [{ id, row }] }, result: null }))
      }
      for (const id of ids) expect(await store.read(id)).toEqual(model.get(id) ?? null)
      expect(await store.pending()).toEqual(order)
      const count = (...states: string[]) =>
        [...model.values()].filter((row) => states.includes(draftState(row))).length
      expect(await store.summary()).toEqual({
        waitingCount: count('dirty', 'sending'),
        conflictCount: count('conflict'),
        blockedCount: count('blocked'),
        syncedAt: null,
      })
      expect((await store.list('')).map(({ id }) => id).sort()).toEqual([...model.keys()].sort())
      expect(await store.cursor()).toBe(cursor)
      database.close()
    }),
    propertyRuns({ normal: 60, deep: 1_000 }),
  )
})

type RowSpec = typeof rowOf extends fc.Arbitrary<infer Value> ? Value : never

function rowFrom({ id, isDraft, isConflict, isBlocked, isSending }: RowSpec, revision: number): DraftRow {
  const row = isDraft ? dirty(id) : clean(id)
  return {
    ...row,
    revision,
    theirs: isConflict ? { version: 2, text: text('theirs') } : null,
    problem: isBlocked ? { message: 'No', fields: {}, freeSlug: null } : null,
    request: isSending ? { id: 'r', revision, baseVersion: 1, text: text('sent') } : null,
  }
}
