import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A server with a network before it that fails as a test wants. */
export interface UnsteadyServer {
  url: string
  /** Nothing gets through. */
  isDown: boolean
  /** Every call of the admin is answered as if its session had ended. */
  hasExpired: boolean
  /** Files stop coming after this many bytes, and the connection stays open. */
  holdFilesAtBytes: number | null
  /** One byte of every file is another one. */
  damagesFiles: boolean
  /** What was asked for of files: the Range of each, '' for none. */
  fileRanges: string[]
  /** The paths of everything that was answered, in that order. */
  answered: string[]
  /** Ends every connection of now. */
  cut(): void
  stop(): Promise<void>
}

/** Puts a network of its own before the server at `target`. */
export async function startUnsteadyServer(target: string): Promise<UnsteadyServer> {
  const server = createServer((request, response) => {
    response.on('finish', () => unsteady.answered.push(request.url ?? ''))
    if (unsteady.isDown) request.socket.destroy()
    else if (unsteady.hasExpired && isOfAdmin(request)) refuse(request, response)
    else pass(request, response)
  })

  function pass(request: IncomingMessage, response: ServerResponse): void {
    const isFile = request.url?.endsWith('/file') === true
    if (isFile) unsteady.fileRanges.push(request.headers.range ?? '')
    const { hostname, port, host } = new URL(target)
    const { method, url: path, headers } = request
    const upstream = ask({ hostname, port, method, path, headers: { ...headers, host } }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      if (isFile) passFile(answer, response)
      else answer.pipe(response)
    })
    upstream.on('error', () => response.destroy())
    request.pipe(upstream)
  }

  function passFile(answer: IncomingMessage, response: ServerResponse): void {
    let sentBytes = 0
    answer.on('data', (chunk: Buffer) => {
      const room = (unsteady.holdFilesAtBytes ?? Infinity) - sentBytes
      if (room <= 0) return
      const part = Buffer.from(chunk.subarray(0, room))
      if (unsteady.damagesFiles && sentBytes === 0 && part[0] !== undefined) part[0] ^= 1
      sentBytes += part.byteLength
      response.write(part)
    })
    answer.on('end', () => {
      if (unsteady.holdFilesAtBytes === null) response.end()
    })
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const unsteady: UnsteadyServer = {
    url: `http://127.0.0.1:${port}`,
    isDown: false,
    hasExpired: false,
    holdFilesAtBytes: null,
    damagesFiles: false,
    fileRanges: [],
    answered: [],
    cut: () => server.closeAllConnections(),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return unsteady
}

function isOfAdmin(request: IncomingMessage): boolean {
  return request.url?.startsWith('/api/admin/') === true && !request.url.endsWith('/login')
}

function refuse(request: IncomingMessage, response: ServerResponse): void {
  request.resume()
  response.writeHead(401, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ error: 'Authentication required', code: 'unauthenticated' }))
}
