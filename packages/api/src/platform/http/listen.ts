import type { Server } from 'node:http'

/** Listens, and returns the address that this machine reaches. @param port 0 takes any free port */
export function listen(server: Server, { host, port }: { host: string; port: number }): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      const address = server.address()
      const openPort = typeof address === 'object' && address !== null ? address.port : port
      const reachable = ['127.0.0.1', '0.0.0.0', '::', '::1'].includes(host) ? 'localhost' : host
      resolve(`http://${reachable}:${openPort}`)
    })
  })
}
