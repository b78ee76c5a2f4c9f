import { createServer } from 'node:http'

/** A node that loses what a test says, and hands on everything else. */
export interface LossyNode {
  url: string
  /** The node behind does what it is asked, and its answer is lost: so many times. */
  swallow(method: string, times: number): void
  /** The node behind is not even asked: so many times. */
  refuse(method: string, times: number): void
  close(): Promise<void>
}

/** Stands between a port and a node, and ends the connection of what is lost. */
export async function startLossyNode(target: string): Promise<LossyNode> {
  const lost = { swallow: new Map<string, number>(), refuse: new Map<string, number>() }
  const take = (left: Map<string, number>, method: string | undefined) => {
    const times = method === undefined ? 0 : (left.get(method) ?? 0)
    if (method !== undefined && times > 0) left.set(method, times - 1)
    return times > 0
  }
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (text: string) => (body += text))
    request.on('end', () => {
      const method = /"method":"(\w+)"/.exec(body)?.[1]
      if (take(lost.refuse, method)) return void request.socket.destroy()
      const isLost = take(lost.swallow, method)
      void fetch(target, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
        .then(async (answer) => {
          const text = await answer.text()
          if (isLost) return void request.socket.destroy()
          response.writeHead(answer.status, { 'content-type': 'application/json' }).end(text)
        })
        .catch(() => request.socket.destroy())
    })
  })
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(typeof address === 'object' && address !== null ? address.port : 0)
    })
  })
  return {
    url: `http://127.0.0.1:${port}`,
    swallow: (method, times) => void lost.swallow.set(method, times),
    refuse: (method, times) => void lost.refuse.set(method, times),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
