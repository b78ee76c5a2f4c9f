import type { Server } from 'node:http'
import process from 'node:process'

/** Listens on a free port of this machine, says where, and ends when told to. */
export function listen(server: Server): void {
  server.listen(0, '127.0.0.1', () => {
    const address = server.address()
    if (typeof address === 'object' && address !== null) console.log(`http://127.0.0.1:${address.port} `)
  })
  process.on('SIGTERM', () => process.exit(0))
}
