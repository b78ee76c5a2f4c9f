import { createDirectSave } from '@priormark/core/blog/drafts/draft-server'
import type { DraftSave } from '@priormark/core/blog/drafts/draft-service'
import { ApiError, NetworkError } from '@priormark/core/platform/http/api-error'
import { createClient } from '@priormark/core/platform/http/client'
import { describe, expect, it } from 'vitest'
import { adminPost } from '../../../testing/admin-post.ts'
import { postInput } from '../../../testing/post-input.ts'

const content = postInput({ title: 'A title', content: '<p>A text</p>', slug: 'a-title' })
const id = '10000000-0000-4000-8000-000000000000'
const save: DraftSave = { id, content, basedOn: { version: 4, revision: 2 } }

/** Saves to a server that sends these replies in order. Null is a lost reply. */
function saverOf(...replies: ([status: number, body: object] | null)[]) {
  const requests: { url: string; method: string; headers: Record<string, string>; body: unknown }[] = []
  let ids = 0
  const client = createClient({
    async fetch(url, { method, headers, body }) {
      requests.push({ url, method, headers, body })
      const reply = replies.shift() ?? null
      if (reply === null) throw new TypeError('no network')
      const [status, responseBody] = reply
      const text = async () => JSON.stringify(responseBody)
      return { ok: status < 300, status, statusText: '', headers: { get: () => null }, text }
    },
  })
  return { save: createDirectSave(client, () => `id-${(ids += 1)}`), requests }
}

describe('createDirectSave', () => {
  it('retries a lost request with the same key, and sends a different text with a new key', async () => {
    const { save: saveDirectly, requests } = saverOf()
    await expect(saveDirectly(save)).rejects.toThrow(NetworkError)
    await expect(saveDirectly(save)).rejects.toThrow(NetworkError)
    const newer = { ...save, content: { ...content, title: 'Newer' } }
    await expect(saveDirectly(newer)).rejects.toThrow(NetworkError)
    const keys = requests.map(({ headers }) => headers['idempotency-key'])
    expect(keys[0]).toBe(keys[1])
    expect(keys[2]).not.toBe(keys[0])
    expect(requests[0]?.headers).toMatchObject({ 'if-match': '"4"' })
  })

  it('creates a copy as a new post', async () => {
    const { save: saveDirectly, requests } = saverOf()
    await expect(saveDirectly({ ...save, resolution: 'copy' })).rejects.toThrow(NetworkError)
    expect(requests[0]).toMatchObject({
      url: '/api/admin/blog/posts',
      method: 'POST',
      body: expect.stringContaining('"id":"id-2"'),
    })
  })

  it('returns the title and version that the server has now', async () => {
    const accepted = { ...adminPost, title: 'A title, trimmed', version: 5 }
    const { save: saveDirectly } = saverOf([200, accepted])
    expect(await saveDirectly(save)).toEqual({
      id,
      revision: 2,
      isStored: false,
      kind: 'saved',
      title: 'A title, trimmed',
      version: 5,
    })
  })

  it('returns the server’s version in a conflict', async () => {
    const { save: saveDirectly } = saverOf([412, { current: null, currentVersion: 5 }])
    expect(await saveDirectly(save)).toEqual({
      id,
      revision: 2,
      isStored: false,
      kind: 'conflict',
      theirs: { version: 5, revision: 2, text: null, savedAt: null },
    })
  })

  it('returns the problem of a rejected save', async () => {
    const body = { error: 'Taken', fields: { slug: ['Taken'] }, suggestion: 'a-title-2' }
    const { save: saveDirectly } = saverOf([409, body])
    expect(await saveDirectly(save)).toEqual({
      id,
      revision: 2,
      isStored: false,
      kind: 'rejected',
      problem: { message: 'Taken', fields: { slug: ['Taken'] }, freeSlug: 'a-title-2' },
    })
  })

  it.each([401, 500])('throws on status %i, because the text is stored nowhere', async (status) => {
    const { save: saveDirectly } = saverOf([status, {}])
    const failure: unknown = await saveDirectly(save).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(ApiError)
    expect(failure).toMatchObject({ status })
  })

  it('sends nothing if the author takes theirs', async () => {
    const { save: saveDirectly, requests } = saverOf()
    expect(await saveDirectly({ ...save, resolution: 'theirs' })).toMatchObject({ kind: 'saved' })
    expect(requests).toEqual([])
  })
})
