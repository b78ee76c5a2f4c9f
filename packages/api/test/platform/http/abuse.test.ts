import { once } from 'node:events'
import { connect } from 'node:net'
import { myWorksEndpoints } from '@priormark/core/orders/customers/my-works'
import type { EndpointSpec } from '@priormark/core/platform/http/endpoint'
import { afterAll, describe, expect, test } from 'vitest'
import { parseTrustedProxies } from '../../../src/platform/http/client-address.ts'
import { route, type AppRouter } from '../../../src/platform/http/route.ts'
import { everyEndpoint } from '../../../testing/every-endpoint.ts'
import { startTestApp, unknownId, type TestApp } from '../../../testing/test-app.ts'
import { details, newVisitor, refusal } from '../../../testing/visitor.ts'

/** The stand-in for the payment provider rejects requests that come through a proxy. */
const behind = (balancers: string) => ({
  trustedProxies: parseTrustedProxies(balancers) ?? 'none',
  stripeStandIn: null,
})

const app = await startTestApp(behind('127.0.0.1'))
afterAll(() => app.close())

const from = (address: string, at: Pick<TestApp, 'url'> = app) =>
  newVisitor(at, { 'sec-fetch-site': 'same-origin', 'x-forwarded-for': address })

/** Leaves an address one more attempt. */
async function useUp(key: string, limit: number, of = app): Promise<void> {
  await of.database.fork().execute(
    `insert into rate_limit (key, hits, window_ends_at) values (?, ?, now() + interval '90 seconds')
       on conflict (key) do update set hits = excluded.hits, window_ends_at = excluded.window_ends_at`,
    [key, limit - 1],
  )
}

const sha256 = '0'.repeat(64)
const calls: [what: string, limit: number, call: (visitor: ReturnType<typeof from>) => Promise<unknown>][] = [
  ['upload', 120, (visitor) => visitor.upload('la la la')],
  ['order', 120, (visitor) => visitor.api.orders.create({ body: details })],
  ['proofs', 120, (visitor) => visitor.api.proofs.lookUp({ query: { sha256 } })],
  ['pay', 60, (visitor) => visitor.api.payments.open()],
  ['blog-search', 60, (visitor) => visitor.api.blog.list({ query: { search: 'song' } })],
  ['confirm', 60, (visitor) => visitor.api.payments.confirm({ body: { paymentIntentId: 'pi_1' } })],
  ['badge', 300, (visitor) => badge(visitor)],
  ['order-files', 60, (visitor) => visitor.api.orderProgress.proof({ params: { key: 'k'.repeat(43) } })],
]

async function badge(visitor: ReturnType<typeof from>): Promise<number> {
  return (await visitor.fetch(`/badge/${unknownId}.svg`)).status
}

describe.each(calls)('an address that makes too many calls of the kind %s', (what, limit, call) => {
  test('is asked to retry later, and its neighbors are not affected', async () => {
    const client = '198.51.100.7'
    await useUp(`${what}:${client}`, limit)
    await call(from(client)).catch(() => undefined)
    const visitor = from(client)
    if (what === 'badge') {
      expect(await badge(visitor)).toBe(429)
      expect(await badge(from('198.51.100.8'))).toBe(404)
    } else {
      expect(await refusal(call(visitor))).toMatchObject({
        status: 429,
        code: 'rate_limited',
        serverMessage: expect.stringMatching(
          /^Too many attempts\. Please try again in (\d+ seconds|a minute|2 minutes)\.$/,
        ),
      })
      const neighbor = await call(from('198.51.100.8')).catch((error: unknown) => error)
      expect(neighbor).not.toMatchObject({ status: 429 })
    }
  })
})

describe('a call above its limit', () => {
  /** Sends the head of a request, and nothing of its body. Resolves to the first line of the response. */
  async function sendHead({ method, path }: EndpointSpec, address: string): Promise<string> {
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1')
    socket.write(
      `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: ${address}\r\n` +
        'Content-Type: application/json\r\nContent-Length: 200000\r\n\r\n',
    )
    const [response] = await once(socket, 'data')
    socket.destroy()
    return String(response).split('\r\n')[0] ?? ''
  }

  test('is rejected before its body is read, whichever public call it is', async () => {
    const client = '198.51.100.60'
    const withBody = (await everyEndpoint()).filter(
      ({ access, body }) => access === 'public' && body != null && body !== 'multipart',
    )
    expect(withBody.length).toBeGreaterThan(10)
    // An invalid body counts, too.
    for (const { method, path } of withBody) {
      const response = await from(client).fetch(path, { method, body: '7' })
      expect(response.status).toBe(400)
    }
    await app.database
      .fork()
      .execute(`update rate_limit set hits = 1000000 where key like ?`, [`%:${client}`])
    const replies = await Promise.all(withBody.map((spec) => sendHead(spec, client)))
    expect(replies).toEqual(withBody.map(() => 'HTTP/1.1 429 Too Many Requests'))
  })

  test('must be possible for every public endpoint with a body', () => {
    const { sendLinks } = myWorksEndpoints
    const handler = async () => ({ success: true as const })
    // @ts-expect-error without a limit
    const unlimited = (router: AppRouter) => route(router, sendLinks, handler)
    const limited = (router: AppRouter) =>
      route(router, { ...sendLinks, limit: { name: 'my-works', hits: 1, windowSeconds: 1 } }, handler)
    expect(limited).not.toBe(unlimited)
  })
})

test('a rejection has the remaining seconds in Retry-After', async () => {
  await useUp('proofs:198.51.100.30', 121)
  const response = await from('198.51.100.30').fetch(`/api/proofs?sha256=${sha256}`)
  expect(response.status).toBe(429)
  const seconds = Number(response.headers.get('retry-after'))
  expect(seconds).toBeGreaterThan(0)
  expect(seconds).toBeLessThanOrEqual(90)
})

test('all addresses of an IPv6 network count as one', async () => {
  await useUp('proofs:2001:db8:7:8::/64', 121)
  expect(await refusal(from('2001:db8:7:8:aaaa::1').api.proofs.lookUp({ query: { sha256 } }))).toMatchObject({
    status: 429,
  })
  expect(await from('2001:db8:7:9::1').api.proofs.lookUp({ query: { sha256 } })).toMatchObject({
    found: false,
  })
})

test('processes share the counts', async () => {
  const second = await startTestApp(behind('127.0.0.1'), { database: app.database })
  await useUp('proofs:198.51.100.40', 120)
  await from('198.51.100.40').api.proofs.lookUp({ query: { sha256 } })
  expect(await refusal(from('198.51.100.40', second).api.proofs.lookUp({ query: { sha256 } }))).toMatchObject(
    {
      status: 429,
    },
  )
  await second.close()
})

test('a forged header does not count', async () => {
  const direct = await startTestApp(behind('10.0.0.0/8'))
  await useUp('proofs:127.0.0.1', 121, direct)
  for (const address of ['198.51.100.50', '198.51.100.51', '10.0.0.1']) {
    expect(await refusal(from(address, direct).api.proofs.lookUp({ query: { sha256 } }))).toMatchObject({
      status: 429,
    })
  }
  await direct.close()
})

test('a limit that is switched off counts nothing', async () => {
  const open = await startTestApp({
    limits: { maxConcurrentUploads: 5, uploadsPerNetwork: 5, rateLimitFactor: 0 },
  })
  await useUp('proofs:127.0.0.1', 500, open)
  expect(await newVisitor(open).api.proofs.lookUp({ query: { sha256 } })).toMatchObject({ found: false })
  await open.close()
})

describe('concurrent uploads', () => {
  const boundary = 'a-boundary'
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="song.wav"\r\n\r\n`

  /** Starts an upload that does not end until it is aborted. */
  async function begin(at: TestApp) {
    const socket = connect(Number(new URL(at.url).port), '127.0.0.1')
    await once(socket, 'connect')
    socket.on('error', () => {})
    socket.write(
      `POST /api/upload HTTP/1.1\r\nHost: localhost\r\nContent-Type: multipart/form-data; boundary=${boundary}\r\nContent-Length: 5000000\r\n\r\n${head}`,
    )
    // An upload slower than 16 KB/s would lose its slot after ten seconds.
    socket.write(Buffer.alloc(4_000_000))
    return socket
  }

  /** Takes all slots: with one upload too many, one is rejected, and the others have them. */
  async function takeAll(at: TestApp, places: number) {
    const sockets = []
    for (let n = 0; n <= places; n += 1) sockets.push(await begin(at))
    const refused = await Promise.race(
      sockets.map(async (socket) => {
        const [response] = await once(socket, 'data')
        expect(String(response)).toMatch(/^HTTP\/1\.1 503 /)
        return socket
      }),
    )
    refused.destroy()
    return sockets.filter((socket) => socket !== refused)
  }

  test('are limited; one too many is asked to retry, and gets a slot once one is free', async () => {
    const small = await startTestApp({
      limits: { maxConcurrentUploads: 2, uploadsPerNetwork: 2, rateLimitFactor: 1 },
    })
    const going = await takeAll(small, 2)
    const visitor = newVisitor(small)
    const outcome = () =>
      visitor.upload('la la la').then(
        () => 'taken',
        (error: unknown) => error,
      )
    expect(await outcome()).toMatchObject({
      status: 503,
      code: 'unavailable',
      serverMessage: 'Many files are being uploaded at the moment. Please try again in a few seconds.',
    })
    const form = new FormData()
    form.set('file', new Blob(['la']), 'song.wav')
    const response = await visitor.fetch('/api/upload', { method: 'POST', body: form })
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '10'])
    going[0]?.destroy()
    await expect.poll(outcome).toBe('taken')
    going[1]?.destroy()
    await small.close()
  })

  /** Sends a body of 20 MB before reading the response, as browsers do. */
  function sendWhole(at: TestApp): Promise<string> {
    return new Promise((resolve) => {
      const socket = connect(Number(new URL(at.url).port), '127.0.0.1')
      const bytes = Buffer.alloc(20_000_000)
      socket.once('error', (error) => resolve(error.message))
      socket.pause()
      socket.write(
        `POST /api/upload HTTP/1.1\r\nHost: localhost\r\nContent-Type: multipart/form-data; boundary=${boundary}\r\nContent-Length: ${bytes.length}\r\n\r\n`,
      )
      socket.write(bytes, () => {
        socket.resume()
        socket.once('data', (response) => {
          resolve(response.toString('latin1').split('\r\n')[0] ?? '')
          socket.destroy()
        })
      })
    })
  }

  test('a client that is still sending receives the rejection', async () => {
    const small = await startTestApp({
      limits: { maxConcurrentUploads: 1, uploadsPerNetwork: 1, rateLimitFactor: 1 },
    })
    const [going] = await takeAll(small, 1)
    for (let n = 0; n < 3; n += 1) expect(await sendWhole(small)).toBe('HTTP/1.1 503 Service Unavailable')
    going?.destroy()
    await small.close()
  })
})
