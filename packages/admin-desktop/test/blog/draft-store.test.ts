import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { DatabaseSync } from 'node:sqlite'
import type { PostInput } from '@priormark/core/blog/post'
import {
  acceptDraft,
  editDraft,
  freezeDraft,
  pullPost,
  removeDraft,
} from '@priormark/core/blog/drafts/draft-machine'
import { newDraftRow, type DraftRow } from '@priormark/core/blog/drafts/draft-row'
import { createClient } from '@priormark/core/platform/http/client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { cases } from '@priormark/core/testing/depth'
import { searchNames } from '@priormark/core/testing/search-names'
import { openDrafts, openDraftStore } from '../../src/main/blog/draft-store.ts'
import { postText } from './draft-fixtures.ts'

let folder: string
let file: string
let store: ReturnType<typeof openDraftStore>
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'priormark-drafts-'))
  file = path.join(folder, 'drafts.sqlite')
  store = openDraftStore(file)
})
afterEach(async () => {
  store.close()
  await rm(folder, { recursive: true, force: true })
})

const put = (row: DraftRow) =>
  store.change([row.id], () => ({ change: { rows: [{ id: row.id, row }] }, result: null }))
const drafted = (changes: Partial<PostInput> = {}) => editDraft(newDraftRow(randomUUID()), postText(changes))

test('keeps written rows across a restart', async () => {
  const row = freezeDraft(drafted({ title: 'Zürich “Turm” 😀' }), 'request', postText())
  await put(row)
  await store.change([], () => ({ change: { cursor: 17 }, result: null }))
  store.close()
  store = openDraftStore(file)
  expect(await store.read(row.id)).toEqual(row)
  expect(await store.cursor()).toBe(17)
})

test('writes nothing if the decision fails', async () => {
  const row = drafted()
  await put(row)
  const failing = store.change([row.id], () => {
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(await store.read(row.id)).toEqual(row)
  await put(editDraft(row, postText({ title: 'The store still works' })))
})

test('lists the state and the facts of the server’s post, and what is new here', async () => {
  const facts = {
    publishedAt: '2026-03-01T10:00:00.000Z',
    updatedAt: '2026-03-02T10:00:00.000Z',
    createdBy: 'ada',
  }
  const scheduledAt = '2026-12-01T09:00:00.000Z'
  const row = newDraftRow(randomUUID())
  const pulled = pullPost(row, { version: 1, text: postText({ status: 'draft', scheduledAt }), facts })
  if (pulled !== null) await put(pulled)
  const isKnown = { isNew: false, hasDraft: false }
  expect(store.list('')).toMatchObject([
    { status: 'scheduled', state: 'clean', scheduledAt, ...facts, ...isKnown },
  ])
  await put(drafted({ title: 'New here' }))
  expect(store.list('new here')).toMatchObject([{ createdBy: null, isNew: true, hasDraft: true }])
})

test('returns pending posts in the order of their first edit', async () => {
  const [first, second, third] = [drafted(), drafted(), drafted()]
  for (const row of [first, second, third]) await put(row)
  await put(editDraft(first, postText({ title: 'Edited last' })))
  expect(await store.pending()).toEqual([first.id, second.id, third.id])
  const sent = acceptDraft(freezeDraft(second, 'request', second.draft), 'request', {
    version: 1,
    text: postText(),
  })
  if (sent !== null) await put(sent)
  expect(await store.pending()).toEqual([first.id, third.id])
})

test('searches titles and texts by prefixes of words', async () => {
  const night = drafted({ title: 'Night train', content: '<p>Stars over Zürich</p>' })
  const day = drafted({ title: 'Day', content: '<p>Trains &amp; "quotes"</p>' })
  for (const row of [night, day]) await put(row)
  expect(store.list('').map(({ title }) => title)).toEqual(expect.arrayContaining(['Night train', 'Day']))
  expect(
    store
      .list('train')
      .map(({ title }) => title)
      .toSorted(),
  ).toEqual(['Day', 'Night train'])
  expect(store.list('zurich').map(({ title }) => title)).toEqual(['Night train'])
  expect(store.list('"quo')).toHaveLength(1)
  expect(store.list('nowhere')).toEqual([])
  await put(editDraft(night, postText({ title: 'Renamed', content: '<p>Nothing</p>' })))
  expect(store.list('stars')).toEqual([])
})

test.each(searchNames)('finds by %j the post about %j', async (search, name) => {
  const titled = drafted({ title: `About ${name}`, content: '<p>Text</p>' })
  const written = drafted({ title: 'Text', content: `<p>Someone called ${name}</p>` })
  for (const row of [titled, written]) await put(row)
  expect(store.list(search)).toHaveLength(2)
})

test('lists every post', async () => {
  const rows = Array.from({ length: 600 }, () => drafted({ title: 'One of many' }))
  await store.change([], () => ({ change: { rows: rows.map((row) => ({ id: row.id, row })) }, result: null }))
  expect(store.list('')).toHaveLength(600)
  expect(store.list('many')).toHaveLength(600)
})

test('lists a removed post until the server has deleted it', async () => {
  const storedRow: DraftRow = {
    ...newDraftRow(randomUUID()),
    baseVersion: 1,
    base: postText(),
    ownSince: 1,
  }
  await put(storedRow)
  const removed = removeDraft(storedRow)
  if (removed === null) throw new Error('a post on the server must stay until the server has deleted it')
  await put(removed)
  expect(store.list('')).toMatchObject([
    { id: storedRow.id, isRemoved: true, state: 'dirty', title: 'Written on a train' },
  ])
  await store.change([storedRow.id], () => ({
    change: { rows: [{ id: storedRow.id, row: null }] },
    result: null,
  }))
  expect(store.list('')).toEqual([])
})

test('counts waiting, conflicting and blocked posts', async () => {
  await put(drafted())
  await put({ ...drafted(), theirs: { version: 2, text: null } })
  await put({ ...drafted(), problem: { message: 'Slug is required', fields: {}, freeSlug: null } })
  expect(store.summary()).toEqual({ waitingCount: 1, conflictCount: 1, blockedCount: 1, syncedAt: null })
})

test('keeps the time of the last sync across a restart', async () => {
  store.close()
  store = openDraftStore(file, () => new Date('2026-03-01T10:00:00.000Z'))
  await store.change([], () => ({ change: { cursor: 3, isComplete: false }, result: null }))
  expect(store.summary().syncedAt, 'more changes follow').toBeNull()
  await store.change([], () => ({ change: { cursor: 4, isComplete: true }, result: null }))
  store.close()
  store = openDraftStore(file)
  await store.change([], () => ({ change: { cursor: 5 }, result: null }))
  expect(store.summary().syncedAt).toBe('2026-03-01T10:00:00.000Z')
})

test('restores a discarded draft once', async () => {
  const postId = randomUUID()
  await store.change([], () => ({
    change: { discarded: [{ postId, text: postText({ title: 'Deleted' }), reason: 'deleted' }] },
    result: null,
  }))
  const [entry] = store.discarded()
  expect(entry).toMatchObject({ postId, reason: 'deleted', text: { title: 'Deleted' } })
  const copy = drafted({ title: 'Back' })
  const restore = () => store.takeDiscarded(entry?.id ?? '', () => ({ rows: [{ id: copy.id, row: copy }] }))
  expect([restore(), restore()]).toEqual([true, false])
  expect(store.discarded()).toEqual([])
  expect(await store.read(copy.id)).toEqual(copy)
})

test('saves one of two simultaneous edits, and shows its text to the other window', async () => {
  const drafts = openDrafts({ file, client: createClient({ fetch: () => Promise.reject(new TypeError()) }) })
  const id = randomUUID()
  const save = (title: string) =>
    drafts.save({ id, content: postText({ title }), basedOn: { version: null, revision: 0 } })
  const [first, second] = await Promise.all([save('First'), save('Second')])
  expect(first).toMatchObject({ kind: 'queued', revision: 1 })
  expect(second).toMatchObject({ kind: 'conflict', isStored: false, theirs: { text: { title: 'First' } } })
  expect(await drafts.read(id)).toMatchObject({ text: { title: 'First' }, revision: 1 })
  drafts.close()
})

test('keeps the newest twenty unsaved texts across a restart, one per editor', async () => {
  const text = (id: string, minute: number) => ({
    id,
    postId: 'post',
    basedOn: { version: 1, revision: 0 },
    at: `2026-03-01T10:${String(minute).padStart(2, '0')}:00.000Z`,
    content: postText({ title: `Minute ${minute}` }),
  })
  for (let minute = 1; minute <= 21; minute += 1) store.storeUnsaved(text(`editor ${minute}`, minute))
  store.storeUnsaved(text('editor 21', 30))
  store.dropUnsaved('editor 20')
  store.close()
  store = openDraftStore(file)
  const kept = store.allUnsaved()
  expect(kept).toHaveLength(19)
  expect([kept[0]?.content.title, kept[1]?.id, kept.at(-1)?.id]).toEqual([
    'Minute 30',
    'editor 19',
    'editor 2',
  ])
})

test('stores the same image once and keeps its address on the server', async () => {
  const bytes = new Uint8Array([1, 2, 3])
  const sha256 = 'a'.repeat(64)
  store.storeImage(sha256, { type: 'image/png', bytes, url: null })
  await store.recordImageUrl(sha256, '/media/one.webp')
  store.storeImage(sha256, { type: 'image/png', bytes, url: null })
  expect(await store.image(sha256)).toEqual({ type: 'image/png', bytes, url: '/media/one.webp' })
})

test('rejects a file of a newer version without changing it', () => {
  store.close()
  const newer = new DatabaseSync(file)
  newer.exec('pragma user_version = 99')
  newer.close()
  expect(() => openDraftStore(file)).toThrow('These drafts were written by a newer version of this app')
  store = openDraftStore(path.join(folder, 'other.sqlite'))
})

test('loses no acknowledged save when the process is killed', async () => {
  const killed = path.join(folder, 'killed.sqlite')
  const runs = cases({ normal: 2, deep: 200 })
  const acknowledged: string[] = []
  for (let run = 0; run < runs; run += 1) acknowledged.push(...(await saveAndDie(killed)))
  const reopened = openDraftStore(killed)
  try {
    const kept = new Set(await reopened.pending())
    expect(acknowledged.length).toBeGreaterThan(4 * runs)
    expect(acknowledged.filter((id) => !kept.has(id))).toEqual([])
  } finally {
    reopened.close()
  }
})

/** Runs a process that saves drafts, and kills it after some are acknowledged. @returns their ids */
async function saveAndDie(database: string): Promise<string[]> {
  const program = path.resolve(import.meta.dirname, 'save-and-die.ts')
  const child = spawn(process.execPath, [program, database], { stdio: ['ignore', 'pipe', 'inherit'] })
  let printed = ''
  child.stdout.on('data', (chunk: Buffer) => {
    printed += chunk.toString()
    if (printed.split('\n').length > 12) child.kill('SIGKILL')
  })
  await new Promise((resolve) => child.once('close', resolve))
  return printed.split('\n').filter((id) => id.length === 36)
}
