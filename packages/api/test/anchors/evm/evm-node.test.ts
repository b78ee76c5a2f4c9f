import { createServer } from 'node:http'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { EvmTransaction } from '../../../src/anchors/evm/evm-transaction-entity.ts'
import { driveToFinal, openEvmStand, type EvmStand } from '../../../testing/evm-stand.ts'
import { senderKey, startTestChain } from '../../../testing/evm-chain.ts'

describe('a node that fails', () => {
  let stand: EvmStand

  beforeEach(async () => {
    stand = await openEvmStand()
  })

  afterEach(() => stand.close())

  /** A node that answers everything the same. */
  async function answering(
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
    [401, '{}', 'refuses to talk to us. Check the access key in EVM_RPC_URL'],
    [429, '{}', 'says that we ask too often'],
    [503, 'down', 'does not answer'],
    [200, 'no json', 'does not answer'],
    [200, rpcError('project secret-of-the-provider is over'), "answers: 'project ... is over'"],
  ])('status %i with %s is told in a sentence that has no secret', async (status, body, words) => {
    const node = await answering(status, body)
    try {
      const port = stand.open({}, { rpcUrl: node.url })
      const { id } = await stand.seal()
      await port.tick()
      const { stuckReason, state } = await stand.read(id)
      expect(state).toBe('queued')
      expect(stuckReason).toContain(words)
      expect(stuckReason).not.toContain('secret-of-the-provider')
      expect(stuckReason).not.toContain(senderKey.slice(2))
    } finally {
      node.close()
    }
  })

  test('a node that sends us elsewhere is not followed there', async () => {
    const other = await answering(200, rpcError('the other one was asked'))
    const node = await answering(307, '', { location: other.url })
    try {
      const port = stand.open({}, { rpcUrl: node.url })
      const { id } = await stand.seal()
      await port.tick()
      expect((await stand.read(id)).stuckReason).toContain('does not answer')
    } finally {
      node.close()
      other.close()
    }
  })

  test('a node that is gone for a moment is nobody’s business, one that stays away is told once', async () => {
    await stand.chain.anvil.stop()
    const { id } = await stand.seal()
    const patient = stand.open({ outageToleranceMs: 3_600_000 })
    await patient.tick()
    await patient.tick()
    expect((await stand.read(id)).stuckReason).toBeNull()
    const port = stand.open()
    await port.tick()
    const told = await stand.read(id)
    expect(told.stuckReason).toContain('The node of Testchain does not answer')
    await port.tick()
    expect((await stand.read(id)).updatedAt).toEqual(told.updatedAt)
  })

  test('a node that is back is used again, and what it lost of its pool is sent again', async () => {
    const port = stand.open()
    const { id, root } = await stand.seal()
    await port.tick()
    await stand.chain.anvil.stop()
    await port.tick()
    expect(await stand.read(id)).toMatchObject({ state: 'submitted' })
    expect((await stand.read(id)).stuckReason).toContain('does not answer')
    const chain = await startTestChain([], Number(new URL(stand.chain.url).port))
    try {
      await driveToFinal({ ...stand, chain }, port, id)
      expect((await stand.read(id)).stuckReason).toBeNull()
      expect(await chain.timesRecorded(root)).toBe(1)
    } finally {
      await chain.anvil.stop()
    }
  })

  test('a node of another chain gets nothing', async () => {
    await stand.chain.tell('anvil_setChainId', 5)
    const port = stand.open()
    const { id } = await stand.seal()
    await port.tick()
    expect((await stand.read(id)).stuckReason).toBe(
      'EVM_RPC_URL leads to chain 5, but EVM_CHAIN_ID is 31337. Nothing is sent until they agree: correct one of them and restart.',
    )
    expect(await stand.database.fork().count(EvmTransaction)).toBe(0)
    await stand.chain.tell('anvil_setChainId', 31_337)
    await driveToFinal(stand, port, id)
  })

  test('a root that was sent to a former chain waits for it, until an administrator wants the new one', async () => {
    const { id, root } = await stand.seal()
    await stand.open().tick()
    await stand.chain.tell('anvil_dropAllTransactions')
    await stand.chain.tell('anvil_setChainId', 5)
    const port = stand.open({}, { chainId: 5, chainName: 'Fivechain' })
    await port.tick()
    expect((await stand.read(id)).stuckReason).toContain(
      'sent to chain 31337, which is not the configured one',
    )
    await port.retry(id)
    await driveToFinal(stand, port, id)
    expect(await stand.read(id)).toMatchObject({ evidence: { chainId: 5 }, stuckReason: null })
    expect(await stand.chain.timesRecorded(root)).toBe(1)
  })
})
