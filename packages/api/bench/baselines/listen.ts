import type { Server } from 'node:http'
import process from 'node:process'

/** Listens on a free local port, prints the URL, and exits on request. */
export function listen(server: Server): void {
  server.listen(0, '127.0.0.1', () => {
    const address = server.address()
    if (typeof address === 'object' && address !== null) console.log(`http://127.0.0.1:${address.port} `)
  })
  process.on('SIGTERM', () => process.exit(0))
}
