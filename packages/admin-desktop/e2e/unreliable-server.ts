import { request as sendRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import { startLocalServer } from '@priormark/core/testing/local-server'

/** The server as one test sees it, behind a network whose failures the test sets. */
export interface UnreliableServer {
  url: string
  /** Drops every connection. */
  isDown: boolean
  /** Responds with 401 to every admin call, as after the session ended. */
  hasExpired: boolean
  /** Stops sending files after this many bytes and keeps the connection open. */
  holdFilesAtBytes: number | null
  /** The Range header of each request for a file, '' for none. */
  fileRanges: string[]
  /** The paths of all completed responses, oldest first. */
  responded: string[]
}

/** A proxy in front of the server. It keeps its address, so that many tests can use one folder with a login. */
export interface UnreliableNetwork {
  url: string
  /** Restores the network for the next test. Requests that are still running belong to the test before. */
  renew(): UnreliableServer
  stop(): Promise<void>
}

/** Starts a proxy to the server at `target`. */
export async function startUnreliableNetwork(target: string): Promise<UnreliableNetwork> {
  const { url, close } = await startLocalServer((request, response) => {
    const state = current
    response.on('finish', () => state.responded.push(request.url ?? ''))
    if (state.isDown) request.socket.destroy()
    else if (state.hasExpired && isAdminCall(request)) reject(request, response)
    else pass(state, request, response)
  })

  function pass(state: UnreliableServer, request: IncomingMessage, response: ServerResponse): void {
    const isFile = request.url?.endsWith('/file') === true
    if (isFile) state.fileRanges.push(request.headers.range ?? '')
    const { hostname, port, host } = new URL(target)
    const { method, url: path, headers } = request
    const upstream = sendRequest(
      { hostname, port, method, path, headers: { ...headers, host } },
      (upstreamResponse) => {
        response.writeHead(upstreamResponse.statusCode ?? 502, upstreamResponse.headers)
        if (isFile) passFile(state, upstreamResponse, response)
        else upstreamResponse.pipe(response)
      },
    )
    upstream.on('error', () => response.destroy())
    request.pipe(upstream)
  }

  let current = newState(url)
  return {
    url,
    renew() {
      current = newState(url)
      return current
    },
    stop: close,
  }
}

function newState(url: string): UnreliableServer {
  return { url, isDown: false, hasExpired: false, holdFilesAtBytes: null, fileRanges: [], responded: [] }
}

function passFile(
  state: UnreliableServer,
  upstreamResponse: IncomingMessage,
  response: ServerResponse,
): void {
  let sentBytes = 0
  upstreamResponse.on('data', (chunk: Buffer) => {
    const remainingBytes = (state.holdFilesAtBytes ?? Infinity) - sentBytes
    if (remainingBytes <= 0) return
    const part = chunk.subarray(0, remainingBytes)
    sentBytes += part.byteLength
    response.write(part)
  })
  upstreamResponse.on('end', () => {
    if (state.holdFilesAtBytes === null) response.end()
  })
}

function isAdminCall(request: IncomingMessage): boolean {
  return request.url?.startsWith('/api/admin/') === true && !request.url.endsWith('/login')
}

function reject(request: IncomingMessage, response: ServerResponse): void {
  request.resume()
  response.writeHead(401, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ error: 'Authentication required', code: 'unauthenticated' }))
}
