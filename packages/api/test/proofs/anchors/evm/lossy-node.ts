import { startLocalServer } from '@priormark/core/testing/local-server'

/** A proxy for a node that drops requests or responses on demand. */
interface LossyNode {
  url: string
  /** Forwards so many requests and drops their responses. */
  dropResponses(method: string, times: number): void
  /** Drops so many requests. */
  dropRequests(method: string, times: number): void
  close(): Promise<void>
}

/** Closes the connection for whatever it drops. */
export async function startLossyNode(target: string): Promise<LossyNode> {
  const lost = { dropResponses: new Map<string, number>(), dropRequests: new Map<string, number>() }
  const take = (left: Map<string, number>, method: string | undefined) => {
    const times = method === undefined ? 0 : (left.get(method) ?? 0)
    if (method !== undefined && times > 0) left.set(method, times - 1)
    return times > 0
  }
  const { url, close } = await startLocalServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (text: string) => (body += text))
    request.on('end', () => {
      const method = /"method":"(\w+)"/.exec(body)?.[1]
      if (take(lost.dropRequests, method)) return void request.socket.destroy()
      const isLost = take(lost.dropResponses, method)
      void fetch(target, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
        .then(async (answer) => {
          const text = await answer.text()
          if (isLost) return void request.socket.destroy()
          response.writeHead(answer.status, { 'content-type': 'application/json' }).end(text)
        })
        .catch(() => request.socket.destroy())
    })
  })
  return {
    url,
    dropResponses: (method, times) => void lost.dropResponses.set(method, times),
    dropRequests: (method, times) => void lost.dropRequests.set(method, times),
    close,
  }
}
