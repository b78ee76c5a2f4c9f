import { createApi } from '@priormark/core/api'
import { ApiError, NetworkError } from '@priormark/core/platform/http/api-error'
import { createClient, nullWhenUnauthenticated, type Fetch } from '@priormark/core/platform/http/client'
import { endpointPath } from '@priormark/core/platform/http/endpoint'
import { orderEndpoints } from '@priormark/core/orders/endpoints'
import { expect, test, vi } from 'vitest'

function response(status: number, text: string, statusText = '') {
  const headers = { get: () => null }
  return vi.fn<Fetch>(async () => ({ ok: status < 300, status, statusText, headers, text: async () => text }))
}

const id = '0b8f7a52-9f9c-4a83-9a34-3f8f0f1f3c11'

test('sends neither body nor content type without a body, but always cookies', async () => {
  const fetch = response(200, '{"price":8.97}')
  const api = createApi(createClient({ fetch }))
  expect(await api.price.read()).toEqual({ price: 8.97 })
  expect(fetch).toHaveBeenCalledWith('/api/service-price', {
    method: 'GET',
    headers: { accept: 'application/json' },
    credentials: 'include',
  })
})

test('sends the bearer credential if there is one', async () => {
  const fetch = response(200, '{"price":9}')
  const api = createApi(createClient({ fetch, token: () => 'secret', baseUrl: 'https://example.org' }))
  await api.price.change({ body: { price: 9 } })
  const [url, init] = fetch.mock.calls[0] ?? []
  expect(url).toBe('https://example.org/api/admin/direct/service-price')
  expect(init?.headers).toEqual({
    accept: 'application/json',
    authorization: 'Bearer secret',
    'content-type': 'application/json',
  })
  expect(init?.body).toBe('{"price":9}')
})

test('throws an error of status, colon, space and body for a response that is not OK', async () => {
  const body = '{"error":"Maximum file size is 50MB","code":"file_too_large"}'
  const api = createApi(createClient({ fetch: response(413, body) }))
  const error = await api.price.read().catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({
    message: `413: ${body}`,
    code: 'file_too_large',
    serverMessage: 'Maximum file size is 50MB',
  })
})

test('uses the status text of a response without a body', async () => {
  const api = createApi(createClient({ fetch: response(502, '', 'Bad Gateway') }))
  await expect(api.price.read()).rejects.toThrow('502: Bad Gateway')
})

test('throws a NetworkError if there is no response', async () => {
  const api = createApi(createClient({ fetch: vi.fn<Fetch>().mockRejectedValue(new TypeError('failed')) }))
  await expect(api.price.read()).rejects.toBeInstanceOf(NetworkError)
})

test('nullWhenUnauthenticated returns null for 401 only', async () => {
  const unauthenticated = createApi(createClient({ fetch: response(401, '{}') }))
  expect(await nullWhenUnauthenticated(unauthenticated.auth.check())).toBeNull()
  const broken = createApi(createClient({ fetch: response(500, '{}') }))
  await expect(nullWhenUnauthenticated(broken.auth.check())).rejects.toBeInstanceOf(ApiError)
})

test('endpointPath encodes parameters and query, and omits empty values', () => {
  expect(endpointPath(orderEndpoints.read, { params: { id } })).toBe(`/api/admin/orders/${id}`)
  expect(endpointPath(orderEndpoints.list, { query: { tab: 'all', search: 'a&b é', page: undefined } })).toBe(
    '/api/admin/direct/orders?tab=all&search=a%26b%20%C3%A9',
  )
  expect(endpointPath(orderEndpoints.list, { query: { search: '' } })).toBe('/api/admin/direct/orders')
})

/** A server that responds with these statuses, one per call, and records how long the client waits in between. */
function unreliableServer(statuses: number[], retryAfter: string | null = '2') {
  const waits: number[] = []
  const fetch = vi.fn<Fetch>(async () => {
    const status = statuses.shift() ?? 200
    const headers = { get: (name: string) => (name === 'retry-after' && status === 503 ? retryAfter : null) }
    return { ok: status < 300, status, statusText: '', headers, text: async () => '{"price":8.97}' }
  })
  const wait = async (ms: number) => void waits.push(ms)
  return { api: createApi(createClient({ fetch, wait })), fetch, waits }
}

test('repeats a read after a 503 and the delay in Retry-After', async () => {
  const { api, waits } = unreliableServer([503, 503, 200])
  expect(await api.price.read()).toEqual({ price: 8.97 })
  expect(waits).toEqual([2_000, 2_000])
})

test.each([
  ['120', 5_000],
  ['Wed, 21 Oct 2026 07:28:00 GMT', 5_000],
])('limits the wait before a repeated read if Retry-After is %s', async (retryAfter, waitMs) => {
  const { api, waits } = unreliableServer([503, 200], retryAfter)
  expect(await api.price.read()).toEqual({ price: 8.97 })
  expect(waits).toEqual([waitMs])
})

test('gives up a read after four repetitions', async () => {
  const { api, fetch } = unreliableServer([503, 503, 503, 503, 503, 200])
  await expect(api.price.read()).rejects.toMatchObject({ status: 503 })
  expect(fetch).toHaveBeenCalledTimes(5)
})

test.each([
  ['without Retry-After', { retryAfter: null, read: 'price' }],
  ['of the login that the image library checks', { retryAfter: '2', read: 'check' }],
  ['of the login before an image upload', { retryAfter: '2', read: 'authTest' }],
] as const)('does not repeat a read that is answered with 503 %s', async (_, { retryAfter, read }) => {
  const { api, fetch } = unreliableServer([503, 200], retryAfter)
  const reading = read === 'price' ? api.price.read() : api.auth[read]()
  await expect(reading).rejects.toMatchObject({ status: 503 })
  expect(fetch).toHaveBeenCalledOnce()
})

test('never repeats a change, or a read after another failure', async () => {
  const change = unreliableServer([503])
  await expect(change.api.price.change({ body: { price: 9 } })).rejects.toMatchObject({ status: 503 })
  expect(change.fetch).toHaveBeenCalledTimes(1)
  const failing = unreliableServer([500])
  await expect(failing.api.price.read()).rejects.toMatchObject({ status: 500 })
  expect(failing.fetch).toHaveBeenCalledTimes(1)
})
