import { afterEach, describe, expect, test } from 'vitest'
import { DisputeError, EvmNodes } from '../../../../src/proofs/anchors/evm/evm-nodes.ts'
import { chainId, sender } from '../../../../testing/evm-chain.ts'
import { silence } from '../../../../testing/hostile-node.ts'
import { buildBlock, hex, transactionIn, startScriptedNode, type ScriptedNode } from './scripted-node.ts'

const hash = `0x${'a'.repeat(64)}` as const

describe('EvmNodes', () => {
  const started: ScriptedNode[] = []

  const closeAll = async () => {
    for (const node of started.splice(0)) await node.close()
  }

  afterEach(closeAll)

  /** Starts a node for each set of replies. */
  async function open(...replies: ScriptedNode['replies'][]): Promise<EvmNodes> {
    for (const one of replies) started.push(await startScriptedNode(one))
    return new EvmNodes({ rpcUrls: started.map(({ url }) => url), chainId }, sender)
  }

  const head = (number: number, details = {}) => ({
    eth_getBlockByNumber: (tag: unknown) => buildBlock(tag === 'finalized' ? number - 2 : number, details),
  })
  const tip = (gwei: number) => ({ eth_maxPriorityFeePerGas: () => hex(gwei * 1e9) })
  const baseFee = (gwei: number) => head(10, { baseFeePerGas: hex(gwei * 1e9) })
  const estimate = (gas: number) => ({ eth_estimateGas: () => hex(gas) })
  const down = { eth_chainId: () => silence, eth_sendRawTransaction: () => silence }
  const refusing = {
    eth_sendRawTransaction: () => {
      throw new Error('odd')
    },
  }

  test.each([
    [10, 12, 14],
    [10, 14, 12],
    [14, 12, 10],
  ])('believes the height that two of three nodes reach: %i, %i, %i', async (...heights) => {
    const nodes = await open(...heights.map((height) => head(height)))
    expect(await nodes.readView()).toMatchObject({ headNumber: 12n, finalizedNumber: 10n })
  })

  test('continues while one of three nodes does not respond', async () => {
    const nodes = await open(down, {}, {})
    expect(await nodes.readView()).toMatchObject({ headNumber: 10n })
  })

  test('does not continue while one of three nodes is on another chain', async () => {
    const nodes = await open({ eth_chainId: () => '0x5' }, {}, {})
    await expect(nodes.readView()).rejects.toMatchObject({
      name: 'DisputeError',
      message: 'the nodes disagree: other_chain',
      dispute: { kind: 'other_chain', position: 1, chainId: 5 },
    })
  })

  test('knows neither a final block nor fees if only one of two nodes reports them', async () => {
    const old = (tag: unknown) => (tag === 'finalized' ? null : buildBlock(10, { baseFeePerGas: undefined }))
    const nodes = await open({}, { eth_getBlockByNumber: old })
    expect(await nodes.readView()).toMatchObject({ headNumber: 10n, finalizedNumber: null, market: null })
  })

  test.each([
    [
      { ...baseFee(3), ...tip(2) },
      { ...baseFee(4), ...tip(1) },
    ],
    [
      { ...baseFee(4), ...tip(1) },
      { ...baseFee(3), ...tip(2) },
    ],
  ])('assumes the higher base fee and pays the lower tip (%#)', async (...replies) => {
    const nodes = await open(...replies)
    const { market } = await nodes.readView()
    expect(market).toEqual({ baseFee: 4_000_000_000n, tip: 1_000_000_000n })
  })

  test('finds a transaction that no node knows nowhere', async () => {
    const nodes = await open({}, {})
    expect(await nodes.findTransaction(hash)).toEqual({ kind: 'nowhere' })
  })

  test('leaves a transaction undecided whose block only one of two nodes has', async () => {
    const block = buildBlock(11, { transactions: [hash] })
    const ahead = { eth_getBlockByNumber: () => block, eth_getTransactionByHash: () => transactionIn(block) }
    const behind = { eth_getBlockByNumber: () => null }
    const nodes = await open(behind, ahead)
    expect(await nodes.findTransaction(hash)).toEqual({ kind: 'undecided' })
  })

  test('counts a node that has the block, even if it does not find the transaction', async () => {
    const block = buildBlock(9, { transactions: [hash] })
    const inBlock = { eth_getBlockByNumber: () => block }
    const nodes = await open(inBlock, { ...inBlock, eth_getTransactionByHash: () => transactionIn(block) })
    expect(await nodes.findTransaction(hash)).toMatchObject({
      kind: 'mined',
      block: { number: 9n, hash: block['hash'] },
    })
  })

  test('does not believe nodes that have different blocks', async () => {
    const block = buildBlock(9, { transactions: [hash] })
    const nodes = await open(
      { eth_getBlockByNumber: () => block, eth_getTransactionByHash: () => transactionIn(block) },
      { eth_getBlockByNumber: () => buildBlock(9, { gasUsed: '0x1' }) },
    )
    const place = nodes.findTransaction(hash)
    expect(
      await place.catch((error: unknown) => (error instanceof DisputeError ? error.dispute : error)),
    ).toEqual({ kind: 'blocks', number: 9n, transaction: hash })
  })

  test('counts what two of three nodes count, up to the block', async () => {
    const count = (latest: number) => ({
      eth_getTransactionCount: (_address: unknown, tag: unknown) =>
        tag === '0x8' ? hex(latest - 1) : hex(tag === 'pending' ? latest + 1 : latest),
    })
    const nodes = await open(count(3), count(5), count(4))
    expect(await nodes.readView()).toMatchObject({ minedCount: 4, pooledCount: 5 })
    expect(await nodes.countTransactions(8n, sender)).toBe(3)
  })

  test.each([
    ['what two of three nodes reach', [30_000, 50_000, 40_000], 50_000n],
    ['at least what calldata costs', [21_000], 28_350n],
  ])('limits the gas to %s, with a margin of 25%%', async (_title, estimates, limit) => {
    const nodes = await open(...estimates.map(estimate))
    expect(await nodes.estimateGas()).toBe(limit)
  })

  test('has sent a transaction if one node took it, whatever the others report', async () => {
    const nodes = await open(down, refusing, {})
    expect(await nodes.send('0x02')).toEqual({ kind: 'accepted' })
  })

  test('reports the first rejection if no node took a transaction', async () => {
    const nodes = await open(down, refusing)
    expect(await nodes.send('0x02')).toEqual({ kind: 'refused', message: 'odd' })
  })

  test('does not know whether a transaction was sent if no node responds', async () => {
    const nodes = await open(down, down)
    await expect(nodes.send('0x02')).rejects.toMatchObject({ failure: { kind: 'unreachable' }, position: 1 })
  })
})
