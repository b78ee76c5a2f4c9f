import { randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createEvmAnchors, type EvmOptions } from '../../../../src/proofs/anchors/evm/evm-anchors.ts'
import { EvmAttempt } from '../../../../src/proofs/anchors/evm/evm-transaction-entity.ts'
import { stuckReasons } from '../../../../src/proofs/anchors/evm/evm-reasons.ts'
import { createLog } from '../../../../src/platform/logging/log.ts'
import { reportStuck } from '../../../../src/proofs/anchors/anchor-progress.ts'
import { Anchor } from '../../../../src/proofs/leaves/batch-entities.ts'
import type { Database } from '../../../../src/platform/database/database.ts'
import { buildEvmTransaction } from '../../../../testing/builders/evm-transaction.ts'
import { openTestDatabase } from '../../../../testing/database.ts'
import { sender } from '../../../../testing/evm-chain.ts'
import { evmConfig, sealRoot } from '../../../../testing/evm-stand.ts'
import { silence } from '../../../../testing/hostile-node.ts'
import { recordedQueue } from '../../../../testing/recorded-queue.ts'
import { buildBlock, transactionIn, startScriptedNode, type ScriptedNode } from './scripted-node.ts'

const minuteMs = 60_000

describe('EVM anchors', () => {
  let database: Database
  let node: ScriptedNode
  let logged: Record<string, unknown>[]

  beforeAll(async () => {
    database = await openTestDatabase()
  })

  afterAll(() => database.close())

  beforeEach(async () => {
    await database.fork().execute('truncate anchor_batch cascade')
    node = await startScriptedNode()
    logged = []
  })

  afterEach(async () => {
    vi.useRealTimers()
    await node.close()
  })

  /** Opens a port that tolerates a failing node for two minutes. */
  function open(options: EvmOptions = {}, ...others: ScriptedNode[]) {
    const log = createLog('warn', { write: (line: string) => void logged.push(JSON.parse(line)) })
    const config = evmConfig(node.url, ...others.map(({ url }) => url))
    return createEvmAnchors({ database, jobs: recordedQueue(), log }, config, options)
  }

  /** Seals a root and stores a transaction for it that nodes have taken. */
  async function sealSent(details: { nonce: number; sender?: string; chainId?: number }) {
    const { id } = await sealRoot(database)
    const hash = `0x${randomBytes(32).toString('hex')}` as const
    const now = new Date()
    await database.fork().transactional(async (em) => {
      const anchor = await em.findOneOrFail(Anchor, id)
      anchor.state = 'submitted'
      const transaction = buildEvmTransaction(em, id, { createdAt: now, ...details })
      const fees = { gas: 28_350n, maxFee: 3_000_000_000n, priorityFee: 1_000_000_000n }
      em.create(EvmAttempt, { hash, transaction, ordinal: 1, raw: hash, ...fees, signedAt: now, sentAt: now })
    })
    return { id, hash }
  }

  /** Sets the node's reply about each of these transactions; it knows no others. */
  function places(replies: Record<string, () => unknown>): void {
    node.replies['eth_getTransactionByHash'] = (hash) => replies[String(hash)]?.() ?? null
  }

  const fail = (): never => {
    throw new Error('odd')
  }

  async function stuckOf(...anchors: { id: string }[]): Promise<(string | null)[]> {
    const em = database.fork()
    return Promise.all(
      anchors.map(async ({ id }) => (await em.findOneOrFail(Anchor, id)).stuckReason ?? null),
    )
  }

  test('asks the node nothing without open anchors', async () => {
    const port = open()
    expect(port.kind).toBe('evm')
    await port.advance()
    expect(node.asked).toEqual([])
  })

  test('logs each failure of a node, and reports it after two minutes', async () => {
    const anchor = await sealRoot(database)
    node.replies['eth_chainId'] = () => silence
    const port = open()
    const startMs = Date.now()
    vi.useFakeTimers({ toFake: ['Date'], now: startMs })
    await port.advance()
    vi.setSystemTime(startMs + 2 * minuteMs - 1)
    await port.advance()
    expect(await stuckOf(anchor)).toEqual([null])
    vi.setSystemTime(startMs + 2 * minuteMs)
    await port.advance()
    expect(await stuckOf(anchor)).toEqual([expect.stringContaining('does not respond')])
    const entry = {
      kind: 'evm',
      failure: { kind: 'unreachable' },
      position: 1,
      msg: 'anchors: a node failed',
    }
    expect(logged).toMatchObject([entry, entry, entry])
  })

  test('reports a false header at once', async () => {
    const anchor = await sealRoot(database)
    node.replies['eth_getBlockByNumber'] = () => buildBlock(10, { hash: `0x${'1'.repeat(64)}` })
    await open().advance()
    expect(await stuckOf(anchor)).toEqual([expect.stringContaining('whose hash is not that of its header')])
  })

  test('reports a missing nonce for the first transaction of our key on this chain that waits for it', async () => {
    node.replies['eth_getTransactionCount'] = () => '0x2'
    const mined = await sealSent({ nonce: 1 })
    const otherChain = await sealSent({ nonce: 3, chainId: 5 })
    const otherKey = await sealSent({ nonce: 4, sender: `0x${'f'.repeat(40)}` })
    const first = await sealSent({ nonce: 5 })
    const second = await sealSent({ nonce: 6 })
    const block = buildBlock(9, { transactions: [mined.hash] })
    node.replies['eth_getBlockByNumber'] = (tag) => (tag === '0x9' ? block : buildBlock(10))
    places({ [mined.hash]: () => transactionIn(block) })
    await open().advance()
    expect(await stuckOf(mined, otherChain, otherKey, first, second)).toEqual([
      expect.stringContaining('no node has its receipt'),
      expect.stringContaining('sent to chain 5'),
      null,
      stuckReasons.nonceMissing(sender, 2),
      null,
    ])
  })

  test('reports no missing nonce while our own transaction has the next one', async () => {
    const anchors = [await sealSent({ nonce: 0 }), await sealSent({ nonce: 1 })]
    await open().advance()
    expect(await stuckOf(...anchors)).toEqual([null, null])
  })

  test('clears the reason once a node takes the transaction', async () => {
    const anchor = await sealSent({ nonce: 0 })
    await reportStuck({ database }, anchor.id, 'before')
    await open().advance()
    expect(await stuckOf(anchor)).toEqual([null])
  })

  test('asks a node no more in a run once it is down, and reports only the anchors that are left', async () => {
    const anchors = [await sealSent({ nonce: 0 }), await sealSent({ nonce: 1 }), await sealSent({ nonce: 2 })]
    places({ [anchors[1]?.hash ?? '']: () => silence, [anchors[2]?.hash ?? '']: () => silence })
    await open().advance()
    expect(await stuckOf(...anchors)).toEqual([null, null, null])
    await open({ outageToleranceMs: 0 }).advance()
    const down = expect.stringContaining('does not respond')
    expect(await stuckOf(...anchors)).toEqual([null, down, down])
    expect(node.asked.filter((method) => method === 'eth_getTransactionByHash')).toHaveLength(4)
  })

  test('continues with the next anchor if a node fails for one of them only', async () => {
    const rejected = await sealSent({ nonce: 0 })
    const falseHeader = await sealSent({ nonce: 1 })
    const next = await sealRoot(database)
    const block = buildBlock(9, { hash: `0x${'1'.repeat(64)}`, transactions: [falseHeader.hash] })
    node.replies['eth_getBlockByNumber'] = (tag) => (tag === '0x9' ? block : buildBlock(10))
    places({ [rejected.hash]: fail, [falseHeader.hash]: () => transactionIn(block) })
    await open().advance()
    expect(await stuckOf(rejected, falseHeader, next)).toEqual([
      expect.stringContaining("reports: 'odd'"),
      expect.stringContaining('whose hash is not that of its header'),
      null,
    ])
    expect(await database.fork().findOneOrFail(Anchor, next.id)).toMatchObject({ state: 'submitted' })
  })

  test('continues with the next anchor if the nodes disagree about one', async () => {
    const disputed = await sealSent({ nonce: 0 })
    const next = await sealRoot(database)
    const other = await startScriptedNode()
    try {
      const block = buildBlock(9, { gasUsed: '0x1', transactions: [disputed.hash] })
      node.replies['eth_getBlockByNumber'] = (tag) => (tag === '0x9' ? block : buildBlock(10))
      places({ [disputed.hash]: () => transactionIn(block) })
      await open({}, other).advance()
      expect(await stuckOf(disputed, next)).toEqual([expect.stringContaining('disagree about block 9'), null])
      expect(await database.fork().findOneOrFail(Anchor, next.id)).toMatchObject({ state: 'submitted' })
    } finally {
      await other.close()
    }
  })

  test('logs an unexpected error with the anchor, and continues with the next one', async () => {
    await sealRoot(database)
    await sealRoot(database)
    let isBroken = false
    const failPoint = () => {
      if (isBroken) return
      isBroken = true
      throw new Error('unexpected')
    }
    await open({ failPoint }).advance()
    const anchors = await database.fork().findAll(Anchor, { orderBy: { state: 'asc' } })
    expect(anchors).toMatchObject([
      { state: 'queued', stuckReason: null },
      { state: 'submitted', stuckReason: null },
    ])
    const entry = { kind: 'evm', anchorId: anchors[0]?.id, err: { message: 'unexpected' } }
    expect(logged).toMatchObject([{ ...entry, msg: 'anchors: a step failed' }])
  })
})
