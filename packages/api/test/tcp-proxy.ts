import { createServer, connect, type Socket } from 'node:net'

export interface TcpProxy {
  port: number
  /** Ends every connection and takes no new one: the server behind is gone. */
  cut(): Promise<void>
  /** Takes connections again. */
  mend(): Promise<void>
  close(): Promise<void>
}

/** Stands between a client and a server, so that a test can take the server away. */
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
  const listen = (port: number) =>
    new Promise<number>((resolve, reject) => {
      server.once('error', reject)
      server.listen(port, '127.0.0.1', () => {
        const address = server.address()
        resolve(typeof address === 'object' && address !== null ? address.port : 0)
      })
    })
  const cut = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      for (const socket of sockets) socket.destroy()
    })
  const port = await listen(0)
  return {
    port,
    cut,
    mend: async () => void (await listen(port)),
    close: async () => {
      if (server.listening) await cut()
    },
  }
}
