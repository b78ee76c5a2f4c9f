import { request } from 'node:http'
import { startLocalServer } from '@priormark/core/testing/local-server'

/** A proxy in front of a shop that can leave a request without a response. */
export interface HoldingProxy {
  url: string
  /** Never responds to the next request whose path matches. Resolves when it arrives. */
  holdNext(path: RegExp): Promise<void>
  close(): Promise<void>
}

export async function startHoldingProxy(shopUrl: string): Promise<HoldingProxy> {
  let held: { path: RegExp; onRequest: () => void } | null = null
  const server = await startLocalServer((incoming, outgoing) => {
    const { method, headers, url = '/' } = incoming
    if (held?.path.test(url)) {
      held.onRequest()
      held = null
      return
    }
    const forwarded = request(new URL(url, shopUrl), { method, headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers)
      response.pipe(outgoing)
    })
    // The browser may have disconnected.
    forwarded.on('error', () => outgoing.destroy())
    incoming.pipe(forwarded)
  })
  return {
    url: `http://localhost:${server.port}`,
    holdNext: (path) => new Promise((resolve) => (held = { path, onRequest: resolve })),
    close: server.close,
  }
}
