import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { stuckReasons } from '../../../../src/proofs/anchors/evm/evm-reasons.ts'
import { requestRetry } from '../../../../src/proofs/anchors/evm/evm-repository.ts'
import { openTestDatabase } from '../../../../testing/database.ts'
import {
  accountOf,
  config,
  gwei,
  openAdvanceStand,
  replaceAfterMs,
  type AdvanceStand,
} from './advance-stand.ts'

const otherKey = `0x${'f'.repeat(40)}`

let stand: AdvanceStand

const database = await openTestDatabase()
afterAll(() => database.close())

beforeEach(async () => {
  stand = await openAdvanceStand(database)
})

afterEach(() => {
  vi.useRealTimers()
})

/** Whether the newest of the sent transactions is a replacement; it must be the last attempt that is stored. */
async function isReplaced(): Promise<boolean> {
  const attempts = await stand.readAttempts()
  expect(stand.sent.at(-1)).toBe(attempts.at(-1)?.raw)
  return attempts.length > 1
}

describe('a transaction in no block', () => {
  /** At most 3 gwei for a unit of gas, with a tip of 1 gwei. */
  beforeEach(() => stand.advance())

  test('is sent again with the same bytes', async () => {
    expect(await stand.advance()).toBeNull()
    expect(await isReplaced()).toBe(false)
    expect(stand.sent).toHaveLength(2)
  })

  test('waits while the nodes are behind, unless another key signed it', async () => {
    expect(await stand.advance({ isBehind: true })).toBe(stuckReasons.nodeIsBehind(config))
    expect(stand.sent).toHaveLength(1)
    stand.countMined = () => 0
    expect(await stand.advance({ isBehind: true, account: accountOf(otherKey) })).toBeNull()
    expect(stand.sent).toHaveLength(2)
  })

  test('is compared with the mined transactions of the key that signed it', async () => {
    const questions: unknown[] = []
    stand.countMined = (...question) => {
      questions.push(question)
      return 0
    }
    stand.view.minedCount = 7
    expect(await stand.advance({ account: accountOf(otherKey) })).toBeNull()
    expect(questions).toEqual([[10n, stand.sender]])
  })

  test('is given up only if its nonce was seen used before, and up to a final block', async () => {
    const used = stuckReasons.nonceUsed(stand.sender, 0)
    stand.view.minedCount = 1
    stand.countMined = () => 1
    expect(await stand.advance()).toBe(used)
    expect(await stand.advance({}, stuckReasons.noFunds(config, stand.sender))).toBe(used)
    expect(await stand.advance({ view: { ...stand.view, finalizedNumber: null } }, used)).toBe(used)
    stand.countMined = (blockNumber) => (blockNumber === 8n ? 0 : 1)
    expect(await stand.advance({}, used)).toBe(used)
    expect(await stand.countTransactions()).toBe(1)
    stand.countMined = () => 1
    expect(await stand.advance({}, used)).toBeNull()
    expect(await stand.countTransactions()).toBe(2)
  })

  test('is not sent a third time if the second one vanished too, unless an administrator asks', async () => {
    const used = stuckReasons.nonceUsed(stand.sender, 0)
    stand.countMined = () => 9
    stand.view.minedCount = 1
    await stand.advance({}, used)
    stand.view.minedCount = 2
    const twice = stuckReasons.sentTwice(stand.sender, 1)
    expect(await stand.advance({}, stuckReasons.nonceUsed(stand.sender, 1))).toBe(twice)
    expect(await stand.advance({}, twice)).toBe(twice)
    expect(await stand.countTransactions()).toBe(2)
    await requestRetry(database, stand.id)
    expect(await stand.advance({}, twice)).toBeNull()
    expect(await stand.countTransactions()).toBe(3)
  })

  test('is replaced without being sent again once it cannot pay the base fee', async () => {
    stand.view.market = { baseFee: 3n * gwei, tip: gwei }
    await stand.advance()
    expect(await isReplaced()).toBe(false)
    stand.view.market = { baseFee: 3n * gwei + 1n, tip: gwei }
    expect(await stand.advance()).toBeNull()
    expect(await isReplaced()).toBe(true)
    expect(stand.sent).toHaveLength(3)
  })

  test('is replaced once it has waited for the whole time', async () => {
    const sentMs = (await stand.readAttempts())[0]?.sentAt?.getTime() ?? 0
    vi.useFakeTimers({ toFake: ['Date'], now: sentMs + replaceAfterMs - 1 })
    await stand.advance()
    expect(await isReplaced()).toBe(false)
    vi.setSystemTime(sentMs + replaceAfterMs)
    await stand.advance()
    expect(await isReplaced()).toBe(true)
    expect(stand.points.slice(-3)).toEqual(['replacement-signed', 'before-broadcast', 'after-broadcast'])
    expect((await stand.readAttempts())[1]?.sentAt).toBeInstanceOf(Date)
  })

  test('is replaced if the nodes take it no longer because it pays too little', async () => {
    stand.results = [{ kind: 'too_cheap' }]
    expect(await stand.advance()).toBeNull()
    expect(await isReplaced()).toBe(true)
    expect(stand.sent).toHaveLength(3)
  })

  test('is sent again while the fees are unknown, and stuck if it should be replaced', async () => {
    stand.view.market = null
    expect(await stand.advance()).toBeNull()
    await requestRetry(database, stand.id)
    expect(await stand.advance()).toBe(stuckReasons.feeAboveLimit(config))
    expect(await isReplaced()).toBe(false)
    expect(stand.sent).toHaveLength(3)
  })

  test.each([
    ['the tip', { maxTipWei: gwei }, stuckReasons.tipAboveLimit],
    ['the fee', { maxFeeWei: 3n * gwei }, stuckReasons.feeAboveLimit],
    // A replacement costs at most 3.375 gwei for each of 28,350 units of gas.
    ['the budget of a day', { dailyBudgetWei: 95_681_249_999_999n }, stuckReasons.overBudget],
  ])('is sent again with the same bytes if %s would exceed its limit', async (_title, limit, reason) => {
    const limited = { ...config, ...limit }
    await requestRetry(database, stand.id)
    expect(await stand.advance({ config: limited })).toBe(reason(limited))
    expect(await isReplaced()).toBe(false)
    expect(stand.sent).toHaveLength(2)
  })

  test('is sent again with the same bytes if the key that signed it was replaced', async () => {
    stand.countMined = () => 0
    await requestRetry(database, stand.id)
    expect(await stand.advance({ account: accountOf(otherKey) })).toBe(stuckReasons.otherKey(stand.sender))
    expect(await isReplaced()).toBe(false)
    expect(stand.sent).toHaveLength(2)
  })

  test('is left to another process that replaced it first', async () => {
    await requestRetry(database, stand.id)
    const outdated = { ...(await stand.readOpen()), stuckReason: 'before' }
    await stand.advance()
    expect(await stand.advanceOpen(outdated)).toBe('before')
    expect(stand.sent).toHaveLength(2)
  })

  test('is submitted again after a reorganization, unless the nodes do not have its block yet', async () => {
    await stand.mine(9n)
    await stand.advance()
    stand.places.clear()
    stand.view.headNumber = 8n
    await stand.advance()
    expect(await stand.readAnchor()).toMatchObject({ state: 'included', evidence: { blockNumber: 9 } })
    stand.view.headNumber = 9n
    await stand.advance()
    expect(await stand.readAnchor()).toMatchObject({ state: 'submitted', evidence: null })
  })

  test('explains a missing nonce only before the first nonce of our key that is not mined', async () => {
    const open = await stand.readOpen()
    if (open.transaction === null) throw new Error('nothing was sent')
    open.transaction.nonce = 3
    stand.countMined = () => 0
    expect(await stand.advanceOpen(open, { firstUnminedNonce: 3 })).toBe(
      stuckReasons.nonceMissing(stand.sender, 0),
    )
    expect(await stand.advanceOpen(open, { firstUnminedNonce: 2 })).toBeNull()
    const filled = { ...stand.view, pooledCount: 1 }
    expect(await stand.advanceOpen(open, { firstUnminedNonce: 3, view: filled })).toBeNull()
    expect(await stand.advanceOpen(open, { firstUnminedNonce: 3, account: accountOf(otherKey) })).toBeNull()
  })
})
