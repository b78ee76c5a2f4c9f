import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A way to a shop that can be cut, and that can damage what it carries. */
export interface UnsteadyNetwork {
  /** Where the shop is when one goes this way. */
  url: string
  /** Cuts every connection that carries more than this to the shop; null lets everything pass. */
  cutAfter(bytes: number | null): void
  /** Puts other words of the same length in the place of some on their way to the shop; null lets everything pass. */
  damage(words: { from: string; to: string } | null): void
  close(): Promise<void>
}

/** Puts a wire before a shop: bytes pass unchanged until it is cut. */
export async function unsteadyNetwork(shopUrl: string): Promise<UnsteadyNetwork> {
  const port = Number(new URL(shopUrl).port)
  const open = new Set<Socket>()
  let limitBytes: number | null = null
  let damaged: { from: string; to: string } | null = null
  const wire = createServer((visitor) => {
    const shop = connect(port, '127.0.0.1')
    let carriedBytes = 0
    const cut = () => {
      visitor.destroy()
      shop.destroy()
    }
    visitor.on('data', (piece) => {
      carriedBytes += piece.length
      if (limitBytes !== null && carriedBytes > limitBytes) return cut()
      const at = damaged === null ? -1 : piece.indexOf(damaged.from)
      if (damaged !== null && at >= 0) piece.write(damaged.to, at)
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
  await new Promise<void>((resolve) => wire.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://localhost:${addressOf(wire.address()).port}`,
    cutAfter: (bytes) => (limitBytes = bytes),
    damage: (words) => (damaged = words),
    close: () =>
      new Promise((resolve) => {
        wire.close(() => resolve())
        for (const end of open) end.destroy()
      }),
  }
}

function addressOf(address: string | AddressInfo | null): AddressInfo {
  if (typeof address !== 'object' || address === null) throw new Error('The wire has no port')
  return address
}
