import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { startLocalServer, type LocalServer } from '@priormark/core/testing/local-server'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { parseTrustedProxies } from '../../../src/platform/http/client-address.ts'
import { limitConnections } from '../../../src/platform/http/connections.ts'

describe('the connections of a network', () => {
  const perNetwork = 3
  let server: LocalServer
  let sockets: Socket[] = []

  /** Responds at once, except to `/slow`. */
  beforeEach(async () => {
    sockets = []
    server = await startLocalServer((request, response) => {
      if (request.url !== '/slow') response.end('served')
    })
  })
  afterEach(async () => {
    for (const socket of sockets) socket.destroy()
    await server.close()
  })

  const limit = (proxies = '0') =>
    limitConnections(server.server, { perNetwork, proxies: parseTrustedProxies(proxies) ?? 'none' })

  /** Connects and resolves once the server has accepted or rejected it. */
  async function open(address: string): Promise<Socket> {
    const socket = connect({ port: server.port, host: '127.0.0.1', localAddress: address })
    socket.on('error', () => {})
    sockets.push(socket)
    await Promise.all([once(socket, 'connect'), once(server.server, 'connection')])
    return socket
  }
  async function openMany(addresses: readonly string[]): Promise<Socket[]> {
    const opened: Socket[] = []
    for (const address of addresses) opened.push(await open(address))
    return opened
  }

  /** Sends a request, and resolves to whether it is served. */
  async function ask(socket: Socket): Promise<boolean> {
    socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
    const reply = Promise.withResolvers<boolean>()
    socket.once('data', () => reply.resolve(true)).once('close', () => reply.resolve(false))
    return socket.closed ? false : await reply.promise
  }

  async function askSlowly(socket: Socket): Promise<void> {
    socket.write('GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n')
    await once(server.server, 'request')
  }

  const connectionCount = () =>
    new Promise<number>((resolve, reject) =>
      server.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
    )

  test('are limited, and a new one ends the one that has been idle the longest', async () => {
    limit()
    const [first, second, third] = await openMany(['127.0.0.1', '127.0.0.2', '127.0.0.3'])
    expect(first && (await ask(first))).toBe(true)
    const newest = await open('127.0.0.4')
    expect(await ask(newest)).toBe(true)
    expect(await connectionCount()).toBe(perNetwork)
    expect(second && (await ask(second))).toBe(false)
    expect(first && (await ask(first))).toBe(true)
    expect(third && (await ask(third))).toBe(true)
  })

  test('are rejected while all of them have requests', async () => {
    limit()
    const busy = await openMany(['127.0.0.1', '127.0.0.2', '127.0.0.3'])
    for (const socket of busy) await askSlowly(socket)
    expect(await ask(await open('127.0.0.4'))).toBe(false)
    expect(await ask(await open('127.0.1.1'))).toBe(true)
    busy[0]?.destroy()
    await expect.poll(async () => await ask(await open('127.0.0.4'))).toBe(true)
  })

  test('have a share of a wider network', async () => {
    limit()
    await openMany(Array.from({ length: 40 }, (_, n) => `127.0.${n % 20}.1`))
    expect(await connectionCount()).toBe(4 * perNetwork)
    expect(await ask(await open('127.1.0.1'))).toBe(true)
  })

  test('are not limited for a trusted proxy', async () => {
    limit('127.0.0.1')
    await openMany(Array.from({ length: 20 }, () => '127.0.0.1'))
    expect(await connectionCount()).toBe(20)
  })
})
