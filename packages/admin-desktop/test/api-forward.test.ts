import { authEndpoints } from '@priormark/core/staff/auth/endpoints'
import { copyAtHeader, noCopy } from '@priormark/core/platform/http/server-watch'
import { offlineReads } from '@priormark/core/testing/offline-read-paths'
import { beforeEach, expect, test } from 'vitest'
import { createForwarder } from '../src/main/api-forward.ts'
import { openResponseCache, type ResponseCache } from '../src/main/platform/response-cache.ts'

interface SentRequest {
  url: string
  headers: Record<string, string>
}

let requests: SentRequest[]
let events: string[]
let responseCache: ResponseCache
let token: string | null
let respond: () => Response
let onRole: () => void
beforeEach(() => {
  requests = []
  events = []
  responseCache = openResponseCache(':memory:')
  token = 'the-token'
  respond = () => Response.json({})
  onRole = () => undefined
})

const forward = (address: string, init: RequestInit = {}) =>
  createForwarder({
    fetch: async (url, { headers }) => {
      requests.push({ url, headers: Object.fromEntries(new Headers(headers)) })
      return respond()
    },
    shop: () => ({
      url: 'https://shop.example',
      token,
      account: { responseCache },
      login: async (given) => void events.push(`login ${given}`),
      invalidate: (given) => void events.push(`invalidate ${given}`),
      updateSession: ({ role }) => {
        events.push(`role ${role}`)
        onRole()
      },
      checkRole: async () => void events.push('check role'),
      logout: async () => void events.push('logout'),
    }),
  })(new Request(address, init))

const noServer = () => {
  throw new TypeError('no network')
}

test('adds the credential and drops the page’s own headers', async () => {
  await forward('app://admin/api/admin/audit?page=2', {
    headers: { authorization: 'Bearer forged', cookie: 'a=b', 'x-forwarded-for': '1.2.3.4', accept: 'x/y' },
  })
  expect(requests).toEqual([
    {
      url: 'https://shop.example/api/admin/audit?page=2',
      headers: { accept: 'x/y', authorization: 'Bearer the-token' },
    },
  ])
})

test.each(['/api/admin/direct/LOGIN', '/api/admin/direct/login/'])(
  'keeps the credential of a login in main for every spelling that the server accepts: %s',
  async (spelling) => {
    respond = () => Response.json({ token: 'secret' })
    const shown = await forward(`app://admin${spelling}`, { method: 'POST', body: '{}' })
    expect(await shown.text()).not.toContain('secret')
    expect(events).toContain('login secret')
  },
)

test('requests images without the credential', async () => {
  await forward('app://admin/media/x.png')
  expect(requests[0]?.headers).not.toHaveProperty('authorization')
})

test('drops the server’s cookies, and prevents its pages from acting as the app’s', async () => {
  respond = () =>
    new Response('x', {
      headers: { 'set-cookie': 'a=b', 'content-security-policy': 'script-src *', etag: '"1"' },
    })
  const { headers } = await forward('app://admin/api/about')
  expect(Object.fromEntries(headers)).toMatchObject({
    etag: '"1"',
    'content-security-policy': "default-src 'none'; sandbox",
  })
  expect(headers.get('set-cookie')).toBeNull()
})

test('keeps the token of a login in main', async () => {
  respond = () => Response.json({ token: 'secret' })
  const response = await forward(`app://admin${authEndpoints.login.path}`, { method: 'POST', body: '{}' })
  expect(await response.text()).not.toContain('secret')
  expect(events).toEqual(['login secret'])
})

test('keeps the current login after a wrong password', async () => {
  respond = () => Response.json({ code: 'second_factor_required' }, { status: 401 })
  const response = await forward(`app://admin${authEndpoints.login.path}`, { method: 'POST', body: '{}' })
  expect([response.status, await response.json()]).toEqual([401, { code: 'second_factor_required' }])
  expect(requests[0]?.headers).not.toHaveProperty('authorization')
  expect(events).toEqual([])
})

test('invalidates a credential after a 401, and logs out without a network', async () => {
  respond = () => Response.json({}, { status: 401 })
  await forward('app://admin/api/admin/audit')
  respond = noServer
  await forward(`app://admin${authEndpoints.logout.path}`, { method: 'POST' })
  expect(events).toEqual(['invalidate the-token', 'logout'])
})

test('serves cached responses without a network, and rejects other calls with 503', async () => {
  const list = 'app://admin/api/admin/direct/orders?tab=all'
  respond = () => Response.json([{ id: 1 }], { headers: { 'x-total-count': '1' } })
  await forward(list)
  respond = noServer
  const kept = await forward(list)
  expect([kept.status, await kept.json(), kept.headers.get('x-total-count')]).toEqual([200, [{ id: 1 }], '1'])
  expect(Date.parse(kept.headers.get(copyAtHeader) ?? '')).toBeLessThanOrEqual(Date.now())
  const missing = await forward('app://admin/api/admin/direct/orders?tab=paid')
  expect([missing.status, missing.headers.get(copyAtHeader)]).toEqual([503, noCopy])
  expect((await forward(list, { method: 'POST', body: '{}' })).status).toBe(503)
})

test.each(offlineReads)(
  'caches $what only if the table says so',
  async ({ readPath, isOnDesktop = false }) => {
    const address = `app://admin${readPath}`
    await forward(address)
    respond = noServer
    expect((await forward(address)).status).toBe(isOnDesktop ? 200 : 503)
  },
)

test.each([502, 503, 504])('treats %i from a gateway as an unreachable server', async (status) => {
  const list = 'app://admin/api/admin/direct/orders?tab=all'
  respond = () => Response.json([{ id: 1 }])
  await forward(list)
  respond = () => new Response('<h1>Bad Gateway</h1>', { status })
  expect(await (await forward(list)).json()).toEqual([{ id: 1 }])
  const missing = await forward('app://admin/api/admin/audit')
  expect([missing.status, missing.headers.get(copyAtHeader)]).toEqual([503, noCopy])
  const ownError = { error: 'Try again later', code: 'unavailable' }
  respond = () => Response.json(ownError, { status })
  for (const path of [list, 'app://admin/api/admin/audit']) {
    const own = await forward(path)
    expect([own.status, await own.json(), own.headers.get(copyAtHeader)]).toEqual([status, ownError, null])
  }
})

test('uses the cached response instead of an incomplete one', async () => {
  const list = 'app://admin/api/admin/direct/orders?tab=all'
  respond = () => Response.json([{ id: 1 }])
  await forward(list)
  respond = () =>
    new Response(new ReadableStream({ start: (stream) => stream.error(new TypeError('cut off')) }))
  expect(await (await forward(list)).json()).toEqual([{ id: 1 }])
})

test('deletes every cached response after a customer was erased', async () => {
  const order = `app://admin/api/admin/orders/${crypto.randomUUID()}`
  respond = () => Response.json({ email: 'ada@example.org' })
  await forward(order)
  await forward(`${order}/customer/erase`, { method: 'POST', body: '{}' })
  respond = noServer
  expect((await forward(order)).status).toBe(503)
})

test('checks the person’s role after a forbidden call, and passes on their role', async () => {
  respond = () => Response.json({ code: 'role_required' }, { status: 403 })
  expect((await forward('app://admin/api/admin/overview')).status).toBe(403)
  respond = () => Response.json({ username: 'ada', role: 'blog', timeZone: 'UTC', needsSecondFactor: false })
  await forward(`app://admin${authEndpoints.ping.path}`)
  expect(events).toEqual(['check role', 'role blog'])
})

test('keeps who the person is, also if their new role deletes every other response', async () => {
  const ping = `app://admin${authEndpoints.ping.path}`
  onRole = () => responseCache.clear()
  respond = () => Response.json({ username: 'ada', role: 'blog', timeZone: 'UTC', needsSecondFactor: false })
  await forward(ping)
  respond = noServer
  expect(await (await forward(ping)).json()).toMatchObject({ role: 'blog' })
})

test('does not cache a response that was requested before a customer was erased', async () => {
  const order = `app://admin/api/admin/orders/${crypto.randomUUID()}`
  respond = () => {
    responseCache.clear()
    return Response.json({ email: 'ada@example.org' })
  }
  expect((await forward(order)).status).toBe(200)
  respond = noServer
  expect((await forward(order)).status).toBe(503)
})
