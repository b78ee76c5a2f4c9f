import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { PassThrough, Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { startLocalServer, type LocalServer } from '@priormark/core/testing/local-server'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { parseTrustedProxies } from '../../../src/platform/http/client-address.ts'
import { disconnectSlowReaders } from '../../../src/platform/http/slow-clients.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { newVisitor } from '../../../testing/visitor.ts'

const pace = { windowMs: 10_000, minBytesPerSecond: 16 * 1024, graceMs: 90_000 }

describe('a response that its client reads slowly', () => {
  const megabyte = 1024 * 1024
  let server: LocalServer
  let bytes = 0
  let waitsForSource = false
  let socket: Socket
  beforeEach(async () => {
    bytes = 0
    waitsForSource = false
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    server = await startLocalServer((_request, response) => {
      const chunk = Buffer.alloc(64 * 1024)
      if (waitsForSource) response.write('begin')
      else Readable.from(Array.from({ length: bytes / chunk.length }, () => chunk)).pipe(response)
    })
    disconnectSlowReaders(server.server, pace)
  })
  afterEach(async () => {
    vi.useRealTimers()
    socket.destroy()
    await server.close()
  })

  async function request(): Promise<void> {
    socket = connect(server.port, '127.0.0.1')
    socket.on('error', () => {})
    socket.write('GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')
    await once(server.server, 'request')
    // The server writes until the buffers of the system are full.
    for (let n = 0; n < 200; n += 1) await nextTurn()
  }

  /** Reads at least this much, unless the response ends before. Returns how much. */
  async function read(wanted: number): Promise<number> {
    let count = 0
    const { promise, resolve } = Promise.withResolvers<void>()
    const onData = (chunk: Buffer) => {
      count += chunk.length
      if (count >= wanted) resolve()
    }
    socket.on('data', onData).once('close', resolve).resume()
    if (socket.closed) resolve()
    await promise
    socket.pause().off('data', onData).off('close', resolve)
    // The server writes what there is room for again.
    for (let n = 0; n < 20; n += 1) await nextTurn()
    return count
  }

  const openConnections = () =>
    new Promise<number>((resolve, reject) =>
      server.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
    )

  test('is ended after 90 seconds without progress', async () => {
    bytes = 64 * megabyte
    await request()
    // The first window counts what was written before.
    for (let ms = 0; ms < 110_000; ms += pace.windowMs) vi.advanceTimersByTime(pace.windowMs)
    await expect.poll(openConnections).toBe(0)
  })

  test('is ended just as soon after a fast start', async () => {
    bytes = 64 * megabyte
    await request()
    await read(24 * megabyte)
    for (let ms = 0; ms < 110_000; ms += pace.windowMs) vi.advanceTimersByTime(pace.windowMs)
    await expect.poll(openConnections).toBe(0)
  })

  test('is complete if the client reads 20 KB per second', async () => {
    bytes = 16 * megabyte
    await request()
    let received = 0
    while (received < bytes && !socket.closed) {
      received += await read(20 * 1024 * (pace.windowMs / 1_000))
      vi.advanceTimersByTime(pace.windowMs)
    }
    expect(received).toBeGreaterThanOrEqual(bytes)
  })

  test('is not ended because the server has nothing to send', async () => {
    waitsForSource = true
    await request()
    for (let ms = 0; ms < 600_000; ms += pace.windowMs) vi.advanceTimersByTime(pace.windowMs)
    expect(await openConnections()).toBe(1)
  })
})

/** Returns a file of which only the first byte arrives. */
function endless(): Readable {
  const content = new PassThrough()
  content.write('R')
  return content
}

describe('open responses', () => {
  let app: TestApp
  let sockets: Socket[] = []
  beforeEach(async () => {
    sockets = []
    app = await startTestApp(({ storage }) => ({
      trustedProxies: parseTrustedProxies('127.0.0.1') ?? 'none',
      stripeStandIn: null,
      // A file that never ends, since the buffers of the system hold any that a test could send.
      storage: { ...storage, read: async () => ({ content: endless(), bytes: 1_000_000 }) },
    }))
  })
  afterEach(async () => {
    for (const socket of sockets) socket.destroy()
    await app.close()
  })

  const image = '/media/song-0123456789abcdef.webp'

  /** Asks for an image, and resolves to the status, when it arrives. */
  async function ask(address: string): Promise<string> {
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1')
    sockets.push(socket)
    socket.on('error', () => {})
    socket.write(`GET ${image} HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: ${address}\r\n\r\n`)
    const [head] = await once(socket, 'data')
    return String(head).slice(9, 12)
  }
  const askMany = (count: number, addressOf: (n: number) => string) =>
    Promise.all(Array.from({ length: count }, (_, n) => ask(addressOf(n))))
  const about = (address: string) => newVisitor(app, { 'x-forwarded-for': address }).fetch('/api/about')

  test('are limited per network, and others are served', async () => {
    expect(new Set(await askMany(100, (n) => `198.51.100.${n}`))).toEqual(new Set(['200']))
    const response = await about('198.51.100.200')
    expect(response.status).toBe(429)
    expect(response.headers.get('retry-after')).toBe('5')
    expect(await response.json()).toMatchObject({ code: 'rate_limited' })
    expect((await about('198.51.101.1')).status).toBe(200)
    sockets[0]?.destroy()
    await expect.poll(async () => (await about('198.51.100.200')).status).toBe(200)
  })

  test('are limited per IPv6 /48, however many networks one host uses', async () => {
    const statuses = await askMany(300, (n) => `2001:db8:7:${(n % 256).toString(16)}00::1`)
    expect(statuses.filter((status) => status === '200')).toHaveLength(200)
    expect((await about('2001:db8:8::1')).status).toBe(200)
  })
})
