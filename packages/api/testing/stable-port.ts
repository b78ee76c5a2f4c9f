import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

const given = new Set<number>()

/**
 * Returns a free port for a server that restarts, or that listens later. Chooses below the ephemeral ports, which any
 * connection of any program could take meanwhile. No two calls of a process get the same port.
 */
export async function stablePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + randomInt(10_000)
    if (given.has(port)) continue
    given.add(port)
    if (await isFree(port)) return port
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}
