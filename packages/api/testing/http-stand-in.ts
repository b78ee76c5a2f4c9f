import type { IncomingMessage, ServerResponse } from 'node:http'
import { startLocalServer } from '@priormark/core/testing/local-server'

/** A real local HTTP server that a test can break. */
export interface HttpStandIn {
  url: string
  /** The received requests in order: `GET /path`. */
  requests: string[]
  /** Replaces the server's responses while set. */
  fault: ((request: IncomingMessage, response: ServerResponse) => void) | null
  close(): Promise<void>
}

/** Starts a server. `handle` also receives the body. */
export async function startHttpStandIn(
  handle: (request: IncomingMessage, response: ServerResponse, body: Buffer) => Promise<void>,
): Promise<HttpStandIn> {
  const { url, close } = await startLocalServer((request, response) => {
    standIn.requests.push(`${request.method} ${request.url}`)
    if (standIn.fault !== null) {
      standIn.fault(request, response)
      return
    }
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => void handle(request, response, Buffer.concat(parts)))
  })
  const standIn: HttpStandIn = {
    url,
    requests: [],
    fault: null,
    close,
  }
  return standIn
}

/** Closes the connection without a response, like a host that is down. */
export function closeConnection(request: IncomingMessage): void {
  request.socket.destroy()
}

/** Resets the connection. */
export function resetConnection(request: IncomingMessage): void {
  request.socket.resetAndDestroy()
}

/** Responds 200 with these bytes. */
export function respondWithBytes(bytes: Uint8Array) {
  return (_request: IncomingMessage, response: ServerResponse): void => {
    response.writeHead(200, { 'content-type': 'application/octet-stream' })
    response.end(bytes)
  }
}

/** Responds with a status and no body. */
export function respondWithStatus(status: number, headers: Record<string, string> = {}) {
  return (_request: IncomingMessage, response: ServerResponse): void => {
    response.writeHead(status, headers)
    response.end()
  }
}
