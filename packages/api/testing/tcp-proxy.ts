import { createServer, connect, type Socket } from 'node:net'
import { stablePort } from './stable-port.ts'

export interface TcpProxy {
  port: number
  /** Closes every connection and accepts no new ones, as if the server were down. */
  cut(): Promise<void>
  /** Accepts connections again. */
  restore(): Promise<void>
  close(): Promise<void>
}

/** Starts a proxy between a client and a server, so that a test can disconnect them. */
export async function startTcpProxy(target: { host: string; port: number }): Promise<TcpProxy> {
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const upstream = connect(target)
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => socket.destroy())
      socket.on('close', () => sockets.delete(socket))
    }
    client.pipe(upstream).pipe(client)
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
    close: async () => {
      if (server.listening) await cut()
    },
  }
}
