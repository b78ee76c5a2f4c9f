import { createServer, type RequestListener, type Server } from 'node:http'

/** An HTTP server of a test, with a port of its own. */
export interface LocalServer {
  server: Server
  port: number
  /** Such as `http://127.0.0.1:40001`. */
  url: string
  /** Ends all connections too. */
  close(): Promise<void>
}

/**
 * Starts an HTTP server. It never closes an idle connection: Node would after six seconds, and a client that was kept from running
 * for so long could send its next request on that connection, which then fails.
 */
export async function startLocalServer(listener: RequestListener, host = '127.0.0.1'): Promise<LocalServer> {
  const server = createServer({ keepAliveTimeout: 0 }, listener)
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port')
  return {
    server,
    port: address.port,
    url: `http://${host}:${address.port}`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
