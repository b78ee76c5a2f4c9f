import { startLocalServer } from '@priormark/core/testing/local-server'
import { evmCalldata } from '@priormark/core/proofs/proof/leaf'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { EvmNode } from '../../../../src/proofs/anchors/evm/evm-node.ts'
import { EvmTransaction } from '../../../../src/proofs/anchors/evm/evm-transaction-entity.ts'
import { driveToFinal, openEvmStand, type EvmStand } from '../../../../testing/evm-stand.ts'
import { sender, senderKey, startTestChain } from '../../../../testing/evm-chain.ts'
import { silence } from '../../../../testing/hostile-node.ts'
import { buildBlock, hex, transactionIn, startScriptedNode, type ScriptedNode } from './scripted-node.ts'

describe('EvmNode', () => {
  const hash = `0x${'a'.repeat(64)}` as const
  const falseHeader = { failure: { kind: 'false_header' }, position: 3 }
  let scripted: ScriptedNode
  let node: EvmNode

  beforeEach(async () => {
    scripted = await startScriptedNode()
    node = new EvmNode(scripted.url, 3)
  })

  afterEach(() => scripted.close())

  /** Sets the node's block of each number or name; it has no others. */
  function haveBlocks(blocks: Record<string, unknown>): void {
    scripted.replies['eth_getBlockByNumber'] = (tag) => blocks[String(tag)] ?? null
  }

  test('reads the state of the chain', async () => {
    scripted.replies['eth_getTransactionCount'] = (_address, tag) => (tag === 'latest' ? '0x5' : '0x7')
    expect(await node.readView(sender)).toEqual({
      chainId: 31_337,
      headNumber: 10n,
      finalizedNumber: 8n,
      market: { baseFee: 1_000_000_000n, tip: 1_000_000_000n },
      minedCount: 5,
      pooledCount: 7,
    })
  })

  test('fails without a newest block', async () => {
    haveBlocks({})
    await expect(node.readView(sender)).rejects.toMatchObject({
      failure: { kind: 'unreachable' },
      position: 3,
    })
  })

  test('has no fees on a chain without EIP-1559', async () => {
    haveBlocks({ latest: buildBlock(10, { baseFeePerGas: undefined }) })
    expect(await node.readView(sender)).toMatchObject({
      headNumber: 10n,
      market: null,
      finalizedNumber: null,
    })
  })

  test('knows no final block if it does not support the tag, and fails for any other reason', async () => {
    const readWith = (finalized: () => unknown) => {
      scripted.replies['eth_getBlockByNumber'] = (tag) => (tag === 'finalized' ? finalized() : buildBlock(10))
      return node.readView(sender)
    }
    const unknownTag = () => {
      throw new Error('unknown block tag')
    }
    expect(await readWith(unknownTag)).toMatchObject({ finalizedNumber: null })
    await expect(readWith(() => silence)).rejects.toMatchObject({ failure: { kind: 'unreachable' } })
    await expect(readWith(() => buildBlock(8, { hash }))).rejects.toMatchObject(falseHeader)
  })

  test.each([
    ['another hash', { hash }],
    ['neither a hash nor a whole header', { hash: null, parentHash: null }],
    ['no list of transactions', { transactions: null }],
  ])('does not believe a block with %s', async (_title, details) => {
    haveBlocks({ '0x9': buildBlock(9, details) })
    await expect(node.readBlock(9n)).rejects.toMatchObject(falseHeader)
  })

  test('does not believe a block of another number than it was asked for', async () => {
    haveBlocks({ '0x9': buildBlock(8) })
    await expect(node.readBlock(9n)).rejects.toMatchObject(falseHeader)
    expect(await node.readBlock(7n)).toBeNull()
  })

  test('finds a transaction in a block that lists it', async () => {
    const block = buildBlock(9, { transactions: [hash] })
    haveBlocks({ '0x9': block })
    scripted.replies['eth_getTransactionByHash'] = () => transactionIn(block)
    expect(await node.findTransaction(hash)).toMatchObject({ number: 9n, hash: block['hash'] })
  })

  test.each([
    ['is unknown', {}],
    ['has another hash', { '0x9': buildBlock(9, { transactions: [hash], gasUsed: '0x1' }) }],
    ['does not list it', { '0x9': buildBlock(9) }],
  ])('does not find a transaction whose block %s', async (title, blocks) => {
    const block = title === 'does not list it' ? buildBlock(9) : buildBlock(9, { transactions: [hash] })
    haveBlocks(blocks)
    scripted.replies['eth_getTransactionByHash'] = () => transactionIn(block)
    expect(await node.findTransaction(hash)).toBeNull()
  })

  test('fails if the body of a response takes too long, or has more than 2 MB', async () => {
    const unreachable = { failure: { kind: 'unreachable' } }
    const bigBlock = buildBlock(10, { transactions: ['0'.repeat(2 * 1024 * 1024)] })
    haveBlocks({ latest: bigBlock })
    await expect(node.readView(sender)).rejects.toMatchObject(unreachable)
    scripted.hasSlowBodies = true
    await expect(new EvmNode(scripted.url, 3, 500).readView(sender)).rejects.toMatchObject(unreachable)
  })

  test('estimates the gas of a transaction to itself with the calldata of a root', async () => {
    let call: unknown
    scripted.replies['eth_estimateGas'] = (request) => {
      call = request
      return hex(22_681)
    }
    expect(await node.estimateGas(sender)).toBe(22_681n)
    expect(call).toMatchObject({ data: evmCalldata('ff'.repeat(32)) })
    expect(JSON.stringify(call).toLowerCase()).toContain(`"to":"${sender}"`)
  })
})

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
  ): Promise<{ url: string; close(): Promise<void> }> {
    const { url, close } = await startLocalServer((_request, response) => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
    })
    return { url: `${url}/v3/secret-of-the-provider`, close }
  }

  const rpcError = (message: string) =>
    JSON.stringify({ jsonrpc: '2.0', id: 1, error: { code: -32000, message } })

  test.each([
    [401, '{}', 'denies access. Correct the access key in EVM_RPC_URLS'],
    [429, '{}', 'reports too many requests'],
    [503, 'down', 'does not respond'],
    [200, 'no json', 'does not respond'],
    [200, rpcError('project secret-of-the-provider is over'), "reports: 'project ... is over'"],
  ])('reports status %i with %s with a message without secrets', async (status, body, message) => {
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
      await node.close()
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
      await node.close()
      await other.close()
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
      'The node in EVM_RPC_URLS is on chain 5, but EVM_CHAIN_ID is 31337. Nothing is sent until you correct one of them.',
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
