import * as v from 'valibot'
import { evmCalldata } from '@priormark/core/proofs/proof/leaf'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { EvmAttempt, EvmTransaction } from '../../../../src/proofs/anchors/evm/evm-transaction-entity.ts'
import { openPostgres } from '../../../../src/operations/database/orm.ts'
import { buildEvmTransaction } from '../../../../testing/builders/evm-transaction.ts'
import { chainId, sender } from '../../../../testing/evm-chain.ts'
import { driveToFinal, openEvmStand, openPort, type EvmStand } from '../../../../testing/evm-stand.ts'
import { anchoringEvents, anchorOf, sealOrders } from '../../../../testing/anchoring-fixtures.ts'
import { recordedQueue } from '../../../../testing/recorded-queue.ts'
import { readOrder } from '../../../../testing/mail-fixtures.ts'

let stand: EvmStand

beforeEach(async () => {
  stand = await openEvmStand()
})

afterEach(() => stand.close())

const Transaction = v.object({ from: v.string(), to: v.string(), input: v.string(), value: v.string() })
const Receipt = v.object({ blockHash: v.string(), blockNumber: v.string(), gasUsed: v.string() })
const Block = v.object({ timestamp: v.string() })

test('an anchor goes through queued, submitted and included to final, with evidence from the chain', async () => {
  const { chain } = stand
  const port = stand.open()
  const { id, root } = await stand.seal()
  await port.advance()
  expect(await stand.read(id)).toMatchObject({
    state: 'submitted',
    link: null,
    evidence: null,
    stuckReason: null,
  })

  await chain.mine()
  await port.advance()
  expect(await stand.read(id)).toMatchObject({ state: 'included' })
  await chain.mine()
  await port.advance()
  expect(await stand.read(id)).toMatchObject({ state: 'included', finalAt: null })
  await chain.mine()
  await port.advance()
  const anchor = await stand.read(id)
  const { evidence } = anchor
  if (evidence?.kind !== 'evm') throw new Error('there is no evidence')
  const hash = evidence.transactionHash

  const transaction = await chain.rpc(Transaction, 'eth_getTransactionByHash', hash)
  expect(transaction).toEqual({ from: sender, to: sender, input: evmCalldata(root), value: '0x0' })
  const receipt = await chain.rpc(Receipt, 'eth_getTransactionReceipt', hash)
  const block = await chain.rpc(Block, 'eth_getBlockByNumber', receipt.blockNumber, false)
  expect(evidence).toEqual({
    kind: 'evm',
    chainId,
    transactionHash: hash,
    blockNumber: Number(receipt.blockNumber),
    blockHash: receipt.blockHash,
    blockTime: Number(block.timestamp),
  })
  expect(anchor).toMatchObject({
    state: 'final',
    link: `https://explorer.example/tx/${hash}`,
    blockTime: new Date(Number(block.timestamp) * 1000),
    stuckReason: null,
  })
  expect(Number(receipt.gasUsed)).toBeLessThan(23_000)
  expect(await chain.timesRecorded(root)).toBe(1)
})

test('a block completes the orders of the batch, and their proofs refer to it', async () => {
  const deps = { database: stand.database, jobs: recordedQueue() }
  const { orderIds, anchors } = await sealOrders(deps, 3)
  await driveToFinal(stand, stand.open(), anchors['evm'] ?? '')
  const { link, evidence } = await anchorOf(stand.database, anchors['evm'])
  expect(evidence?.kind).toBe('evm')
  for (const orderId of orderIds) {
    expect(await readOrder(stand.database, orderId)).toMatchObject({
      status: 'completed',
      blockchainLink: link,
    })
    expect(await anchoringEvents(stand.database, orderId)).toEqual([
      'sealed',
      'anchor_submitted',
      'anchor_included',
      'link_added',
      'anchor_final',
    ])
  }
})

test('ignores final anchors, and a run without work sends no requests', async () => {
  const port = stand.open()
  const { id } = await stand.seal()
  await driveToFinal(stand, port, id)
  const before = await stand.read(id)
  await stand.chain.anvil.stop()
  await port.advance()
  expect(await stand.read(id)).toEqual(before)
})

test('stores nonce, bytes and hash before sending a transaction', async () => {
  const seen: unknown[] = []
  const port = stand.open({
    async failPoint(at) {
      if (at !== 'before-broadcast') return
      const [attempt] = await stand.database.fork().find(EvmAttempt, {}, { populate: ['transaction'] })
      seen.push(attempt?.transaction.nonce, attempt?.raw.startsWith('0x02'), attempt?.sentAt ?? null)
      seen.push(await stand.chain.rpc(v.nullable(v.unknown()), 'eth_getTransactionByHash', attempt?.hash))
    },
  })
  await stand.seal()
  await port.advance()
  expect(seen).toEqual([0, true, null, null])
})

test('assigns twenty nonces to twenty roots, and records each once', async () => {
  const port = stand.open()
  const sealed = []
  for (let count = 0; count < 20; count += 1) sealed.push(await stand.seal())
  await port.advance()
  expect((await stand.chain.waiting()).toSorted((a, b) => a - b)).toEqual([...Array(20).keys()])
  await stand.chain.mine(3)
  await port.advance()
  for (const { id, root } of sealed) {
    expect((await stand.read(id)).state).toBe('final')
    expect(await stand.chain.timesRecorded(root)).toBe(1)
  }
})

test('two concurrent processes record every root once, and share no nonce', async () => {
  const { database, chain } = stand
  const other = database.url === null ? database : await openPostgres(database.url)
  try {
    const ports = [stand.open(), openPort(other, stand.config)]
    const sealed = []
    for (let count = 0; count < 12; count += 1) sealed.push(await stand.seal())
    for (let turn = 0; turn < 4; turn += 1) {
      await Promise.all(ports.map((port) => port.advance()))
      await chain.mine()
    }
    await Promise.all(ports.map((port) => port.advance()))
    for (const { id, root } of sealed) {
      expect(await stand.read(id)).toMatchObject({ state: 'final', stuckReason: null })
      expect(await chain.timesRecorded(root)).toBe(1)
    }
    const transactions = await database.fork().find(EvmTransaction, {}, { orderBy: { nonce: 'asc' } })
    expect(transactions.map(({ nonce }) => nonce)).toEqual([...Array(12).keys()])
  } finally {
    if (other !== database) await other.close()
  }
})

test('the database rejects a reserved nonce, and a second transaction for a root', async () => {
  const [one, two] = [await stand.seal(), await stand.seal()]
  const insert = (anchorId: string, nonce: number) =>
    stand.database.fork().transactional(async (em) => {
      buildEvmTransaction(em, anchorId, { nonce })
      await em.flush()
    })
  await insert(one.id, 7)
  await expect(insert(two.id, 7)).rejects.toThrow('evm_transaction_chain_id_sender_nonce_unique')
  await expect(insert(one.id, 8)).rejects.toThrow('evm_transaction_anchor_unique')
})
