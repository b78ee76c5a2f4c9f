import { once } from 'node:events'
import { createServer, get, Agent, type IncomingMessage, type Server } from 'node:http'
import { connect } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { closeServer } from '../../../src/platform/http/listen.ts'

let server: Server
let port = 0
let respond: ((body?: Buffer) => void) | undefined

/** Responds only once `respond` is called. */
beforeEach(async () => {
  server = createServer({ keepAliveTimeout: 600_000 }, (_request, response) => {
    respond = (body) => void response.end(body ?? 'done')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  port = typeof address === 'object' && address !== null ? address.port : 0
})
afterEach(() => {
  vi.useRealTimers()
  server.closeAllConnections()
  server.close()
})

test('a server that closes cuts a connection without a request at the end of the grace period', async () => {
  const connected = once(server, 'connection')
  const socket = connect(port, '127.0.0.1')
  await connected
  await closeServer(server, 1)
  await once(socket.resume(), 'close')
})

test('a server that closes waits for a request in progress', async () => {
  const requested = once(server, 'request')
  const response = fetch(`http://127.0.0.1:${port}/`)
  await requested
  const closed = closeServer(server, 600_000)
  respond?.()
  expect(await (await response).text()).toBe('done')
  await closed
})

test('a server that closes cuts a request that takes longer than the grace period', async () => {
  const requested = once(server, 'request')
  const response = fetch(`http://127.0.0.1:${port}/`)
  await requested
  const failed = expect(response).rejects.toThrow('fetch failed')
  await closeServer(server, 1)
  await failed
})

test('a server that closes asks the client to close a connection that is never idle', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const request = () =>
    new Promise<IncomingMessage>((resolve, reject) => {
      get({ port, host: '127.0.0.1', agent }, (response) => resolve(response.resume())).once('error', reject)
    })
  // Otherwise it ends the idle connection a second after a response.
  server.keepAliveTimeoutBuffer = 600_000
  const firstRequested = once(server, 'request')
  const first = request()
  await firstRequested
  const respondToFirst = respond
  const closed = closeServer(server, 600_000)
  // It waits for the connection, and is sent as soon as the first has its response.
  const secondRequested = once(server, 'request')
  const second = request()
  respondToFirst?.()
  expect((await first).headers.connection).toBe('keep-alive')
  await secondRequested
  respond?.()
  expect((await second).headers.connection).toBe('close')
  await closed
  agent.destroy()
})

test('a server that closes sends a whole response to a client that reads slowly', async () => {
  const body = Buffer.alloc(30_000_000)
  const requested = once(server, 'request')
  const socket = connect(port, '127.0.0.1').pause()
  socket.write('GET / HTTP/1.1\r\nHost: shop.example\r\n\r\n')
  await requested
  vi.useFakeTimers({ toFake: ['setInterval', 'setTimeout'] })
  const closed = closeServer(server, 600_000)
  const ended = once(socket, 'close')
  respond?.(body)
  vi.advanceTimersByTime(60_000)
  let received = 0
  socket.on('data', (chunk) => (received += chunk.length)).resume()
  await closed
  await ended
  expect(received).toBeGreaterThan(body.length)
})
