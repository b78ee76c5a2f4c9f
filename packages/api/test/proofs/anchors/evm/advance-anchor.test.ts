import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { stuckReasons } from '../../../../src/proofs/anchors/evm/evm-reasons.ts'
import { requestRetry } from '../../../../src/proofs/anchors/evm/evm-repository.ts'
import type { SendResult } from '../../../../src/proofs/anchors/evm/node-failure.ts'
import { openTestDatabase } from '../../../../testing/database.ts'
import { anyEvidence, config, gwei, openAdvanceStand, type AdvanceStand } from './advance-stand.ts'

let stand: AdvanceStand

const database = await openTestDatabase()
afterAll(() => database.close())

beforeEach(async () => {
  stand = await openAdvanceStand(database)
})

describe('an anchor without a transaction', () => {
  test.each<[SendResult, (sender: string) => string | null]>([
    [{ kind: 'accepted' }, () => null],
    [{ kind: 'nonce_used' }, () => null],
    [{ kind: 'too_cheap' }, () => null],
    [{ kind: 'outbid' }, (sender) => stuckReasons.nonceContested(sender, 0)],
    [{ kind: 'no_funds' }, (sender) => stuckReasons.noFunds(config, sender)],
    [{ kind: 'refused', message: 'odd' }, () => stuckReasons.refused(config, 'odd')],
  ])(
    'is submitted only if a node took its transaction, and stuck only if the owner can help: %o',
    async (result, reasonOf) => {
      const isAccepted = result.kind === 'accepted'
      stand.results = [result]
      expect(await stand.advance()).toBe(reasonOf(stand.sender))
      expect(await stand.readAnchor()).toMatchObject({ state: isAccepted ? 'submitted' : 'queued' })
      const [attempt] = await stand.readAttempts()
      expect(attempt?.sentAt != null).toBe(isAccepted)
      expect(stand.points).toEqual(['signed', 'before-broadcast', ...(isAccepted ? ['after-broadcast'] : [])])
    },
  )

  test('is stuck on a chain without base fees, and nothing is signed', async () => {
    stand.view.market = null
    expect(await stand.advance()).toBe(stuckReasons.noBaseFee(config))
    expect(await stand.countTransactions()).toBe(0)
  })

  test('is stuck while the nodes are behind or the budget is used up, and nothing is signed', async () => {
    expect(await stand.advance({ isBehind: true })).toBe(stuckReasons.nodeIsBehind(config))
    const limited = { ...config, dailyBudgetWei: 1n }
    expect(await stand.advance({ config: limited })).toBe(stuckReasons.overBudget(limited))
    expect(await stand.countTransactions()).toBe(0)
  })

  test('gets a nonce after those that are mined and those in the pools', async () => {
    stand.view.minedCount = 1
    stand.view.pooledCount = 3
    await stand.advance()
    expect(await stand.readOpen()).toMatchObject({ transaction: { nonce: 3 } })
  })

  test('is left to another process that was faster', async () => {
    const outdated = { ...(await stand.readOpen()), stuckReason: 'before' }
    await stand.advance()
    expect(await stand.advanceOpen(outdated)).toBe('before')
    expect(stand.sent).toHaveLength(1)
  })

  test('stays in the block that another process recorded while this one noted the transaction', async () => {
    const open = await stand.readOpen()
    await stand.advanceOpen(open, {
      async failPoint(at) {
        if (at !== 'after-broadcast') return
        await stand.mine(9n)
        await stand.advance()
      },
    })
    expect(await stand.readAnchor()).toMatchObject({ state: 'included', evidence: { kind: 'evm' } })
  })
})

describe('a transaction in a block', () => {
  beforeEach(() => stand.advance())

  test('waits without being sent again while too few nodes have its block', async () => {
    stand.places.set(await stand.newestHash(), { kind: 'undecided' })
    expect(await stand.advance({}, 'before')).toBe('before')
    expect(stand.sent).toHaveLength(1)
  })

  test('is recorded once for each block that a reorganization puts it into', async () => {
    await stand.mine(9n, true, '0xaa')
    expect(await stand.advance()).toBeNull()
    expect(await stand.readAnchor()).toMatchObject({ state: 'included', evidence: { blockHash: '0xaa' } })
    await stand.mine(10n, true, '0xbb')
    await stand.advance()
    await stand.advance()
    const evidence = { blockHash: '0xbb', blockNumber: 10 }
    expect(await stand.readAnchor()).toMatchObject({ state: 'included', evidence })
    expect(stand.points.filter((point) => point === 'before-progress')).toHaveLength(2)
  })

  test('is final, with its page and time, once its block is', async () => {
    await stand.mine(9n)
    await stand.advance()
    stand.view.finalizedNumber = 9n
    expect(await stand.advance()).toBeNull()
    const { state, link, blockTime, evidence } = await stand.readAnchor()
    const hash = await stand.newestHash()
    expect({ state, link }).toEqual({ state: 'final', link: `https://explorer.example/tx/${hash}` })
    expect(evidence).toMatchObject({ kind: 'evm', blockTime: Number(blockTime) / 1000 })
  })

  test('is not recorded without a receipt, or with an impossible time', async () => {
    const hash = await stand.newestHash()
    await stand.mine(9n, null)
    expect(await stand.advance()).toBe(stuckReasons.receiptMissing(config, hash))
    await stand.mine(9n, true, '0xaa', 0)
    expect(await stand.advance()).toBe(stuckReasons.implausibleTime(config, hash))
    expect(await stand.readAnchor()).toMatchObject({ state: 'submitted' })
  })

  test('is included although the nodes know no final blocks, which is reported', async () => {
    stand.view.finalizedNumber = null
    await stand.mine(9n)
    expect(await stand.advance()).toBe(stuckReasons.noFinality(config))
    expect(await stand.readAnchor()).toMatchObject({ state: 'included' })
  })

  test.each([
    ['no retry is requested', 8n, false],
    ['its block is not final', 9n, true],
  ])('is not sent again after a failure if %s', async (_title, number, isRetry) => {
    if (isRetry) await requestRetry(database, stand.id)
    await stand.mine(number, false)
    expect(await stand.advance()).toBe(stuckReasons.failedOnChain(config, await stand.newestHash()))
    expect(await stand.countTransactions()).toBe(1)
  })

  test('is given up after a final failure on request, even if the fee is too high for another one', async () => {
    await requestRetry(database, stand.id)
    await stand.mine(8n, false)
    stand.view.market = { baseFee: 200n * gwei, tip: gwei }
    expect(await stand.advance()).toBe(stuckReasons.feeAboveLimit(config))
    expect(await stand.readAnchor()).toMatchObject({ state: 'queued' })
    expect(await stand.readOpen()).toMatchObject({ transaction: null })
    expect(stand.points.at(-1)).toBe('abandoned')
  })

  test('counts if it was given up and turns up after all', async () => {
    const hash = await stand.newestHash()
    const used = stuckReasons.nonceUsed(stand.sender, 0)
    stand.view.minedCount = 1
    stand.countMined = () => 1
    await stand.advance({}, used)
    expect(await stand.countTransactions()).toBe(2)
    await stand.mine(8n)
    const [place] = stand.places.values()
    if (place === undefined) throw new Error('there is no place')
    stand.places = new Map([[hash, place]])
    stand.records.set(hash, { isSuccess: true, evidence: anyEvidence })
    await stand.advance()
    expect(await stand.readAnchor()).toMatchObject({ state: 'final', evidence: { transactionHash: hash } })
  })

  test('does not count if it failed and was given up', async () => {
    await requestRetry(database, stand.id)
    await stand.mine(8n, false)
    await stand.advance()
    expect(await stand.countTransactions()).toBe(2)
    stand.view.minedCount = 1
    stand.view.pooledCount = 1
    expect(await stand.advance()).toBeNull()
    expect(stand.sent).toHaveLength(3)
    expect(stand.sent[2]).toBe(stand.sent[1])
  })
})
