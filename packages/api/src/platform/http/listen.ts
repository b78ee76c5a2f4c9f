import { createServer, type Server } from 'node:http'
import { limitConnections, type ConnectionLimit } from './connections.ts'
import { abortSlowBodies, disconnectSlowReaders } from './slow-clients.ts'

/** Timeouts for the headers and for the whole request of a slow client, in milliseconds. */
const headersTimeoutMs = 30_000
const requestTimeoutMs = 30 * 60_000

/**
 * How long an idle connection stays open, in milliseconds. Longer than load balancers (60 s) and other clients keep one, so
 * that no request is sent just as the server closes it.
 */
const keepAliveTimeoutMs = 65_000

/** Creates a server that slow clients and many connections cannot exhaust. */
export function createGuardedServer(limit: ConnectionLimit): Server {
  const server = createServer({
    headersTimeout: headersTimeoutMs,
    requestTimeout: requestTimeoutMs,
    keepAliveTimeout: keepAliveTimeoutMs,
  })
  limitConnections(server, limit)
  abortSlowBodies(server)
  disconnectSlowReaders(server)
  return server
}

/** Starts listening, and returns the server's address on this machine. @param port 0 takes any free port */
export function listen(server: Server, { host, port }: { host: string; port: number }): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      const address = server.address()
      const openPort = typeof address === 'object' && address !== null ? address.port : port
      const reachableHost = ['127.0.0.1', '0.0.0.0', '::', '::1'].includes(host) ? 'localhost' : host
      resolve(`http://${reachableHost}:${openPort}`)
    })
  })
}

/**
 * Stops accepting connections and waits for the requests in progress, for at most `graceMs`. Node would wait forever for a
 * connection without a request, which browsers open in advance, and would accept further requests on a connection that was busy
 * when the server began to close: a page that sends one every second would keep it open until the end of the grace period.
 */
export async function closeServer(server: Server, graceMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.prependListener('request', (_request, response) => {
    response.setHeader('connection', 'close')
  })
  // This time counts from the end of a response. closeIdleConnections() would also cut responses that are still being sent.
  server.keepAliveTimeout = 1
  const timer = setTimeout(() => server.closeAllConnections(), graceMs)
  await closed
  clearTimeout(timer)
}
