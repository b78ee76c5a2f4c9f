import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The server as one test sees it: behind a network that fails as the test wants. */
export interface UnsteadyServer {
  url: string
  /** Nothing gets through. */
  isDown: boolean
  /** Every call of the admin is answered as if its session had ended. */
  hasExpired: boolean
  /** Files stop coming after this many bytes, and the connection stays open. */
  holdFilesAtBytes: number | null
  /** The Range header of each request for a file, '' for none. */
  fileRanges: string[]
  /** The paths of all completed responses, oldest first. */
  answered: string[]
}

/** A proxy in front of the server. Its address outlives a test, so that a folder with a login can be used by many tests. */
export interface UnreliableNetwork {
  url: string
  /** Restores the network for the next test. Requests that are still running belong to the test before. */
  renew(): UnsteadyServer
  stop(): Promise<void>
}

/** Starts a proxy to the server at `target`. */
export async function startUnsteadyNetwork(target: string): Promise<UnreliableNetwork> {
  const server = createServer((request, response) => {
    const unsteady = current
    response.on('finish', () => unsteady.answered.push(request.url ?? ''))
    if (unsteady.isDown) request.socket.destroy()
    else if (unsteady.hasExpired && isOfAdmin(request)) refuse(request, response)
    else pass(unsteady, request, response)
  })

  function pass(unsteady: UnsteadyServer, request: IncomingMessage, response: ServerResponse): void {
    const isFile = request.url?.endsWith('/file') === true
    if (isFile) unsteady.fileRanges.push(request.headers.range ?? '')
    const { hostname, port, host } = new URL(target)
    const { method, url: path, headers } = request
    const upstream = ask({ hostname, port, method, path, headers: { ...headers, host } }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      if (isFile) passFile(unsteady, answer, response)
      else answer.pipe(response)
    })
    upstream.on('error', () => response.destroy())
    request.pipe(upstream)
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  let current = steady(url)
  return {
    url,
    renew() {
      current = steady(url)
      return current
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function steady(url: string): UnsteadyServer {
  return { url, isDown: false, hasExpired: false, holdFilesAtBytes: null, fileRanges: [], answered: [] }
}

function passFile(unsteady: UnsteadyServer, answer: IncomingMessage, response: ServerResponse): void {
  let sentBytes = 0
  answer.on('data', (chunk: Buffer) => {
    const room = (unsteady.holdFilesAtBytes ?? Infinity) - sentBytes
    if (room <= 0) return
    const part = chunk.subarray(0, room)
    sentBytes += part.byteLength
    response.write(part)
  })
  answer.on('end', () => {
    if (unsteady.holdFilesAtBytes === null) response.end()
  })
}

function isOfAdmin(request: IncomingMessage): boolean {
  return request.url?.startsWith('/api/admin/') === true && !request.url.endsWith('/login')
}

function refuse(request: IncomingMessage, response: ServerResponse): void {
  request.resume()
  response.writeHead(401, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ error: 'Authentication required', code: 'unauthenticated' }))
}
