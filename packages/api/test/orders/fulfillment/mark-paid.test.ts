import { cancellationDays } from '@priormark/core/settings/policy/start-request'
import { afterAll, describe, expect, test } from 'vitest'
import { ProofLeaf } from '../../../src/proofs/leaves/batch-entities.ts'
import { startTestApp } from '../../../testing/test-app.ts'
import { askToStart, newAdmin, newVisitor, placeOrder, type Visitor } from '../../../testing/visitor.ts'

const app = await startTestApp()
const admin = await newAdmin(app)
afterAll(() => app.close())

const markPaid = (id: string) => admin.api.orders.change({ params: { id }, body: { paymentConfirmed: true } })
const orderOf = (id: string) => admin.api.orders.read({ params: { id } })
const countLeaves = (order: string) => app.database.fork().count(ProofLeaf, { order })
const laterOrders = async () => (await admin.api.anchors.queue({})).laterOrders

async function progressOf(customer: Visitor, orderId: string) {
  const { key } = await customer.api.orders.mine({ query: { orderId } })
  return customer.api.orderProgress.read({ params: { key: key ?? '' } })
}

describe('an order that an administrator marks as paid', () => {
  test('without a start request waits until the customer cannot cancel, and says until when', async () => {
    const customer = newVisitor(app)
    const id = await placeOrder(customer)
    const before = await laterOrders()
    const { status, paidAt, startsAt, startRequestedAt } = await markPaid(id)
    expect({ status, startRequestedAt }).toEqual({ status: 'paid', startRequestedAt: null })
    expect(Date.parse(startsAt ?? '') - Date.parse(paidAt ?? '')).toBe(cancellationDays * 86_400_000)
    expect(await progressOf(customer, id)).toMatchObject({ step: 'waiting', startsAt, proofId: null })
    expect(await countLeaves(id)).toBe(0)
    expect(await laterOrders()).toBe(before + 1)
  })

  test('starts as soon as the customer asks for it', async () => {
    const customer = newVisitor(app)
    const id = await placeOrder(customer)
    await markPaid(id)
    const before = await laterOrders()
    await askToStart(customer, id)
    expect(await orderOf(id)).toMatchObject({ startsAt: null, startRequestedAt: expect.any(String) })
    expect(await progressOf(customer, id)).toMatchObject({ startsAt: null, proofId: expect.any(String) })
    expect(await countLeaves(id)).toBe(1)
    expect(await laterOrders()).toBe(before - 1)
  })

  test('starts at once if the customer had asked for it', async () => {
    const customer = newVisitor(app)
    const id = await placeOrder(customer)
    await askToStart(customer, id)
    expect(await markPaid(id)).toMatchObject({ startsAt: null, startRequestedAt: expect.any(String) })
    expect(await countLeaves(id)).toBe(1)
  })
})
