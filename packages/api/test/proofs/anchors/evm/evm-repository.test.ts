import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { SignedTransaction } from '../../../../src/proofs/anchors/evm/evm-account.ts'
import { EvmAttempt, EvmTransaction } from '../../../../src/proofs/anchors/evm/evm-transaction-entity.ts'
import {
  abandonTransaction,
  readOpenAnchors,
  recordReplacement,
  recordSent,
  requestRetry,
  reserveNonce,
  type Spending,
} from '../../../../src/proofs/anchors/evm/evm-repository.ts'
import type { Database } from '../../../../src/platform/database/database.ts'
import { openTestDatabase } from '../../../../testing/database.ts'
import { chainId, sender as address } from '../../../../testing/evm-chain.ts'
import { sealRoot } from '../../../../testing/evm-stand.ts'

const gas = 1_000n
const spending: Spending = { fees: { maxFee: 10n, priorityFee: 1n }, gas, dailyBudgetWei: 1_000_000n }
const signed = (): SignedTransaction => ({ gas, raw: '0x02', hash: `0x${randomBytes(32).toString('hex')}` })

describe('EVM repository', () => {
  let database: Database

  beforeAll(async () => {
    database = await openTestDatabase()
  })

  afterAll(() => database.close())

  beforeEach(() => database.fork().execute('truncate anchor_batch cascade'))

  const sender = { chainId, address }
  const reserveFor = (anchorId: string, changes: Partial<Spending> = {}, sign = async () => signed()) =>
    reserveNonce(database, { anchorId, sender, lowestNonce: 0 }, { ...spending, ...changes }, sign)

  /** Seals a root and reserves a nonce for it. */
  async function reserveRoot(lowestNonce = 0) {
    const { id } = await sealRoot(database)
    const reserved = await reserveNonce(database, { anchorId: id, sender, lowestNonce }, spending, async () =>
      signed(),
    )
    if (typeof reserved === 'string') throw new Error(reserved)
    return { id, ...reserved }
  }

  const findTransaction = (id: string) => database.fork().findOneOrFail(EvmTransaction, id)
  const findAttempt = (hash: `0x${string}`) => database.fork().findOneOrFail(EvmAttempt, hash)

  test('reads open anchors by nonce, each with its own attempts, oldest first, then those without', async () => {
    const waiting = await sealRoot(database)
    const [second, first] = [await reserveRoot(5), await reserveRoot()]
    const replaced = await recordReplacement(database, first.attempt, spending, signed())
    expect(replaced).toMatchObject({ attempt: { ordinal: 2 }, transaction: { id: first.transaction.id } })
    // The rows are stored in the opposite order.
    await database.fork().nativeUpdate(EvmAttempt, { ordinal: 2 }, { ordinal: 0 })

    const open = await readOpenAnchors(database)
    expect(open.map(({ id }) => id)).toEqual([first.id, second.id, waiting.id])
    expect(open.map(({ attempts }) => attempts.map(({ ordinal }) => ordinal))).toEqual([[0, 1], [1], []])
  })

  test('keeps the attempts of an abandoned transaction for its anchor only', async () => {
    const [one, other] = [await reserveRoot(), await reserveRoot()]
    await abandonTransaction(database, one.transaction)
    const open = await readOpenAnchors(database)
    const read = (id: string) => open.find((anchor) => anchor.id === id)
    expect(open).toHaveLength(2)
    expect(read(one.id)).toMatchObject({
      transaction: null,
      attempts: [],
      abandonedAttempts: [{ hash: one.attempt.hash }],
    })
    expect(read(other.id)).toMatchObject({
      attempts: [{ hash: other.attempt.hash }],
      abandonedAttempts: [],
    })
  })

  test('signs nothing for an anchor that has a transaction', async () => {
    const { id } = await reserveRoot()
    const sign = async () => {
      throw new Error('signed again')
    }
    expect(await reserveFor(id, {}, sign)).toBe('already_stored')
  })

  test('stores nothing if signing fails', async () => {
    const { id } = await sealRoot(database)
    const sign = async () => {
      throw new Error('no key')
    }
    await expect(reserveFor(id, {}, sign)).rejects.toThrow('no key')
    expect(await database.fork().count(EvmTransaction)).toBe(0)
  })

  test('stores one replacement of an attempt, even if two processes make one', async () => {
    const { attempt } = await reserveRoot()
    await recordReplacement(database, attempt, spending, signed())
    expect(await recordReplacement(database, attempt, spending, signed())).toBe('already_stored')
    expect(await database.fork().count(EvmAttempt)).toBe(2)
  })

  test('spends exactly the budget of a day, and no wei more', async () => {
    const dailyBudgetWei = 20_000n
    await reserveRoot()
    const { id } = await sealRoot(database)
    const dearer = { maxFee: 11n, priorityFee: 1n }
    expect(await reserveFor(id, { fees: dearer, dailyBudgetWei })).toBe('over_budget')
    expect(await reserveFor(id, { dailyBudgetWei })).toMatchObject({ attempt: { maxFee: 10n } })
  })

  test('counts only the dearest attempt of a transaction', async () => {
    const { attempt } = await reserveRoot()
    const fees = { maxFee: 30n, priorityFee: 2n }
    const replace = (dailyBudgetWei: bigint) =>
      recordReplacement(database, attempt, { fees, gas, dailyBudgetWei }, signed())
    expect(await replace(29_999n)).toBe('over_budget')
    expect(await replace(30_000n)).toMatchObject({ attempt: { ordinal: 2, maxFee: 30n } })
  })

  test('a node took an attempt once, which ends the requested retry of its transaction only', async () => {
    const [one, other] = [await reserveRoot(), await reserveRoot()]
    await requestRetry(database, one.id)
    await requestRetry(database, other.id)
    await recordSent(database, one.attempt)
    const { sentAt } = await findAttempt(one.attempt.hash)
    expect(sentAt).toBeInstanceOf(Date)
    expect((await findAttempt(other.attempt.hash)).sentAt ?? null).toBeNull()
    expect(await findTransaction(one.transaction.id)).toMatchObject({ retryRequested: false })
    expect(await findTransaction(other.transaction.id)).toMatchObject({ retryRequested: true })

    await database.fork().nativeUpdate(EvmAttempt, one.attempt.hash, { sentAt: new Date(0) })
    await recordSent(database, one.attempt)
    expect(await findAttempt(one.attempt.hash)).toMatchObject({ sentAt: new Date(0) })
  })

  test('abandons and retries the transaction of one anchor only', async () => {
    const [one, other] = [await reserveRoot(), await reserveRoot()]
    await abandonTransaction(database, one.transaction)
    await requestRetry(database, one.id)
    expect(await findTransaction(one.transaction.id)).toMatchObject({
      abandonedAt: expect.any(Date),
      retryRequested: false,
    })
    const { abandonedAt, retryRequested } = await findTransaction(other.transaction.id)
    expect([abandonedAt ?? null, retryRequested]).toEqual([null, false])
  })
})
