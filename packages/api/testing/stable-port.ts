import { randomInt } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { createServer } from 'node:net'

/**
 * Returns a free port for a server that restarts, or that listens later. Chooses below the ephemeral ports, which any
 * connection of any program could take meanwhile. No two calls get the same port, in any process that runs.
 */
export async function stablePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + randomInt(10_000)
    if ((await reserve(port)) && (await isFree(port))) return port
  }
}

/** Reserves a port among tests until this process ends, by the UDP port of the same number, which nothing else uses. */
function reserve(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createSocket('udp4')
    socket.once('error', () => resolve(false))
    socket.bind({ port, address: '127.0.0.1', exclusive: true }, () => {
      socket.unref()
      resolve(true)
    })
  })
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}
