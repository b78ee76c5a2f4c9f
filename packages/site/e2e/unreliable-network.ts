import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A proxy in front of a shop that can drop connections and alter bytes. */
export interface UnreliableNetwork {
  /** The proxy's address. */
  url: string
  /** Drops every connection that sends more than this to the shop; null turns this off. */
  cutAfter(bytes: number | null): void
  /** The same, and drops all connections that send anything after that, until `cutAfter` is called. */
  failAfter(bytes: number): void
  /**
   * Once a connection has sent more than this to the shop, nothing more passes in either direction, and none is closed; null drops
   * the stalled connections, of which the shop would only learn after a minute, and lets new ones pass.
   */
  stallAfter(bytes: number | null): void
  /** How many connections it has dropped. */
  cuts(): number
  /** Replaces bytes that are sent to the shop by others of the same length; null turns this off. */
  damage(replacement: { from: string; to: string } | null): void
  close(): Promise<void>
}

/** Starts a proxy that forwards everything unchanged by default. */
export async function startUnreliableNetwork(shopUrl: string): Promise<UnreliableNetwork> {
  const port = Number(new URL(shopUrl).port)
  const open = new Set<Socket>()
  let limitBytes: number | null = null
  let cutsAllAfterwards = false
  let stallBytes: number | null = null
  let isStalled = false
  const stalled: (() => void)[] = []
  let cuts = 0
  let replacement: { from: string; to: string } | null = null
  const proxy = createServer((visitor) => {
    const shop = connect(port, '127.0.0.1')
    let sentBytes = 0
    const cut = () => {
      visitor.destroy()
      shop.destroy()
    }
    visitor.on('data', (piece) => {
      sentBytes += piece.length
      if (stallBytes !== null && (isStalled || sentBytes > stallBytes)) {
        isStalled = true
        stalled.push(cut)
        visitor.unpipe(shop).pause()
        return
      }
      if (limitBytes !== null && sentBytes > limitBytes) {
        cuts += 1
        if (cutsAllAfterwards) limitBytes = 0
        return cut()
      }
      const at = replacement === null ? -1 : piece.indexOf(replacement.from)
      if (replacement !== null && at >= 0) piece.write(replacement.to, at)
    })
    for (const end of [visitor, shop]) {
      open.add(end)
      end.on('error', cut).on('close', () => {
        open.delete(end)
        cut()
      })
    }
    visitor.pipe(shop)
    shop.pipe(visitor)
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://localhost:${addressOf(proxy.address()).port}`,
    cutAfter(bytes) {
      limitBytes = bytes
      cutsAllAfterwards = false
    },
    failAfter(bytes) {
      limitBytes = bytes
      cutsAllAfterwards = true
    },
    stallAfter(bytes) {
      stallBytes = bytes
      isStalled = false
      for (const drop of stalled.splice(0)) drop()
    },
    cuts: () => cuts,
    damage: (bytes) => (replacement = bytes),
    close: () =>
      new Promise((resolve) => {
        proxy.close(() => resolve())
        for (const end of open) end.destroy()
      }),
  }
}

function addressOf(address: string | AddressInfo | null): AddressInfo {
  if (typeof address !== 'object' || address === null) throw new Error('The proxy has no port')
  return address
}
