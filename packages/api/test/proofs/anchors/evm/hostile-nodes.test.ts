import * as v from 'valibot'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { AnchorPort } from '../../../../src/proofs/anchors/anchor-port.ts'
import { createEvmAnchors } from '../../../../src/proofs/anchors/evm/evm-anchors.ts'
import { EvmAttempt } from '../../../../src/proofs/anchors/evm/evm-transaction-entity.ts'
import type { EvmConfig } from '../../../../src/proofs/anchors/evm/evm-config.ts'
import { openEvmStand, type EvmStand } from '../../../../testing/evm-stand.ts'
import { sender, weiFromGwei } from '../../../../testing/evm-chain.ts'
import { startHostileNode, type HostileNode, type Lie } from '../../../../testing/hostile-node.ts'
import { silentLog } from '../../../../testing/silent-log.ts'
import { anchorOf, queuedMails, sealOrders } from '../../../../testing/anchoring-fixtures.ts'
import { recordedQueue } from '../../../../testing/recorded-queue.ts'
import {
  allMined,
  countingTo,
  crudeShift,
  dearTip,
  failedReceipts,
  forgedChain,
  fork,
  listedInFirstBlock,
  mute,
  nonceUsed,
  noReceipts,
  noTransactions,
  shifted,
  tenYears,
} from './node-lies.ts'

let stand: EvmStand
let hostile: HostileNode

beforeEach(async () => {
  stand = await openEvmStand()
  hostile = await startHostileNode(stand.chain.url)
})

afterEach(async () => {
  await hostile.close()
  await stand.close()
})

const Hex = v.string()

/** Advances a port, and makes a block after each time. */
async function advance(port: AnchorPort, times: number): Promise<void> {
  for (let n = 0; n < times; n += 1) {
    await port.advance()
    await stand.chain.mine()
  }
}

interface Drill {
  lie: Lie
  /** The hostile node is the only node, one of two, or both. */
  nodes: 'only one' | 'one of two' | 'both'
  /** It takes transactions and passes none on. */
  withholdsTransactions?: boolean
  changes?: Partial<EvmConfig>
  believed: 'nothing' | 'the truth'
  mailed: string
  /** How many transactions the chain was paid for. */
  paid: number
  reason: string | null
}

const nothing = { believed: 'nothing', mailed: 'nothing' } as const
const theTruth = { believed: 'the truth', mailed: 'recorded, evidence', paid: 1, reason: null } as const

/** What the shop believed, mailed and spent within twelve runs, each with a block. */
const drills: Record<string, Drill> = {
  'honest nodes': { lie: ({ result }) => result, nodes: 'one of two', ...theTruth },
  'times ten years back, under the old hashes': {
    lie: crudeShift,
    nodes: 'only one',
    ...nothing,
    paid: 0,
    reason: 'not that of its header',
  },
  'times ten years back, under the old hashes, next to an honest node': {
    lie: crudeShift,
    nodes: 'one of two',
    ...nothing,
    paid: 0,
    reason: 'Node 1 of EVM_RPC_URLS (Testchain) reports a block whose hash',
  },
  'times ten years back in a forged chain': {
    lie: forgedChain(shifted(-tenYears)),
    nodes: 'only one',
    ...nothing,
    paid: 1,
    reason: 'before this batch was sealed, or in the future',
  },
  'times ten years ahead in a forged chain': {
    lie: forgedChain(shifted(tenYears)),
    nodes: 'only one',
    ...nothing,
    paid: 1,
    reason: 'before this batch was sealed, or in the future',
  },
  'times ten minutes back, next to an honest node': {
    lie: forgedChain(shifted(-600)),
    nodes: 'one of two',
    ...nothing,
    paid: 1,
    reason: 'disagree about block',
  },
  'a fork, next to an honest node': {
    lie: fork,
    nodes: 'one of two',
    ...nothing,
    paid: 1,
    reason: 'disagree about block',
  },
  'no receipts': {
    lie: noReceipts,
    nodes: 'only one',
    ...nothing,
    paid: 1,
    reason: 'no node has its receipt',
  },
  'no receipts, next to an honest node': { lie: noReceipts, nodes: 'one of two', ...theTruth },
  'no trace of our transactions': {
    lie: noTransactions,
    nodes: 'only one',
    ...nothing,
    paid: 2,
    reason: 'the second one for this batch',
  },
  'no trace of our transactions, next to an honest node': {
    lie: noTransactions,
    nodes: 'one of two',
    ...theTruth,
  },
  'transactions withheld, and nonces called used': {
    lie: nonceUsed(() => hostile.sent),
    nodes: 'only one',
    withholdsTransactions: true,
    ...nothing,
    paid: 0,
    reason: 'the second one for this batch',
  },
  'nonces called used, next to an honest node': {
    lie: nonceUsed(() => hostile.sent),
    nodes: 'one of two',
    ...theTruth,
  },
  'transactions withheld, and called mined': {
    lie: allMined,
    nodes: 'only one',
    withholdsTransactions: true,
    ...nothing,
    paid: 0,
    reason: null,
  },
  'transactions withheld, and listed in a block without them': {
    lie: listedInFirstBlock(() => hostile.sent),
    nodes: 'only one',
    withholdsTransactions: true,
    ...nothing,
    paid: 0,
    reason: 'does not return the transactions and receipts that its own block commits to',
  },
  'transactions withheld, and listed in a block without them by two nodes': {
    lie: listedInFirstBlock(() => hostile.sent),
    nodes: 'both',
    withholdsTransactions: true,
    ...nothing,
    paid: 0,
    reason: 'Node 1 of EVM_RPC_URLS (Testchain) does not return the transactions and receipts',
  },
  'transactions withheld, next to an honest node': {
    lie: ({ result }) => result,
    nodes: 'one of two',
    withholdsTransactions: true,
    ...theTruth,
  },
  'failure reported for a success, next to an honest node': {
    lie: failedReceipts,
    nodes: 'one of two',
    ...theTruth,
  },
  'silence, next to an honest node': {
    lie: mute,
    nodes: 'one of two',
    ...nothing,
    paid: 0,
    reason: 'Node 1 of EVM_RPC_URLS (Testchain) does not respond',
  },
  'no numbers where they belong, next to an honest node': {
    lie: countingTo(null),
    nodes: 'one of two',
    ...nothing,
    paid: 0,
    reason: 'Node 1 of EVM_RPC_URLS (Testchain) does not respond',
  },
  'a fraction of a transaction, next to an honest node': {
    lie: countingTo(1.5),
    nodes: 'one of two',
    ...nothing,
    paid: 0,
    reason: 'Node 1 of EVM_RPC_URLS (Testchain) does not respond',
  },
  'a tip of 99 gwei': { lie: dearTip, nodes: 'only one', ...theTruth },
  'a tip of 99 gwei, next to an honest node': { lie: dearTip, nodes: 'one of two', ...theTruth },
  'a budget below one batch': {
    lie: ({ result }) => result,
    nodes: 'only one',
    changes: { dailyBudgetWei: 1n },
    ...nothing,
    paid: 0,
    reason: 'EVM_DAILY_BUDGET allows',
  },
}

test.each(Object.entries(drills))('%s', async (_, drill) => {
  const { database, chain, config } = stand
  const jobs = recordedQueue()
  const honest = await startHostileNode(chain.url)
  try {
    hostile.lie = drill.lie
    hostile.withholdsTransactions = drill.withholdsTransactions ?? false
    const rpcUrls = {
      'only one': [hostile.url],
      'one of two': [hostile.url, honest.url],
      both: [hostile.url, hostile.url],
    }[drill.nodes]
    const port = createEvmAnchors(
      { database, jobs, log: silentLog },
      { ...config, ...drill.changes, rpcUrls },
      { outageToleranceMs: 0 },
    )
    const { orderIds, anchors } = await sealOrders({ database, jobs }, 1)
    const sealedSeconds = Date.now() / 1000
    const [orderId = ''] = orderIds
    await advance(port, 12)
    const { state, evidence, stuckReason } = await anchorOf(database, anchors['evm'])
    const isTrue = evidence?.kind === 'evm' && Math.abs(evidence.blockTime - sealedSeconds) < 300
    const mails = [
      (await queuedMails(database, jobs, orderId, 'fulfillment')) > 0 ? 'recorded' : null,
      (await queuedMails(database, jobs, orderId, 'evidence')) > 0 ? 'evidence' : null,
    ].filter((mail) => mail !== null)
    const attempts = await database.fork().findAll(EvmAttempt)
    expect({
      believed: state === 'final' && isTrue ? 'the truth' : evidence == null ? 'nothing' : 'a lie',
      mailed: mails.length === 0 ? 'nothing' : mails.join(', '),
      paid: Number(await chain.rpc(Hex, 'eth_getTransactionCount', sender, 'latest')),
      dearestTip: attempts.every(({ priorityFee }) => priorityFee <= weiFromGwei(2.5)),
    }).toEqual({ believed: drill.believed, mailed: drill.mailed, paid: drill.paid, dearestTip: true })
    if (drill.reason === null) expect(stuckReason).toBeNull()
    else expect(stuckReason).toContain(drill.reason)
  } finally {
    await honest.close()
  }
})

test('a transaction that was given up and turns up in a block after all is the record', async () => {
  hostile.lie = noTransactions
  const port = stand.open({}, { rpcUrls: [hostile.url] })
  const { id } = await stand.seal()
  await advance(port, 12)
  const [first, second] = await stand.database.fork().findAll(EvmAttempt, { orderBy: { signedAt: 'asc' } })
  hostile.lie = ({ method, params, result }) =>
    params[0] === second?.hash && method.startsWith('eth_getTransaction') ? null : result
  await port.advance()
  expect(await stand.read(id)).toMatchObject({
    state: 'final',
    stuckReason: null,
    evidence: { transactionHash: first?.hash },
  })
})

test('an administrator may have a root sent once more, each time', async () => {
  hostile.lie = noTransactions
  const port = stand.open({}, { rpcUrls: [hostile.url] })
  const { id } = await stand.seal()
  await advance(port, 12)
  const stuck = await stand.read(id)
  expect(await stand.database.fork().count(EvmAttempt)).toBe(2)
  await port.retry(id)
  expect((await stand.read(id)).stuckReason).toBe(stuck.stuckReason)
  await advance(port, 12)
  expect(await stand.database.fork().count(EvmAttempt)).toBe(3)
  expect((await stand.read(id)).stuckReason).toContain('the second one for this batch')
})

test('spends no more than the budget of a day on several roots, and continues when a day has passed', async () => {
  const { database } = stand
  const roots = [await stand.seal(), await stand.seal(), await stand.seal()]
  // Anvil begins with a base fee and a tip of 1 gwei: a root costs at most 3 gwei for each of 28,350 units.
  const port = stand.open({}, { dailyBudgetWei: weiFromGwei(200_000) })
  const run = async () => {
    await advance(port, 5)
    return Promise.all(roots.map(async ({ id }) => (await stand.read(id)).state))
  }
  expect(await run()).toEqual(['final', 'final', 'queued'])
  expect((await stand.read(roots[2]?.id ?? '')).stuckReason).toContain(
    'EVM_DAILY_BUDGET allows on Testchain (0.0002)',
  )
  await database.fork().nativeUpdate(EvmAttempt, {}, { signedAt: new Date(Date.now() - 86_400_001) })
  expect(await run()).toEqual(['final', 'final', 'final'])
})
