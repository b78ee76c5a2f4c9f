import { connect, type Socket } from 'node:net'
import { startLocalServer, type LocalServer } from '@priormark/core/testing/local-server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { abortSlowBodies } from '../../../src/platform/http/slow-clients.ts'

const pace = { windowMs: 30_000, minBytes: 16 * 1024, maxBytes: 64 * 1024 }

let server: LocalServer
let isReading = true
let receivedBytes = 0

/** Returns the length of the body; with `isReading` off it does not read it, like a busy disk. */
beforeEach(async () => {
  isReading = true
  receivedBytes = 0
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  server = await startLocalServer((request, response) => {
    if (!isReading) return
    request.on('data', (chunk: Buffer) => (receivedBytes += chunk.length))
    request.on('end', () => response.end(`received ${receivedBytes}`))
  })
  abortSlowBodies(server.server, pace)
})
afterEach(async () => {
  vi.useRealTimers()
  await server.close()
})

interface Client {
  socket: Socket
  reply(): string
  isClosed(): boolean
}

function send(contentLength: number): Client {
  const socket = connect(server.port, '127.0.0.1')
  let reply = ''
  let isClosed = false
  socket.setEncoding('latin1').on('data', (text: string) => (reply += text))
  socket.on('close', () => (isClosed = true)).on('error', () => {})
  socket.write(`POST /api/upload HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${contentLength}\r\n\r\n`)
  return { socket, reply: () => reply, isClosed: () => isClosed }
}

async function sendBytes({ socket }: Client, count: number): Promise<void> {
  const before = receivedBytes
  socket.write(Buffer.alloc(count, 7))
  await expect.poll(() => receivedBytes).toBe(before + count)
}

test('aborts a trickling body with 408', async () => {
  const client = send(50_000_000)
  await sendBytes(client, 1)
  vi.advanceTimersByTime(pace.windowMs)
  await sendBytes(client, 100)
  vi.advanceTimersByTime(pace.windowMs)
  await expect.poll(client.isClosed).toBe(true)
  expect(client.reply()).toMatch(/^HTTP\/1\.1 408 /)
})

test('accepts a body with the minimum speed in each window', async () => {
  const windows = [1, 16, 32, 64, 64, 64].map((kilobytes) => kilobytes * 1024)
  const client = send(windows.reduce((sum, bytes) => sum + bytes))
  for (const bytes of windows) {
    await sendBytes(client, bytes)
    vi.advanceTimersByTime(pace.windowMs)
  }
  await expect.poll(client.reply).toContain('received ')
  client.socket.destroy()
})

test('aborts a body that remains at the minimum speed of the first window', async () => {
  const client = send(50_000_000)
  await sendBytes(client, 1)
  vi.advanceTimersByTime(pace.windowMs)
  await sendBytes(client, pace.minBytes)
  vi.advanceTimersByTime(pace.windowMs)
  expect(client.isClosed()).toBe(false)
  await sendBytes(client, pace.minBytes)
  vi.advanceTimersByTime(pace.windowMs)
  await expect.poll(client.isClosed).toBe(true)
  expect(client.reply()).toMatch(/^HTTP\/1\.1 408 /)
})

test('ignores a connection that waits for its next request', async () => {
  const client = send(100)
  await sendBytes(client, 100)
  await expect.poll(client.reply).toContain('received 100')
  for (let window = 0; window < 4; window += 1) vi.advanceTimersByTime(pace.windowMs)
  expect(client.isClosed()).toBe(false)
  client.socket.destroy()
})

test('does not abort a body because the server reads slowly', async () => {
  isReading = false
  const begun = new Promise<void>((resolve) =>
    server.server.once('request', (request) => {
      const look = () => (request.readableLength > 0 ? resolve() : setTimeout(look, 5))
      look()
    }),
  )
  const client = send(200_000)
  client.socket.write(Buffer.alloc(50_000, 7))
  await begun
  for (let window = 0; window < 4; window += 1) vi.advanceTimersByTime(pace.windowMs)
  expect(client.reply()).toBe('')
  expect(client.isClosed()).toBe(false)
  client.socket.destroy()
})
