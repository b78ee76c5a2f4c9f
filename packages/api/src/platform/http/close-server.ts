import type { Server } from 'node:http'

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
  // Counted from the end of a response. closeIdleConnections() would also cut responses that are still being sent.
  server.keepAliveTimeout = 1
  const timer = setTimeout(() => server.closeAllConnections(), graceMs)
  await closed
  clearTimeout(timer)
}
