import fc from 'fast-check'
import { propertyRuns } from '@priormark/core/testing/depth'
import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { EvmAttempt, EvmTransaction } from '../../../../src/proofs/anchors/evm/evm-transaction-entity.ts'
import { quoteFees, raiseFees, type FeeMarket } from '../../../../src/proofs/anchors/evm/evm-fees.ts'
import { driveToFinal, openEvmStand, type EvmStand } from '../../../../testing/evm-stand.ts'
import { sender, weiFromGwei } from '../../../../testing/evm-chain.ts'

const wei = fc.bigInt({ min: 0n, max: 10n ** 13n })
const market = fc.record({ baseFee: wei, tip: wei })

const limits = fc.record({ maxFeeWei: wei, maxTipWei: wei })

describe('fee calculation', () => {
  test('a quote pays for the next block, and exceeds neither limit', () => {
    fc.assert(
      fc.property(market, limits, (now, { maxFeeWei, maxTipWei }) => {
        const fees = quoteFees(now, { maxFeeWei, maxTipWei })
        if (typeof fees === 'string') return now.baseFee + now.tip > maxFeeWei
        return (
          fees.maxFee <= maxFeeWei &&
          fees.maxFee >= now.baseFee + fees.priorityFee &&
          (fees.priorityFee === now.tip || fees.priorityFee === maxTipWei / 2n) &&
          fees.priorityFee <= fees.maxFee
        )
      }),
      propertyRuns({ normal: 100, deep: 20_000 }),
    )
  })

  test('a raise is at least 12.5% for both fees, pays for the next block, and exceeds neither limit', () => {
    fc.assert(
      fc.property(market, market, limits, (then, now, { maxFeeWei, maxTipWei }) => {
        const former = quoteFees(then, { maxFeeWei, maxTipWei })
        if (typeof former === 'string') return true
        const fees = raiseFees(former, now, { maxFeeWei, maxTipWei })
        if (typeof fees === 'string') return true
        return (
          fees.maxFee * 1000n >= former.maxFee * 1125n &&
          fees.priorityFee * 1000n >= former.priorityFee * 1125n &&
          fees.priorityFee > former.priorityFee &&
          fees.maxFee >= now.baseFee + (now.tip < maxTipWei / 2n ? now.tip : maxTipWei / 2n) &&
          fees.priorityFee <= fees.maxFee &&
          fees.priorityFee <= maxTipWei &&
          fees.maxFee <= maxFeeWei
        )
      }),
      propertyRuns({ normal: 100, deep: 20_000 }),
    )
  })

  test('a raise is rejected only if a limit forbids it', () => {
    const former = { maxFee: 80n, priorityFee: 8n }
    const raise = (market: FeeMarket, maxFeeWei: bigint, maxTipWei = 100n) =>
      raiseFees(former, market, { maxFeeWei, maxTipWei })
    expect(raise({ baseFee: 10n, tip: 1n }, 90n)).toEqual({ maxFee: 90n, priorityFee: 9n })
    expect(raise({ baseFee: 10n, tip: 1n }, 89n)).toBe('feeAboveLimit')
    expect(raise({ baseFee: 200n, tip: 1n }, 150n)).toBe('feeAboveLimit')
    expect(raise({ baseFee: 10n, tip: 1n }, 90n, 9n)).toEqual({ maxFee: 90n, priorityFee: 9n })
    expect(raise({ baseFee: 10n, tip: 1n }, 90n, 8n)).toBe('tipAboveLimit')
  })

  test('a quote may reach the limit', () => {
    const limits = { maxFeeWei: 100n, maxTipWei: 4n }
    expect(quoteFees({ baseFee: 98n, tip: 2n }, limits)).toEqual({ maxFee: 100n, priorityFee: 2n })
    expect(quoteFees({ baseFee: 99n, tip: 2n }, limits)).toBe('feeAboveLimit')
  })

  test('raises a tip of zero', () => {
    const raised = raiseFees(
      { maxFee: 80n, priorityFee: 0n },
      { baseFee: 10n, tip: 0n },
      { maxFeeWei: 100n, maxTipWei: 4n },
    )
    expect(raised).toEqual({ maxFee: 90n, priorityFee: 1n })
  })
})

describe('EVM fees', () => {
  let stand: EvmStand

  beforeEach(async () => {
    stand = await openEvmStand()
  })

  afterEach(() => stand.close())

  const setBaseFee = async (fee: bigint) => {
    await stand.chain.call('anvil_setNextBlockBaseFeePerGas', `0x${fee.toString(16)}`)
    await stand.chain.mine()
  }
  const attempts = () =>
    stand.database.fork().findAll(EvmAttempt, {
      orderBy: [{ ordinal: 'asc' }, { transaction: { nonce: 'asc' } }],
      populate: ['transaction'],
    })

  test('replaces a transaction with an outdated fee under the same nonce, and only one is mined', async () => {
    const port = stand.open()
    const { id, root } = await stand.seal()
    await port.advance()
    const [first] = await attempts()
    await setBaseFee((first?.maxFee ?? 0n) * 3n)
    expect(await stand.chain.timesRecorded(root)).toBe(0)
    await port.advance()
    const [, second] = await attempts()
    expect(second?.transaction.nonce).toBe(first?.transaction.nonce)
    expect((second?.maxFee ?? 0n) * 1000n).toBeGreaterThanOrEqual((first?.maxFee ?? 0n) * 1125n)
    expect((second?.priorityFee ?? 0n) * 1000n).toBeGreaterThanOrEqual((first?.priorityFee ?? 0n) * 1125n)
    await driveToFinal(stand, port, id)
    expect(await stand.read(id)).toMatchObject({ evidence: { transactionHash: second?.hash } })
    expect(await stand.chain.timesRecorded(root)).toBe(1)
  })

  test('accepts whichever attempt is mined as evidence, including an earlier one', async () => {
    const port = stand.open()
    const { id, root } = await stand.seal()
    await port.advance()
    const [first] = await attempts()
    await setBaseFee((first?.maxFee ?? 0n) * 3n)
    await port.advance()
    const [, second] = await attempts()
    // The node loses the replacement, keeps the first attempt, and the fee falls.
    await stand.chain.call('anvil_dropTransaction', second?.hash)
    await stand.chain.call('eth_sendRawTransaction', first?.raw).catch(() => undefined)
    await setBaseFee(1_000_000_000n)
    await stand.chain.call('eth_sendRawTransaction', first?.raw).catch(() => undefined)
    await stand.chain.mine()
    await driveToFinal(stand, port, id)
    expect(await stand.read(id)).toMatchObject({ evidence: { transactionHash: first?.hash } })
    expect(await stand.chain.timesRecorded(root)).toBe(1)
  })

  test('raises the fee of a transaction that is next in line and waits too long', async () => {
    const port = stand.open({ replaceAfterMs: 0 })
    const { id, root } = await stand.seal()
    await port.advance()
    await port.advance()
    expect(await attempts()).toHaveLength(2)
    await driveToFinal(stand, port, id)
    expect(await stand.chain.timesRecorded(root)).toBe(1)
  })

  test('does not raise the fee of a transaction that waits for an earlier one', async () => {
    const port = stand.open({ replaceAfterMs: 0 })
    await stand.seal()
    await stand.seal()
    await port.advance()
    await port.advance()
    expect((await attempts()).map(({ transaction, ordinal }) => [transaction.nonce, ordinal])).toEqual([
      [0, 1],
      [1, 1],
      [0, 2],
    ])
  })

  test("raises the fee immediately on an administrator's request", async () => {
    const port = stand.open()
    const { id } = await stand.seal()
    await port.advance()
    await port.advance()
    expect(await attempts()).toHaveLength(1)
    await port.retry(id)
    await port.advance()
    await port.advance()
    expect(await attempts()).toHaveLength(2)
  })

  test('signs nothing above the limit, reports the limit, and continues when the fee falls', async () => {
    const port = stand.open()
    const { id, root } = await stand.seal()
    await setBaseFee(weiFromGwei(300))
    await port.advance()
    const waiting = await stand.read(id)
    expect(waiting.state).toBe('queued')
    expect(waiting.stuckReason).toBe(
      'Testchain requires a higher fee than you allow. Recording continues automatically when the fee falls; to continue now, set EVM_MAX_FEE_GWEI above 100.',
    )
    expect(await stand.database.fork().count(EvmTransaction)).toBe(0)
    await setBaseFee(1_000_000_000n)
    await driveToFinal(stand, port, id)
    expect((await stand.read(id)).stuckReason).toBeNull()
    expect(await stand.chain.timesRecorded(root)).toBe(1)
  })

  test('keeps a sent transaction if raising its fee would exceed the limit', async () => {
    const port = stand.open({}, { maxFeeWei: weiFromGwei(4) })
    const { id, root } = await stand.seal()
    await port.advance()
    await setBaseFee(weiFromGwei(8))
    await port.advance()
    expect(await attempts()).toHaveLength(1)
    expect((await stand.read(id)).stuckReason).toContain('EVM_MAX_FEE_GWEI above 4')
    await setBaseFee(weiFromGwei(1))
    await driveToFinal(stand, port, id)
    expect(await stand.chain.timesRecorded(root)).toBe(1)
  })

  test('reports an address without funds, and continues with the same bytes after funding', async () => {
    const Hex = v.string()
    const balance = await stand.chain.rpc(Hex, 'eth_getBalance', sender, 'latest')
    await stand.chain.call('anvil_setBalance', sender, '0x1')
    const port = stand.open()
    const { id, root } = await stand.seal()
    await port.advance()
    expect((await stand.read(id)).stuckReason).toBe(
      `The address ${sender} does not have enough funds on Testchain for the fee. Recording continues automatically once you send it some.`,
    )
    await stand.chain.call('anvil_setBalance', sender, balance)
    await driveToFinal(stand, port, id)
    expect(await attempts()).toHaveLength(1)
    expect(await stand.chain.timesRecorded(root)).toBe(1)
  })
})
