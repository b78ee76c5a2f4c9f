import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { AnchorPort } from '../../../../src/proofs/anchors/anchor-port.ts'
import { driveToFinal, openEvmStand, type EvmStand } from '../../../../testing/evm-stand.ts'
import { findHealthIssue } from '../../../../testing/find-health-issue.ts'
import { startTcpProxy, type TcpProxy } from '../../../../testing/tcp-proxy.ts'

// Jobs ask the nodes, so no customer waits for them.

/** The timeout of a request to a node, in milliseconds. */
const requestMs = 15_000

let stand: EvmStand
let proxy: TcpProxy

beforeEach(async () => {
  stand = await openEvmStand()
  proxy = await startTcpProxy({ host: '127.0.0.1', port: Number(new URL(stand.chain.url).port) })
})
afterEach(async () => {
  vi.useRealTimers()
  proxy.resume()
  await proxy.close()
  await stand.close()
})

/**
 * Runs a cycle. Drives the clock once it waits for a silent node, and never while it waits for the database, whose
 * statements would run into their time limit.
 */
async function advance(port: AnchorPort, fault: 'silence' | 'reset'): Promise<void> {
  if (fault === 'reset') return await port.advance()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const before = proxy.disturbed()
  let isSettled = false
  const cycle = port.advance().finally(() => (isSettled = true))
  while (!isSettled && proxy.disturbed() === before) await new Promise((resolve) => setImmediate(resolve))
  if (!isSettled) await vi.advanceTimersByTimeAsync(requestMs)
  vi.useRealTimers()
  await cycle
}

const anchorIssue = () => findHealthIssue(stand.database, 'anchors_stuck')

test.each(['silence', 'reset'] as const)(
  'ends cycles during a minute of %s, names the node on the health page, and then records the root once',
  async (fault) => {
    const port = stand.open({}, { rpcUrls: [`http://127.0.0.1:${proxy.port}`] })
    const { id, root } = await stand.seal()
    proxy[fault]()
    for (let waitedMs = 0; waitedMs < 60_000; waitedMs += requestMs) await advance(port, fault)
    expect(await stand.read(id)).toMatchObject({ state: 'queued' })
    expect(await anchorIssue()).toMatchObject({
      title: '1 batch is stuck',
      remedy: expect.stringContaining('does not respond'),
    })
    expect(await stand.chain.waiting()).toEqual([])

    proxy.resume()
    await driveToFinal(stand, port, id)
    expect(await stand.chain.timesRecorded(root)).toBe(1)
    expect(await anchorIssue()).toBeUndefined()
  },
)
