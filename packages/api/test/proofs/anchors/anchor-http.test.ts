import { describe, expect, test, vi } from 'vitest'
import { requestHost, separateResults, HostError } from '../../../src/proofs/anchors/anchor-http.ts'

const url = 'https://c.example.org/x'

function request(respond: () => Promise<Response>, stop = new AbortController()) {
  const fetch = vi.fn<typeof globalThis.fetch>(respond)
  const options = { maxBytes: 4, timeoutMs: 60_000, signal: stop.signal, fetch }
  return { fetch, response: requestHost(options, { url, accept: 'text/plain' }) }
}

describe('requestHost', () => {
  test('names the shop, and follows no redirect', async () => {
    const { fetch, response } = request(async () => new Response('text'))
    expect(await response).toEqual(new Uint8Array(Buffer.from('text')))
    expect(fetch).toHaveBeenCalledWith(
      url,
      expect.objectContaining({
        headers: { accept: 'text/plain', 'user-agent': 'priormark' },
        redirect: 'manual',
      }),
    )
  })

  test.each([
    ['one byte too many', new Response('texts'), 'sends an oversized response'],
    ['an error without a body', new Response(null, { status: 500 }), 'responds with status 500'],
  ])('rejects %s', async (_title, response, reason) => {
    await expect(request(async () => response).response).rejects.toThrow(reason)
  })

  test('returns nothing for an empty response, and null for an unknown path', async () => {
    expect(await request(async () => new Response(null)).response).toEqual(new Uint8Array())
    expect(await request(async () => new Response(null, { status: 404 })).response).toBeNull()
  })

  test('does not blame the host when the shop stops', async () => {
    const stop = new AbortController()
    const { response } = request(async () => {
      stop.abort()
      throw new TypeError('fetch failed')
    }, stop)
    await expect(response).rejects.toThrow('This operation was aborted')
  })
})

describe('separateResults', () => {
  test('separates responses from the problems of hosts', () => {
    const settled = [
      { status: 'fulfilled' as const, value: 1 },
      { status: 'rejected' as const, reason: new HostError('does not respond') },
    ]
    expect(separateResults([url, 'https://d.example.org'], settled)).toEqual({
      responses: [{ host: 'c.example.org', value: 1 }],
      problems: [{ host: 'd.example.org', problem: 'does not respond' }],
    })
  })

  test('throws other errors', () => {
    const reason = new TypeError('a bug')
    expect(() => separateResults([url], [{ status: 'rejected', reason }])).toThrow(reason)
  })
})
