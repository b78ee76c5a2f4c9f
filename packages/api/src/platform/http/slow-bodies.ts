import type { IncomingMessage, Server, ServerResponse } from 'node:http'

/** The minimum speed of a body: `minBytes` in its first window, twice as many in each later one, up to `maxBytes`. */
interface BodyPace {
  windowMs: number
  minBytes: number
  maxBytes: number
}

/** A phone with a poor connection is fast enough. A client that sends a few bytes at a time to occupy a slot is not. */
const usualBodyPace: BodyPace = { windowMs: 30_000, minBytes: 16 * 1024, maxBytes: 256 * 1024 }

/**
 * Aborts bodies that arrive too slowly, with 408. Waiting because the server reads slowly (a busy disk) does not count.
 * @returns a function that stops the checks
 */
export function cutSlowBodies(
  server: Server,
  { windowMs, minBytes, maxBytes }: BodyPace = usualBodyPace,
): () => void {
  const open = new Map<IncomingMessage, { response: ServerResponse; bytesRead: number; dueBytes: number }>()

  server.on('request', (request, response) => {
    if (request.complete || !hasBody(request)) return
    open.set(request, { response, bytesRead: request.socket.bytesRead, dueBytes: 0 })
    for (const end of ['end', 'close'] as const) request.once(end, () => open.delete(request))
  })

  const timer = setInterval(() => {
    for (const [request, body] of open) {
      const { bytesRead } = request.socket
      const isSlow = bytesRead - body.bytesRead < body.dueBytes && request.readableLength === 0
      if (isSlow) cutOff(request, body.response, '408 Request Timeout')
      body.bytesRead = bytesRead
      // Nothing is due in the window in which a request starts, since it may be nearly over.
      body.dueBytes = Math.min(Math.max(body.dueBytes * 2, minBytes), maxBytes)
    }
  }, windowMs).unref()
  return () => clearInterval(timer)
}

/** Whether a request announces a body (RFC 9112 section 6). Most do not, so most are not watched. */
function hasBody({ headers }: IncomingMessage): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
}

/** Aborts a request whose body is still arriving. @param status such as `408 Request Timeout` */
export function cutOff({ socket }: IncomingMessage, response: ServerResponse, status: string): void {
  if (!response.headersSent) socket.write(`HTTP/1.1 ${status}\r\nConnection: close\r\n\r\n`)
  socket.destroySoon()
}
