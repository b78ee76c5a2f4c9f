import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { PostInput } from '@priormark/core/blog/post'
import type { SaveResult } from '@priormark/core/blog/drafts/draft-service'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { openDrafts, type Drafts } from '../../src/main/blog/draft-store.ts'
import type { Clock } from '@priormark/core/blog/drafts/draft-service'
import { startApi, type ApiClient, type ApiProcess } from '../api-process.ts'
import { postText } from './draft-fixtures.ts'

/** A computer with its own drafts, connected to the real API. */
interface Machine extends ApiClient {
  drafts: Drafts
}

let server: ApiProcess
let folder: string
let ann: Machine
let ben: Machine
beforeAll(async () => {
  server = await startApi()
})
afterAll(() => server.stop())
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'priormark-machines-'))
  ann = await newMachine('ann')
  ben = await newMachine('ben')
})
afterEach(async () => {
  for (const { drafts } of [ann, ben]) drafts.close()
  await rm(folder, { recursive: true, force: true })
})

/** Never starts a cycle: a retry between two steps of a test would take the faults that are meant for the next one. */
const stoppedClock: Clock = { setTimeout: () => null, clearTimeout: () => undefined }

async function newMachine(name: string): Promise<Machine> {
  const machine = await server.logIn()
  const file = path.join(folder, `${name}.sqlite`)
  const drafts = openDrafts({ file, client: machine.client, clock: stoppedClock })
  return Object.assign(machine, { drafts })
}

/** Returns a text with a unique slug. */
const text = (changes: Partial<PostInput> = {}) =>
  postText({ slug: `post-${randomUUID().slice(0, 8)}`, ...changes })
const stateOf = async ({ drafts }: Machine, id: string) => (await drafts.read(id))?.state ?? 'gone'

/** Saves a text on this computer. */
async function write({ drafts }: Machine, id: string, written: PostInput): Promise<void> {
  const { baseVersion: version = null, revision = 0 } = (await drafts.read(id)) ?? {}
  await drafts.save({ id, content: written, basedOn: { version, revision } })
}

/** Resolves a conflict with the current draft, after `version` of theirs was shown. */
async function resolve(
  { drafts }: Machine,
  id: string,
  resolution: 'mine' | 'theirs' | 'copy',
  version: number,
): Promise<SaveResult> {
  const { text: content = null, revision = 0 } = (await drafts.read(id)) ?? {}
  return drafts.save({ id, content, basedOn: { version, revision }, resolution })
}

async function offline(machine: Machine, work: () => Promise<void>): Promise<void> {
  machine.isOffline = true
  await work()
  await machine.drafts.sync()
  machine.isOffline = false
}

test('sends a post that was written offline exactly once', async () => {
  const id = randomUUID()
  const written = text({ title: 'On the train' })
  await offline(ann, () => write(ann, id, written))
  expect(await stateOf(ann, id)).toBe('dirty')
  await ann.drafts.sync()
  expect(await stateOf(ann, id)).toBe('clean')
  const post = await ann.api.blog.read({ params: { id } })
  expect(post).toMatchObject({ title: 'On the train', version: 1 })
})

test('creates no second version after a lost response', async () => {
  const id = randomUUID()
  await offline(ann, () => write(ann, id, text()))
  // The call for changes succeeds. The request with the post arrives, but its response is lost.
  ann.faults = ['none', 'lost-response']
  await ann.drafts.sync()
  for (let round = 0; round < 3 && (await stateOf(ann, id)) !== 'clean'; round += 1) await ann.drafts.sync()
  expect(await ann.api.blog.read({ params: { id } })).toMatchObject({ version: 1 })
})

test('delivers all drafts in order if every call fails once', async () => {
  const ids = [randomUUID(), randomUUID(), randomUUID()]
  await offline(ann, async () => {
    for (const [index, id] of ids.entries()) await write(ann, id, text({ title: `Number ${index}` }))
  })
  for (let round = 0; round < 12; round += 1) {
    ann.faults = Array.from({ length: 3 }, (_, call) =>
      (call + round) % 3 === 0 ? 'lost-response' : 'lost-request',
    )
    await ann.drafts.sync()
    ann.faults = []
    await ann.drafts.sync()
  }
  const posts = await Promise.all(ids.map((id) => ann.api.blog.read({ params: { id } })))
  expect(posts.map(({ version }) => version)).toEqual([1, 1, 1])
  expect(posts.map(({ sequence }) => sequence)).toEqual(
    posts.map(({ sequence }) => sequence).toSorted((a, b) => a - b),
  )
})

test('applies a save and a deletion on another computer in its next sync cycle', async () => {
  const id = randomUUID()
  await write(ann, id, text({ title: 'Shared' }))
  await ann.drafts.sync()
  await ben.drafts.sync()
  expect((await ben.drafts.read(id))?.text).toMatchObject({ title: 'Shared' })
  await ben.drafts.remove(id)
  await ben.drafts.sync()
  await ann.drafts.sync()
  expect(await ann.drafts.read(id)).toBeNull()
})

test('shows both texts to the second of two offline authors, and loses neither', async () => {
  const id = randomUUID()
  await write(ann, id, text({ title: 'First' }))
  await ann.drafts.sync()
  await ben.drafts.sync()
  const base = (await ben.drafts.read(id))?.text
  if (base == null) throw new Error('the post did not reach the second machine')
  await offline(ben, () => write(ben, id, { ...base, title: 'Of Ben' }))
  await write(ann, id, { ...base, title: 'Of Ann' })
  await ann.drafts.sync()
  await ben.drafts.sync()
  expect(await ben.drafts.read(id)).toMatchObject({
    state: 'conflict',
    text: { title: 'Of Ben' },
    theirs: { text: { title: 'Of Ann' } },
  })
  expect(await resolve(ben, id, 'mine', 1)).toMatchObject({ kind: 'conflict', isStored: false })
  expect(await stateOf(ben, id), 'a resolution needs the version that was shown').toBe('conflict')
  await resolve(ben, id, 'mine', 2)
  await ben.drafts.sync()
  expect(await ann.api.blog.read({ params: { id } })).toMatchObject({ title: 'Of Ben', version: 3 })
})

test('creates a second post when a conflict is resolved as a copy, and reports a taken slug', async () => {
  const id = randomUUID()
  await write(ann, id, text({ title: 'First' }))
  await ann.drafts.sync()
  await ben.drafts.sync()
  const base = (await ben.drafts.read(id))?.text
  if (base == null) throw new Error('the post did not reach the second machine')
  await offline(ben, () => write(ben, id, { ...base, title: 'Of Ben' }))
  await write(ann, id, { ...base, title: 'Of Ann' })
  await ann.drafts.sync()
  await ben.drafts.sync()
  const { id: copyId } = await resolve(ben, id, 'copy', 2)
  await ben.drafts.sync()
  const copy = await ben.drafts.read(copyId)
  expect(copy).toMatchObject({ state: 'blocked', problem: { fields: { slug: [expect.any(String)] } } })
  await write(ben, copyId, { ...base, title: 'Of Ben', slug: copy?.problem?.freeSlug ?? '' })
  await ben.drafts.sync()
  expect(await stateOf(ben, copyId)).toBe('clean')
  expect((await ben.drafts.read(id))?.text).toMatchObject({ title: 'Of Ann' })
})

test('reports a conflict for an edited post that was deleted elsewhere, and can restore it', async () => {
  const id = randomUUID()
  await write(ann, id, text({ title: 'Deleted' }))
  await ann.drafts.sync()
  await ben.drafts.sync()
  const base = (await ben.drafts.read(id))?.text
  if (base == null) throw new Error('the post did not reach the second machine')
  await offline(ben, () => write(ben, id, { ...base, title: 'Wanted' }))
  await ann.drafts.remove(id)
  await ann.drafts.sync()
  await ben.drafts.sync()
  expect(await ben.drafts.read(id)).toMatchObject({ state: 'conflict', theirs: { text: null } })
  await resolve(ben, id, 'mine', 2)
  await ben.drafts.sync()
  expect(await ann.api.blog.read({ params: { id } })).toMatchObject({ title: 'Wanted' })
})

test('keeps a rejected draft with the message of its field', async () => {
  const id = randomUUID()
  await write(ann, id, text({ slug: 'Not a slug' }))
  await ann.drafts.sync()
  expect(await ann.drafts.read(id)).toMatchObject({
    state: 'blocked',
    problem: { fields: { slug: ['Slug must contain only lowercase letters, numbers, and hyphens'] } },
  })
  await write(ann, id, text())
  await ann.drafts.sync()
  expect(await stateOf(ann, id)).toBe('clean')
})

test('sends the next posts after a server error, and retries the failed one', async () => {
  const ids = [randomUUID(), randomUUID(), randomUUID()] as const
  await offline(ann, async () => {
    for (const id of ids) await write(ann, id, text())
  })
  // The first call fetches changes.
  ann.faults = ['none', 'broken']
  expect(await ann.drafts.sync()).toMatchObject({ connection: 'failing', waitingCount: 1 })
  expect(await stateOf(ann, ids[0])).toBe('sending')
  await ann.drafts.sync()
  expect(await ann.api.blog.read({ params: { id: ids[0] } })).toMatchObject({ version: 1 })

  await offline(ann, async () => {
    for (const id of ids) await write(ann, id, text())
  })
  ann.faults = ['none', 'bad-gateway']
  expect(await ann.drafts.sync(), 'the server is unreachable behind the gateway').toMatchObject({
    connection: 'offline',
    waitingCount: 3,
  })
  await ann.drafts.sync()
  expect(await stateOf(ann, ids[2])).toBe('clean')
})

test('pauses syncing after the login expires, and loses nothing', async () => {
  const id = randomUUID()
  const { token } = ann
  ann.token = null
  await write(ann, id, text())
  expect(await ann.drafts.sync()).toMatchObject({ connection: 'unauthenticated', waitingCount: 1 })
  ann.token = token
  expect(await ann.drafts.sync()).toMatchObject({ connection: 'online', waitingCount: 0 })
})

test('uploads images first and sends the post with their addresses', async () => {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  const id = randomUUID()
  await offline(ann, async () => {
    const address = await ann.drafts.addImage({ bytes: png, type: 'image/png' })
    expect(address).toMatch(/^\/_media\/[0-9a-f]{64}$/)
    await write(
      ann,
      id,
      text({
        content: `<figure class="image"><img src="${address}" alt="A dot"></figure>`,
        featuredImage: address,
      }),
    )
  })
  await ann.drafts.sync()
  const post = await ann.api.blog.read({ params: { id } })
  const { images } = await ann.api.images.list()
  expect(images.map(({ url }) => url)).toContain(post.featuredImage)
  expect(post.content).toContain(`src="${post.featuredImage}"`)
  await expect(ann.drafts.addImage({ bytes: png, type: 'image/svg+xml' })).rejects.toThrow(
    'Only image files are allowed',
  )
})

test('moves a deleted draft to the discarded drafts and restores it as a new post', async () => {
  const id = randomUUID()
  await offline(ann, async () => {
    await write(ann, id, text({ title: 'Deleted' }))
    await ann.drafts.remove(id)
  })
  expect(await ann.drafts.read(id)).toBeNull()
  const [entry] = await ann.drafts.discarded()
  expect(entry).toMatchObject({ reason: 'deleted', text: { title: 'Deleted' } })
  const back = await ann.drafts.restoreDiscarded(entry?.id ?? '')
  await ann.drafts.sync()
  expect(await ann.api.blog.read({ params: { id: back } })).toMatchObject({ title: 'Deleted' })
  await expect(ann.drafts.restoreDiscarded(entry?.id ?? '')).rejects.toThrow(
    'no longer among the discarded drafts',
  )
})

test('sends listeners the current state, then every change', async () => {
  const states: string[] = []
  const stop = ann.drafts.watch(({ connection, waitingCount }) =>
    states.push(`${connection} ${waitingCount}`),
  )
  await offline(ann, () => write(ann, randomUUID(), text()))
  await ann.drafts.sync()
  stop()
  expect(states[0]).toBe('offline 0')
  expect(states).toContain('offline 1')
  expect(states.at(-1)).toBe('online 0')
})
