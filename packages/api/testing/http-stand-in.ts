import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

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
  const server = createServer((request, response) => {
    standIn.requests.push(`${request.method} ${request.url}`)
    if (standIn.fault !== null) {
      standIn.fault(request, response)
      return
    }
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => void handle(request, response, Buffer.concat(parts)))
  })
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(typeof address === 'object' && address !== null ? address.port : 0)
    })
  })
  const standIn: HttpStandIn = {
    url: `http://127.0.0.1:${port}`,
    requests: [],
    fault: null,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return standIn
}

/** Closes the connection without a response, like a host that is down. */
export function closeConnection(request: IncomingMessage): void {
  request.socket.destroy()
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
