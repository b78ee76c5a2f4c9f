import type { PaymentState } from '@priormark/core/orders/order'
import { describe, expect, it } from 'vitest'
import { giveUpPayment } from '../../../src/orders/payments/payment-sync.ts'
import { useSyncedPayments } from './payment-sync-fixtures.ts'

const { orderWithPayment, readOrder, readTimeline, fork } = useSyncedPayments()

describe('giveUpPayment', () => {
  it.each<PaymentState>(['unpaid', 'processing'])('closes a payment that is %s', async (paymentState) => {
    const { id, paymentId } = await orderWithPayment({ paymentState, refundedCents: 5 })
    await giveUpPayment(fork(), id, paymentId)
    expect(await readOrder(id)).toMatchObject({ paymentState: 'canceled', refundedCents: 5 })
    expect(await readTimeline(id)).toEqual([
      ['payment_state', 'system', `The payment service does not know ${paymentId}`],
    ])
  })

  it('leaves other payments, and those with a final state, unchanged', async () => {
    const { id } = await orderWithPayment()
    await giveUpPayment(fork(), id, 'pi_former')
    expect(await readOrder(id)).toMatchObject({ paymentState: 'unpaid' })
    const decided = await orderWithPayment({ paymentState: 'paid' })
    await giveUpPayment(fork(), decided.id, decided.paymentId)
    expect(await readOrder(decided.id)).toMatchObject({ paymentState: 'paid' })
    expect(await readTimeline(decided.id)).toEqual([])
  })
})
