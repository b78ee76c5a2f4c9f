import type { Server } from 'node:http'

/**
 * Stops accepting connections and waits for the requests in progress, for at most `graceMs`. Node would wait forever for a
 * connection without a request, which browsers open in advance.
 */
export async function closeServer(server: Server, graceMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  const timer = setTimeout(() => server.closeAllConnections(), graceMs)
  await closed
  clearTimeout(timer)
}
