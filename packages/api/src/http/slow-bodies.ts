import type { IncomingMessage, Server, ServerResponse } from 'node:http'

/** How slowly a body may come in: so many bytes in each window, or its end. */
export interface BodyPace {
  windowMs: number
  minBytes: number
}

/** A telephone in a train manages; who sends a byte now and then to keep a place occupied does not. */
const usualBodyPace: BodyPace = { windowMs: 30_000, minBytes: 16 * 1024 }

/**
 * Cuts off bodies that trickle, with 408. What waits because this side is slow to take it (a busy disk) is not the client's
 * doing. @returns what stops it
 */
export function cutSlowBodies(server: Server, { windowMs, minBytes }: BodyPace = usualBodyPace): () => void {
  const open = new Map<IncomingMessage, { response: ServerResponse; bytesRead: number; isNew: boolean }>()

  server.on('request', (request, response) => {
    if (request.complete) return
    open.set(request, { response, bytesRead: request.socket.bytesRead, isNew: true })
    for (const end of ['end', 'close'] as const) request.once(end, () => open.delete(request))
  })

  const timer = setInterval(() => {
    for (const [request, known] of open) {
      const { bytesRead } = request.socket
      const isSlow = bytesRead - known.bytesRead < minBytes && request.readableLength === 0
      // One that came in the middle of a window has the next one whole.
      if (isSlow && !known.isNew) cutOff(request, known.response)
      known.bytesRead = bytesRead
      known.isNew = false
    }
  }, windowMs).unref()
  return () => clearInterval(timer)
}

function cutOff({ socket }: IncomingMessage, response: ServerResponse): void {
  if (!response.headersSent) socket.write('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n')
  socket.destroySoon()
}
