import { createServer } from 'node:http'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { EvmTransaction } from '../../../src/anchors/evm/evm-transaction-entity.ts'
import { driveToFinal, openEvmStand, type EvmStand } from '../../../testing/evm-stand.ts'
import { senderKey, startTestChain } from '../../../testing/evm-chain.ts'

describe('a failing node', () => {
  let stand: EvmStand

  beforeEach(async () => {
    stand = await openEvmStand()
  })

  afterEach(() => stand.close())

  /** Starts a node that always sends the same response. */
  async function startNode(
    status: number,
    body: string,
    headers: Record<string, string> = {},
  ): Promise<{ url: string; close(): void }> {
    const server = createServer((_request, response) => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
    })
    const port = await new Promise<number>((resolve) => {
      server.listen(0, '127.0.0.1', () => {
        const address = server.address()
        resolve(typeof address === 'object' && address !== null ? address.port : 0)
      })
    })
    return { url: `http://127.0.0.1:${port}/v3/secret-of-the-provider`, close: () => void server.close() }
  }

  const rpcError = (message: string) =>
    JSON.stringify({ jsonrpc: '2.0', id: 1, error: { code: -32000, message } })

  test.each([
    [401, '{}', 'denies access. Correct the access key in EVM_RPC_URLS'],
    [429, '{}', 'reports too many requests'],
    [503, 'down', 'does not respond'],
    [200, 'no json', 'does not respond'],
    [200, rpcError('project secret-of-the-provider is over'), "reports: 'project ... is over'"],
  ])('reports status %i with %s in a sentence without secrets', async (status, body, message) => {
    const node = await startNode(status, body)
    try {
      const port = stand.open({}, { rpcUrls: [node.url] })
      const { id } = await stand.seal()
      await port.advance()
      const { stuckReason, state } = await stand.read(id)
      expect(state).toBe('queued')
      expect(stuckReason).toContain(message)
      expect(stuckReason).not.toContain('secret-of-the-provider')
      expect(stuckReason).not.toContain(senderKey.slice(2))
    } finally {
      node.close()
    }
  })

  test('does not follow redirects of a node', async () => {
    const other = await startNode(200, rpcError('the other one was asked'))
    const node = await startNode(307, '', { location: other.url })
    try {
      const port = stand.open({}, { rpcUrls: [node.url] })
      const { id } = await stand.seal()
      await port.advance()
      expect((await stand.read(id)).stuckReason).toContain('does not respond')
    } finally {
      node.close()
      other.close()
    }
  })

  test('ignores a short outage, and reports a long one once', async () => {
    await stand.chain.anvil.stop()
    const { id } = await stand.seal()
    const tolerant = stand.open({ outageToleranceMs: 3_600_000 })
    await tolerant.advance()
    await tolerant.advance()
    expect((await stand.read(id)).stuckReason).toBeNull()
    const port = stand.open()
    await port.advance()
    const stuck = await stand.read(id)
    expect(stuck.stuckReason).toContain('The node of Testchain does not respond')
    await port.advance()
    expect((await stand.read(id)).updatedAt).toEqual(stuck.updatedAt)
  })

  test('uses a node that is back, and sends again what its pool lost', async () => {
    const port = stand.open()
    const { id, root } = await stand.seal()
    await port.advance()
    await stand.chain.anvil.stop()
    await port.advance()
    expect(await stand.read(id)).toMatchObject({ state: 'submitted' })
    expect((await stand.read(id)).stuckReason).toContain('does not respond')
    const chain = await startTestChain([], Number(new URL(stand.chain.url).port))
    try {
      await driveToFinal({ ...stand, chain }, port, id)
      expect((await stand.read(id)).stuckReason).toBeNull()
      expect(await chain.timesRecorded(root)).toBe(1)
    } finally {
      await chain.anvil.stop()
    }
  })

  test('sends nothing to a node of another chain', async () => {
    await stand.chain.call('anvil_setChainId', 5)
    const port = stand.open()
    const { id } = await stand.seal()
    await port.advance()
    expect((await stand.read(id)).stuckReason).toBe(
      'EVM_RPC_URLS is a node of chain 5, but EVM_CHAIN_ID is 31337. Nothing is sent until they agree: correct one of them and restart.',
    )
    expect(await stand.database.fork().count(EvmTransaction)).toBe(0)
    await stand.chain.call('anvil_setChainId', 31_337)
    await driveToFinal(stand, port, id)
  })

  test('a root sent to the previous chain waits for it, until an administrator requests the new one', async () => {
    const { id, root } = await stand.seal()
    await stand.open().advance()
    await stand.chain.call('anvil_dropAllTransactions')
    await stand.chain.call('anvil_setChainId', 5)
    const port = stand.open({}, { chainId: 5, chainName: 'Fivechain' })
    await port.advance()
    expect((await stand.read(id)).stuckReason).toContain('sent to chain 31337, which is no longer configured')
    await port.retry(id)
    await driveToFinal(stand, port, id)
    expect(await stand.read(id)).toMatchObject({ evidence: { chainId: 5 }, stuckReason: null })
    expect(await stand.chain.timesRecorded(root)).toBe(1)
  })
})
