import * as v from 'valibot'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { EvmAttempt } from '../../../src/anchors/evm/evm-attempt-entity.ts'
import { EvmTransaction } from '../../../src/anchors/evm/evm-transaction-entity.ts'
import { driveToFinal, openEvmStand, type EvmStand } from '../../../testing/evm-stand.ts'
import { sender, startTestChain } from '../../../testing/evm-chain.ts'
import { startLossyNode } from './lossy-node.ts'

const Hex = v.string()

let stand: EvmStand

beforeEach(async () => {
  stand = await openEvmStand()
})

afterEach(() => stand.close())

/** A transaction of somebody else who has the key; it takes the next number. */
async function foreignTransaction(): Promise<void> {
  await stand.chain.tell('eth_sendTransaction', { from: sender, to: sender })
}

test('a block that is replaced leads back to submitted, and the root is recorded again in another block', async () => {
  const { chain } = stand
  const port = stand.open()
  const { id, root } = await stand.seal()
  await port.tick()
  await chain.mine()
  await port.tick()
  const first = await stand.read(id)
  expect(first.state).toBe('included')

  await chain.tell('anvil_reorg', 1, [])
  expect(await chain.timesRecorded(root)).toBe(0)
  await port.tick()
  expect(await stand.read(id)).toMatchObject({
    state: 'submitted',
    evidence: null,
    link: null,
    blockTime: null,
  })
  await driveToFinal(stand, port, id)
  const last = await stand.read(id)
  expect(last.link).toBe(first.link)
  expect(last.evidence).not.toEqual(first.evidence)
  expect(await chain.timesRecorded(root)).toBe(1)
})

test('a node that has not seen the block yet takes nothing back', async () => {
  const { chain } = stand
  const port = stand.open()
  const { id, root } = await stand.seal()
  const behind = await chain.rpc(Hex, 'evm_snapshot')
  await port.tick()
  await chain.mine()
  await port.tick()
  const included = await stand.read(id)
  await chain.tell('evm_revert', behind)
  await port.tick()
  expect(await stand.read(id)).toEqual(included)
  await driveToFinal(stand, port, id)
  expect(await chain.timesRecorded(root)).toBe(1)
})

test('a transaction that the node dropped is sent again, the same bytes', async () => {
  const { chain } = stand
  const port = stand.open()
  const { id, root } = await stand.seal()
  await port.tick()
  const [attempt] = await stand.database.fork().findAll(EvmAttempt)
  await chain.tell('anvil_dropTransaction', attempt?.hash)
  await chain.mine()
  expect(await chain.timesRecorded(root)).toBe(0)
  await driveToFinal(stand, port, id)
  expect(await stand.read(id)).toMatchObject({ evidence: { transactionHash: attempt?.hash } })
  expect(await stand.database.fork().count(EvmAttempt)).toBe(1)
  expect(await chain.timesRecorded(root)).toBe(1)
})

test('an answer that is lost after the node took the transaction does not record the root twice', async () => {
  const lossy = await startLossyNode(stand.chain.url)
  try {
    const port = stand.open({}, { rpcUrl: lossy.url })
    const { id, root } = await stand.seal()
    lossy.swallow('eth_sendRawTransaction', 1)
    await port.tick()
    expect(await stand.read(id)).toMatchObject({ state: 'queued' })
    expect((await stand.read(id)).stuckReason).toContain('does not answer')
    expect(await stand.chain.waiting()).toEqual([0])
    await port.tick()
    expect(await stand.read(id)).toMatchObject({ state: 'submitted', stuckReason: null })
    await driveToFinal(stand, port, id)
    expect(await stand.chain.timesRecorded(root)).toBe(1)
    expect(await stand.database.fork().count(EvmAttempt)).toBe(1)
  } finally {
    await lossy.close()
  }
})

test('an answer that is lost, and a transaction that is mined before anybody asks again, is found by its hash', async () => {
  const lossy = await startLossyNode(stand.chain.url)
  try {
    const port = stand.open({}, { rpcUrl: lossy.url })
    const { id, root } = await stand.seal()
    lossy.swallow('eth_sendRawTransaction', 1)
    await port.tick()
    await stand.chain.mine(3)
    await port.tick()
    expect(await stand.read(id)).toMatchObject({ state: 'final', stuckReason: null })
    expect(await stand.chain.timesRecorded(root)).toBe(1)
  } finally {
    await lossy.close()
  }
})

test('a number that a foreign transaction took is replaced by a new one, once that is final', async () => {
  const { chain } = stand
  const lossy = await startLossyNode(chain.url)
  try {
    const port = stand.open({}, { rpcUrl: lossy.url })
    const { id, root } = await stand.seal()
    // Ours never arrives, so that its number is still free for the other one.
    lossy.refuse('eth_sendRawTransaction', 1)
    await port.tick()
    await foreignTransaction()
    await chain.mine()
    await port.tick()
    expect(await stand.read(id)).toMatchObject({ state: 'queued' })
    expect((await stand.read(id)).stuckReason).toContain('took transaction number 0 from us')
    await port.tick()
    expect(await stand.database.fork().count(EvmTransaction)).toBe(1)
    await chain.mine(2)
    await port.tick()
    expect(await stand.read(id)).toMatchObject({ state: 'submitted', stuckReason: null })
    await driveToFinal(stand, port, id)
    expect(await chain.timesRecorded(root)).toBe(1)
    const transactions = await stand.database.fork().findAll(EvmTransaction, { orderBy: { nonce: 'asc' } })
    expect(transactions.map(({ nonce, givenUpAt }) => [nonce, givenUpAt == null])).toEqual([
      [0, false],
      [1, true],
    ])
  } finally {
    await lossy.close()
  }
})

test('a foreign transaction that waits with our number is not outbid', async () => {
  const { chain } = stand
  const lossy = await startLossyNode(chain.url)
  try {
    const port = stand.open({}, { rpcUrl: lossy.url })
    const { id, root } = await stand.seal()
    lossy.refuse('eth_sendRawTransaction', 1)
    await port.tick()
    await chain.tell('eth_sendTransaction', { from: sender, to: sender, gasPrice: '0x174876e800' })
    await port.tick()
    expect((await stand.read(id)).stuckReason).toContain('a transaction of its own with number 0 is waiting')
    await driveToFinal(stand, port, id)
    expect(await chain.timesRecorded(root)).toBe(1)
  } finally {
    await lossy.close()
  }
})

test('new roots leave the numbers of foreign transactions that wait alone', async () => {
  await foreignTransaction()
  const port = stand.open()
  const { id } = await stand.seal()
  await port.tick()
  expect(await stand.chain.waiting()).toEqual([0, 1])
  await driveToFinal(stand, port, id)
  expect((await stand.read(id)).stuckReason).toBeNull()
})

test('a gap that a lost foreign transaction left is named, and the next root fills it', async () => {
  const { chain } = stand
  await foreignTransaction()
  const port = stand.open()
  const first = await stand.seal()
  await port.tick()
  await chain.tell('anvil_dropAllTransactions')
  await port.tick()
  expect((await stand.read(first.id)).stuckReason).toContain('its transaction number 0 got lost')
  const second = await stand.seal()
  await port.tick()
  for (const { id, root } of [first, second]) {
    await driveToFinal(stand, port, id)
    expect((await stand.read(id)).stuckReason).toBeNull()
    expect(await chain.timesRecorded(root)).toBe(1)
  }
})

test('a transaction that fails on the chain is named, and sent again when an administrator asks for it', async () => {
  const { chain } = stand
  const port = stand.open()
  const { id, root } = await stand.seal()
  await port.tick()
  // The account gets code that fails (EIP-7702) after the gas was estimated.
  const failing = '0x00000000000000000000000000000000000000fa'
  await chain.tell('anvil_setCode', failing, '0x60006000fd')
  await chain.tell('anvil_setCode', sender, `0xef0100${failing.slice(2)}`)
  await chain.mine()
  await port.tick()
  expect(await stand.read(id)).toMatchObject({ state: 'submitted', evidence: null })
  expect((await stand.read(id)).stuckReason).toContain('was mined but failed on Testchain')

  await chain.tell('anvil_setCode', sender, '0x')
  await port.tick()
  expect(await stand.database.fork().count(EvmTransaction)).toBe(1)
  await port.retry(id)
  await driveToFinal(stand, port, id)
  expect(await stand.read(id)).toMatchObject({ stuckReason: null })
  expect(await stand.database.fork().count(EvmTransaction)).toBe(2)
  // The one that failed stands there too; the one that did not is the evidence.
  expect(await chain.timesRecorded(root)).toBe(2)
})

test('a chain that was started again without its past is noticed, and nothing is sent to it', async () => {
  const port = stand.open()
  const first = await stand.seal()
  await driveToFinal(stand, port, first.id)
  await stand.chain.anvil.stop()
  const fresh = await startTestChain([], Number(new URL(stand.chain.url).port))
  try {
    const second = await stand.seal()
    await port.tick()
    expect((await stand.read(second.id)).stuckReason).toContain(
      'fewer transactions of our address than are already final',
    )
    expect(await fresh.waiting()).toEqual([])
    expect(await stand.database.fork().count(EvmTransaction)).toBe(1)
  } finally {
    await fresh.anvil.stop()
  }
})

test('a key that was exchanged leaves what the former one signed to be seen through', async () => {
  const former = stand.open()
  const { id, root } = await stand.seal()
  await former.tick()
  const otherKey = `0x${'1'.repeat(64)}` as const
  const port = stand.open({}, { privateKey: () => otherKey })
  await driveToFinal(stand, port, id)
  expect(await stand.chain.timesRecorded(root)).toBe(1)
})
