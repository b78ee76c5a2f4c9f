import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/**
 * The minimum speed of a body: `minBytes` in its first window, twice as many in each later one, up to `maxBytes`. A phone with a poor
 * connection is fast enough. A client that sends a few bytes at a time to occupy a slot is not.
 */
const defaultBodyPace = { windowMs: 30_000, minBytes: 16 * 1024, maxBytes: 256 * 1024 }

/** Aborts bodies that arrive too slowly, with 408. Waiting because the server reads slowly (a busy disk) does not count. */
export function abortSlowBodies(server: Server, { windowMs, minBytes, maxBytes } = defaultBodyPace): void {
  const bodies = new Map<IncomingMessage, { response: ServerResponse; bytesRead: number; dueBytes: number }>()

  server.on('request', (request, response) => {
    if (request.complete || !hasBody(request)) return
    bodies.set(request, { response, bytesRead: request.socket.bytesRead, dueBytes: 0 })
    for (const event of ['end', 'close'] as const) request.once(event, () => bodies.delete(request))
  })

  setInterval(() => {
    for (const [request, body] of bodies) {
      const { bytesRead } = request.socket
      const isSlow = bytesRead - body.bytesRead < body.dueBytes && request.readableLength === 0
      if (isSlow) abortRequest(request, body.response, '408 Request Timeout')
      body.bytesRead = bytesRead
      // Nothing is due in the window in which a request starts, since it may be nearly over.
      body.dueBytes = Math.min(Math.max(body.dueBytes * 2, minBytes), maxBytes)
    }
  }, windowMs).unref()
}

/** Whether a request announces a body (RFC 9112 section 6). */
function hasBody({ headers }: IncomingMessage): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
}

/** Aborts a request whose body is still arriving. @param status such as `408 Request Timeout` */
export function abortRequest({ socket }: IncomingMessage, response: ServerResponse, status: string): void {
  if (!response.headersSent) socket.write(`HTTP/1.1 ${status}\r\nConnection: close\r\n\r\n`)
  socket.destroySoon()
}

/**
 * The minimum speed at which clients must read responses, and how long they may read nothing: the system buffers some megabytes, so
 * even a steady reader takes them in steps. A file of 50 MB takes at most 53 minutes.
 */
const defaultReaderPace = { windowMs: 10_000, minBytesPerSecond: 16 * 1024, graceMs: 90_000 }

/** Ends connections whose clients read too slowly. Time in which the server has nothing to send does not count. */
export function disconnectSlowReaders(
  server: Server,
  { windowMs, minBytesPerSecond, graceMs } = defaultReaderPace,
): void {
  const readers = new Map<Socket, { bytesWritten: number; leftMs: number }>()
  const msFor = (bytes: number) => (bytes / minBytesPerSecond) * 1_000

  server.on('connection', (socket) => {
    readers.set(socket, { bytesWritten: 0, leftMs: graceMs })
    socket.once('close', () => readers.delete(socket))
  })

  setInterval(() => {
    for (const [socket, reader] of readers) {
      const { bytesWritten, writableLength } = socket
      const earnedMs = msFor(bytesWritten - reader.bytesWritten)
      reader.bytesWritten = bytesWritten
      // Only unread bytes extend the time, so a client that first reads fast cannot pause longer later.
      const maxMs = graceMs + msFor(writableLength)
      reader.leftMs = writableLength === 0 ? graceMs : Math.min(reader.leftMs - windowMs + earnedMs, maxMs)
      if (reader.leftMs < 0) socket.destroy()
    }
  }, windowMs).unref()
}
