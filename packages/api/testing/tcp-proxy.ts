import { createServer, connect, type Socket } from 'node:net'
import { Transform } from 'node:stream'
import { stablePort } from './stable-port.ts'

export interface TcpProxy {
  port: number
  /** Closes every connection and accepts no new ones, as if the server were down. */
  cut(): Promise<void>
  /** Accepts connections again. */
  restore(): Promise<void>
  /** Accepts connections and passes nothing on, like a host that hangs, until `resume`. */
  silence(): void
  /** Resets open and new connections, until `resume`. */
  reset(): void
  resume(): void
  /** The number of connections accepted during silence and resets. */
  disturbed(): number
  close(): Promise<void>
}

/**
 * Starts a proxy between a client and a server, so that a test can disconnect them.
 * @param uploadBytesPerSecond the speed towards the server; by default unlimited
 */
export async function startTcpProxy(
  target: { host: string; port: number },
  { uploadBytesPerSecond = Infinity }: { uploadBytesPerSecond?: number } = {},
): Promise<TcpProxy> {
  const sockets = new Set<Socket>()
  let fault: 'silence' | 'reset' | null = null
  let disturbed = 0
  const server = createServer((client) => {
    if (fault !== null) disturbed += 1
    if (fault === 'reset') {
      client.resetAndDestroy()
      return
    }
    if (fault === 'silence') {
      sockets.add(client)
      client.on('error', () => client.destroy())
      client.on('close', () => sockets.delete(client))
      client.resume()
      return
    }
    const upstream = connect(target)
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => socket.destroy())
      socket.on('close', () => sockets.delete(socket))
    }
    client.pipe(slowed(uploadBytesPerSecond)).pipe(upstream).pipe(client)
    client.on('close', () => upstream.destroy())
    upstream.on('close', () => client.destroy())
  })
  const port = await stablePort()
  const listen = () =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(port, '127.0.0.1', () => {
        server.off('error', reject)
        resolve()
      })
    })
  const cut = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      for (const socket of sockets) socket.destroy()
    })
  await listen()
  return {
    port,
    cut,
    restore: listen,
    silence() {
      fault = 'silence'
      for (const socket of sockets) socket.unpipe().resume()
    },
    reset() {
      fault = 'reset'
      for (const socket of sockets) socket.resetAndDestroy()
    },
    resume() {
      fault = null
      for (const socket of sockets) socket.destroy()
    },
    disturbed: () => disturbed,
    close: async () => {
      if (server.listening) await cut()
    },
  }
}

function slowed(bytesPerSecond: number): Transform {
  return new Transform({
    transform(bytes: Buffer, _encoding, done) {
      if (bytesPerSecond === Infinity) done(null, bytes)
      else setTimeout(() => done(null, bytes), (bytes.length / bytesPerSecond) * 1_000)
    },
  })
}
