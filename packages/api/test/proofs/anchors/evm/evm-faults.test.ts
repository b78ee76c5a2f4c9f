import * as v from 'valibot'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { EvmAttempt, EvmTransaction } from '../../../../src/proofs/anchors/evm/evm-transaction-entity.ts'
import { driveToFinal, openEvmStand, type EvmStand } from '../../../../testing/evm-stand.ts'
import { sender, startTestChain } from '../../../../testing/evm-chain.ts'
import { Anchor } from '../../../../src/proofs/leaves/batch-entities.ts'
import { startHostileNode } from '../../../../testing/hostile-node.ts'
import { startLossyNode } from './lossy-node.ts'
import { noReceipts } from './node-lies.ts'

const Hex = v.string()

let stand: EvmStand

beforeEach(async () => {
  stand = await openEvmStand()
})

afterEach(() => stand.close())

/** Sends a transaction of someone else with the same key; it takes the next nonce. */
async function foreignTransaction(): Promise<void> {
  await stand.chain.call('eth_sendTransaction', { from: sender, to: sender })
}

test('waits for a block that no node can prove, and is final with its evidence once one can', async () => {
  const { chain, database } = stand
  const node = await startHostileNode(chain.url)
  onTestFinished(() => node.close())
  node.lie = noReceipts
  const port = stand.open({}, { rpcUrls: [node.url] })
  const { id } = await stand.seal()
  for (let run = 0; run < 5; run += 1) {
    await port.advance()
    await chain.mine()
  }
  const stuckReason = expect.stringContaining('no node has its receipt')
  expect(await stand.read(id)).toMatchObject({ state: 'submitted', evidence: null, stuckReason })
  node.lie = null
  await port.advance()
  const anchor = await database.fork().findOneOrFail(Anchor, id, { populate: ['evmEvidence'] })
  expect(anchor).toMatchObject({ state: 'final', stuckReason: null, evmEvidence: { index: 0 } })
})

test('reverts to submitted after a reorg, and records the root in another block', async () => {
  const { chain } = stand
  const port = stand.open()
  const { id, root } = await stand.seal()
  await port.advance()
  await chain.mine()
  await port.advance()
  const first = await stand.read(id)
  expect(first.state).toBe('included')

  await chain.call('anvil_reorg', 1, [])
  expect(await chain.timesRecorded(root)).toBe(0)
  await port.advance()
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

test('does not revert an anchor if a lagging node does not know the block yet', async () => {
  const { chain } = stand
  const port = stand.open()
  const { id, root } = await stand.seal()
  const behind = await chain.rpc(Hex, 'evm_snapshot')
  await port.advance()
  await chain.mine()
  await port.advance()
  const included = await stand.read(id)
  await chain.call('evm_revert', behind)
  await port.advance()
  expect(await stand.read(id)).toEqual(included)
  await driveToFinal(stand, port, id)
  expect(await chain.timesRecorded(root)).toBe(1)
})

test('sends a dropped transaction again with the same bytes', async () => {
  const { chain } = stand
  const port = stand.open()
  const { id, root } = await stand.seal()
  await port.advance()
  const [attempt] = await stand.database.fork().findAll(EvmAttempt)
  await chain.call('anvil_dropTransaction', attempt?.hash)
  await chain.mine()
  expect(await chain.timesRecorded(root)).toBe(0)
  await driveToFinal(stand, port, id)
  expect(await stand.read(id)).toMatchObject({ evidence: { transactionHash: attempt?.hash } })
  expect(await stand.database.fork().count(EvmAttempt)).toBe(1)
  expect(await chain.timesRecorded(root)).toBe(1)
})

test('does not record a root twice if the response to sending is lost', async () => {
  const lossy = await startLossyNode(stand.chain.url)
  try {
    const port = stand.open({}, { rpcUrls: [lossy.url] })
    const { id, root } = await stand.seal()
    lossy.dropResponses('eth_sendRawTransaction', 1)
    await port.advance()
    expect(await stand.read(id)).toMatchObject({ state: 'queued' })
    expect((await stand.read(id)).stuckReason).toContain('does not respond')
    expect(await stand.chain.waiting()).toEqual([0])
    await port.advance()
    expect(await stand.read(id)).toMatchObject({ state: 'submitted', stuckReason: null })
    await driveToFinal(stand, port, id)
    expect(await stand.chain.timesRecorded(root)).toBe(1)
    expect(await stand.database.fork().count(EvmAttempt)).toBe(1)
  } finally {
    await lossy.close()
  }
})

test('finds a transaction by its hash if the response was lost and it is already mined', async () => {
  const lossy = await startLossyNode(stand.chain.url)
  try {
    const port = stand.open({}, { rpcUrls: [lossy.url] })
    const { id, root } = await stand.seal()
    lossy.dropResponses('eth_sendRawTransaction', 1)
    await port.advance()
    await stand.chain.mine(3)
    await port.advance()
    expect(await stand.read(id)).toMatchObject({ state: 'final', stuckReason: null })
    expect(await stand.chain.timesRecorded(root)).toBe(1)
  } finally {
    await lossy.close()
  }
})

test('replaces a transaction whose nonce a foreign one used, once that is final', async () => {
  const { chain } = stand
  const lossy = await startLossyNode(chain.url)
  try {
    const port = stand.open({}, { rpcUrls: [lossy.url] })
    const { id, root } = await stand.seal()
    // Ours never arrives, so that its nonce is free for the foreign one.
    lossy.dropRequests('eth_sendRawTransaction', 1)
    await port.advance()
    await foreignTransaction()
    await chain.mine()
    await port.advance()
    expect(await stand.read(id)).toMatchObject({ state: 'queued' })
    expect((await stand.read(id)).stuckReason).toContain('took nonce 0')
    await port.advance()
    expect(await stand.database.fork().count(EvmTransaction)).toBe(1)
    await chain.mine(2)
    await port.advance()
    expect(await stand.read(id)).toMatchObject({ state: 'submitted', stuckReason: null })
    await driveToFinal(stand, port, id)
    expect(await chain.timesRecorded(root)).toBe(1)
    const transactions = await stand.database.fork().findAll(EvmTransaction, { orderBy: { nonce: 'asc' } })
    expect(transactions.map(({ nonce, abandonedAt }) => [nonce, abandonedAt == null])).toEqual([
      [0, false],
      [1, true],
    ])
  } finally {
    await lossy.close()
  }
})

test('does not outbid a pending foreign transaction with our nonce', async () => {
  const { chain } = stand
  const lossy = await startLossyNode(chain.url)
  try {
    const port = stand.open({}, { rpcUrls: [lossy.url] })
    const { id, root } = await stand.seal()
    lossy.dropRequests('eth_sendRawTransaction', 1)
    await port.advance()
    await chain.call('eth_sendTransaction', { from: sender, to: sender, gasPrice: '0x174876e800' })
    await port.advance()
    expect((await stand.read(id)).stuckReason).toContain('its transaction with nonce 0 is pending')
    await driveToFinal(stand, port, id)
    expect(await chain.timesRecorded(root)).toBe(1)
  } finally {
    await lossy.close()
  }
})

test('assigns new roots no nonces of pending foreign transactions', async () => {
  await foreignTransaction()
  const port = stand.open()
  const { id } = await stand.seal()
  await port.advance()
  expect(await stand.chain.waiting()).toEqual([0, 1])
  await driveToFinal(stand, port, id)
  expect((await stand.read(id)).stuckReason).toBeNull()
})

test('reports a nonce gap after a lost foreign transaction, which the next root fills', async () => {
  const { chain } = stand
  await foreignTransaction()
  const port = stand.open()
  const first = await stand.seal()
  await port.advance()
  await chain.call('anvil_dropAllTransactions')
  await port.advance()
  expect((await stand.read(first.id)).stuckReason).toContain('its transaction with nonce 0 was lost')
  const second = await stand.seal()
  await port.advance()
  for (const { id, root } of [first, second]) {
    await driveToFinal(stand, port, id)
    expect((await stand.read(id)).stuckReason).toBeNull()
    expect(await chain.timesRecorded(root)).toBe(1)
  }
})

test("reports a transaction that failed on the chain, and retries on an administrator's request", async () => {
  const { chain } = stand
  const port = stand.open()
  const { id, root } = await stand.seal()
  await port.advance()
  // The account gets failing code (EIP-7702) after the gas was estimated.
  const failing = '0x00000000000000000000000000000000000000fa'
  await chain.call('anvil_setCode', failing, '0x60006000fd')
  await chain.call('anvil_setCode', sender, `0xef0100${failing.slice(2)}`)
  await chain.mine()
  await port.advance()
  expect(await stand.read(id)).toMatchObject({ state: 'submitted', evidence: null })
  expect((await stand.read(id)).stuckReason).toContain('was mined but failed on Testchain')

  await chain.call('anvil_setCode', sender, '0x')
  await port.advance()
  expect(await stand.database.fork().count(EvmTransaction)).toBe(1)
  await port.retry(id)
  await driveToFinal(stand, port, id)
  expect(await stand.read(id)).toMatchObject({ stuckReason: null })
  expect(await stand.database.fork().count(EvmTransaction)).toBe(2)
  // The failed transaction contains the root, too, but only the successful one is evidence.
  expect(await chain.timesRecorded(root)).toBe(2)
})

test('detects a chain that was reset, and sends nothing to it', async () => {
  const port = stand.open()
  const first = await stand.seal()
  await driveToFinal(stand, port, first.id)
  await stand.chain.anvil.stop()
  const fresh = await startTestChain([], Number(new URL(stand.chain.url).port))
  try {
    const second = await stand.seal()
    await port.advance()
    expect((await stand.read(second.id)).stuckReason).toContain(
      'fewer transactions of our address than are already final',
    )
    expect(await fresh.waiting()).toEqual([])
    expect(await stand.database.fork().count(EvmTransaction)).toBe(1)
  } finally {
    await fresh.anvil.stop()
  }
})

test('after a key change, completes what the old key signed', async () => {
  const former = stand.open()
  const { id, root } = await stand.seal()
  await former.advance()
  const otherKey = `0x${'1'.repeat(64)}` as const
  const port = stand.open({}, { privateKey: () => otherKey })
  await driveToFinal(stand, port, id)
  expect(await stand.chain.timesRecorded(root)).toBe(1)
})
