import { createDraftServer } from '@priormark/core/blog/drafts/draft-server'
import { type FrozenRequest, postText } from '@priormark/core/blog/drafts/draft-row'
import { createClient, type Fetch } from '@priormark/core/platform/http/client'
import { describe, expect, it, vi } from 'vitest'
import { adminPost } from '../../../testing/admin-post.ts'

type Request = FrozenRequest

const text = postText(adminPost)
const create: Request = { id: 'key', revision: 1, baseVersion: null, text }
const change: Request = { ...create, baseVersion: 3 }
const removal: Request = { ...create, baseVersion: 3, text: null }

/** Creates a draft API whose server responds with this status and body, or not at all. */
function draftsWith(status: number | null, body: object | string = {}) {
  const fetch = vi.fn<Fetch>(async () => {
    if (status === null) throw new TypeError('no network')
    const bytes = typeof body === 'string' ? body : JSON.stringify(body)
    return {
      ok: status < 300,
      status,
      statusText: '',
      headers: { get: () => null },
      text: async () => bytes,
    }
  })
  const drafts = createDraftServer(createClient({ fetch, wait: async () => {} }))
  const call = () => {
    const [url, init] = fetch.mock.calls[0] ?? []
    return { url, ...init }
  }
  return { drafts, call }
}

/** @throws if the form has no such file */
function fileIn(form: unknown, field: string): File {
  const file = form instanceof FormData ? form.get(field) : null
  if (file instanceof File) return file
  throw new Error(`The form has no file ${field}`)
}

const rejection = { message: null, fields: {}, freeSlug: null }

const { publishedAt, updatedAt } = adminPost
const facts = { publishedAt, updatedAt, createdBy: 'ada' }

const later = { outcome: 'unreachable' }
const busy = (message: string | null) => ({ outcome: 'busy', message })

/** The outcome of responses that do not depend on the request, for every call. */
const failures: [title: string, failure: object, status: number | null, body: object | string][] = [
  ['no response', later, null, ''],
  ['a response that cannot be read', busy(null), 200, 'no JSON'],
  ['401', { outcome: 'unauthenticated' }, 401, { error: 'Log in first', code: 'unauthenticated' }],
  ['408', busy(null), 408, {}],
  ['425', busy(null), 425, {}],
  ['429', busy('Too many calls'), 429, { error: 'Too many calls', code: 'rate_limited' }],
  ['501', busy(null), 501, {}],
  ['502 of a proxy', later, 502, '<h1>Bad Gateway</h1>'],
  ['503 of a proxy', later, 503, { message: 'Service Unavailable' }],
  ['503 of the server', busy('Not now'), 503, { error: 'Not now', code: 'unavailable' }],
  ['504 of a proxy', later, 504, ''],
  ['404 of a proxy', busy(null), 404, '<h1>Not found</h1>'],
]
const broken: (typeof failures)[number] = [
  '500',
  { outcome: 'failed', message: 'Something went wrong' },
  500,
  { error: 'Something went wrong', code: 'internal' },
]

describe('send', () => {
  it('creates a post only if it does not exist, with the key of the request', async () => {
    const { drafts, call } = draftsWith(200, adminPost)
    expect(await drafts.send(adminPost.id, create)).toEqual({
      outcome: 'accepted',
      post: { version: 4, text, facts },
    })
    expect(call()).toMatchObject({
      url: '/api/admin/blog/posts',
      method: 'POST',
      headers: { 'idempotency-key': 'key' },
      body: JSON.stringify({ ...text, id: adminPost.id }),
    })
    expect(call().headers).not.toHaveProperty('if-match')
  })

  it('changes the version that the request is based on', async () => {
    const { drafts, call } = draftsWith(200, adminPost)
    expect(await drafts.send(adminPost.id, change)).toEqual({
      outcome: 'accepted',
      post: { version: 4, text, facts },
    })
    expect(call()).toMatchObject({ method: 'PUT', headers: { 'idempotency-key': 'key', 'if-match': '"3"' } })
    expect(call().headers).not.toHaveProperty('if-none-match')
  })

  it('deletes the post for a removal', async () => {
    const { drafts, call } = draftsWith(200, { success: true, version: 5 })
    expect(await drafts.send(adminPost.id, removal)).toEqual({
      outcome: 'accepted',
      post: { version: 5, text: null },
    })
    expect(call()).toMatchObject({
      url: `/api/admin/blog/posts/${adminPost.id}`,
      method: 'DELETE',
      headers: { 'idempotency-key': 'key', 'if-match': '"3"' },
    })
  })

  it.each([...failures, broken])('reports %s as %j', async (_title, failure, status, body) => {
    expect(await draftsWith(status, body).drafts.send(adminPost.id, change)).toEqual(failure)
  })

  it('returns the other version of a conflict', async () => {
    const { drafts } = draftsWith(412, { current: adminPost, currentVersion: 4 })
    expect(await drafts.send(adminPost.id, change)).toEqual({
      outcome: 'conflict',
      theirs: { version: 4, text, facts },
    })
  })

  it('returns a conflict with a deleted post', async () => {
    const { drafts } = draftsWith(412, { current: null, currentVersion: 4 })
    expect(await drafts.send(adminPost.id, change)).toEqual({
      outcome: 'conflict',
      theirs: { version: 4, text: null },
    })
  })

  it('retries after a conflict response without the other version', async () => {
    const { drafts } = draftsWith(412, { error: 'conflict' })
    expect(await drafts.send(adminPost.id, change)).toEqual(busy(null))
  })

  it('treats changing a deleted post as a conflict, and removing it as done', async () => {
    const gone = { error: 'No such post', code: 'not_found' }
    expect(await draftsWith(404, gone).drafts.send(adminPost.id, change)).toEqual({
      outcome: 'conflict',
      theirs: { version: null, text: null },
    })
    expect(await draftsWith(404, gone).drafts.send(adminPost.id, removal)).toEqual({
      outcome: 'accepted',
      post: { version: 3, text: null },
    })
  })

  it('returns the problem of a rejected draft', async () => {
    const { drafts } = draftsWith(409, {
      error: 'This slug is taken',
      code: 'slug_taken',
      fields: { slug: ['This slug is taken'] },
      suggestion: 'song-2',
    })
    expect(await drafts.send(adminPost.id, change)).toEqual({
      outcome: 'rejected',
      problem: {
        message: 'This slug is taken',
        fields: { slug: ['This slug is taken'] },
        freeSlug: 'song-2',
      },
    })
  })

  it.each([
    ['a code but no sentence', 400, { code: 'invalid_input' }],
    ['404 for another reason', 404, { code: 'invalid_input' }],
    ['not found with another status', 400, { code: 'not_found' }],
  ])('rejects permanently: %s', async (_title, status, body) => {
    expect(await draftsWith(status, body).drafts.send(adminPost.id, change)).toEqual({
      outcome: 'rejected',
      problem: rejection,
    })
  })
})

describe('uploadImage', () => {
  const sha256 = '0123456789abcdef'.repeat(4)
  const image = { type: 'image/png', bytes: Uint8Array.of(1), url: null }

  it('uploads the image under a short name and returns its address', async () => {
    const reply = {
      success: true,
      name: 'a.png',
      url: '/media/a.png',
      size: 1,
      createdAt: adminPost.createdAt,
      width: 1,
      height: 1,
      widths: [1],
    }
    const { drafts, call } = draftsWith(200, reply)
    expect(await drafts.uploadImage(sha256, image)).toEqual({ outcome: 'uploaded', url: '/media/a.png' })
    const { url, method, body } = call()
    expect({ url, method }).toEqual({ url: '/api/admin/blog/upload-image', method: 'POST' })
    const file = fileIn(body, 'image')
    expect(file).toMatchObject({ name: '0123456789abcdef', type: 'image/png' })
    expect(new Uint8Array(await file.arrayBuffer())).toEqual(image.bytes)
  })

  it.each([...failures, broken])('reports %s as %j', async (_title, failure, status, body) => {
    expect(await draftsWith(status, body).drafts.uploadImage(sha256, image)).toEqual(failure)
  })

  it('fetches nothing, and counts as reached, for a role without the blog', async () => {
    const { drafts } = draftsWith(403, { error: 'Not your role', code: 'role_required' })
    expect(await drafts.changes(7)).toEqual({ outcome: 'changes', posts: [], cursor: 7, more: false })
  })

  it('returns why the server rejected the image', async () => {
    const { drafts } = draftsWith(415, { error: 'Only image files are allowed', code: 'invalid_file_type' })
    expect(await drafts.uploadImage(sha256, image)).toEqual({
      outcome: 'rejected',
      problem: { ...rejection, message: 'Only image files are allowed' },
    })
  })
})

describe('changes', () => {
  it('returns changed and deleted posts with the next cursor', async () => {
    const id = '0b8f7a52-9f9c-4a83-9a34-3f8f0f1f3c12'
    const { drafts, call } = draftsWith(200, {
      posts: [adminPost],
      deleted: [{ id, version: 2, sequence: 8 }],
      sequence: 9,
      more: true,
    })
    expect(await drafts.changes(7)).toEqual({
      outcome: 'changes',
      posts: [
        { id: adminPost.id, version: 4, text, facts },
        { id, version: 2, text: null },
      ],
      cursor: 9,
      more: true,
    })
    expect(call()).toMatchObject({ url: '/api/admin/blog/changes?since=7', method: 'GET' })
  })

  it.each<(typeof failures)[number]>([
    ...failures,
    ['500', { outcome: 'failed', message: null }, 500, {}],
    ['403', busy('No'), 403, { error: 'No', code: 'forbidden' }],
  ])('reports %s as %j', async (_title, failure, status, body) => {
    expect(await draftsWith(status, body).drafts.changes(0)).toEqual(failure)
  })
})
