import { maxNameLength } from '@priormark/core/platform/limits'
import { propertyRuns } from '@priormark/core/testing/depth'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { findPaidByAddress } from '../../../src/orders/customers/customer-service.ts'
import { readOrderPage } from '../../../src/orders/order-list.ts'
import { startTestApp } from '../../../testing/test-app.ts'
import { newAdmin, newVisitor, payOutside, placeOrder } from '../../../testing/visitor.ts'

const app = await startTestApp()
const admin = await newAdmin(app)
afterAll(() => app.close())

const address = 'Ann.Customer+works@Example.org'

/** A letter that is 18 letters in the text for searches, letters of four bytes, and all others. */
const letters = fc.oneof(
  fc.constant('\ufdfa'),
  fc.constant('\u{1F3B5}'),
  fc.string({ unit: 'grapheme', maxLength: 1 }),
)

/** Names that the form accepts: `x` is a letter that it does not trim. */
const name = fc
  .array(letters, { maxLength: maxNameLength, size: 'max' })
  .map((parts) =>
    `x${parts.join('')}`.toWellFormed().replaceAll('\0', '').slice(0, maxNameLength).toWellFormed(),
  )

/** The same address, as another keyboard wrote it. */
const anyCase = fc
  .array(fc.boolean(), { minLength: address.length, maxLength: address.length })
  .map((isUpper) =>
    Array.from(address, (letter, index) =>
      isUpper[index] ? letter.toUpperCase() : letter.toLowerCase(),
    ).join(''),
  )

async function ordersOf(orderId: string): Promise<string[]> {
  const { orders } = await admin.api.customers.read({ params: { id: orderId } })
  return orders.map(({ id }) => id)
}

describe('the orders of a customer', () => {
  test('are found by the address, whatever the names are', async () => {
    const first = await placeOrder(newVisitor(app), { email: address })
    await fc.assert(
      fc.asyncProperty(name, name, name, anyCase, async (firstName, lastName, projectName, email) => {
        const id = await placeOrder(newVisitor(app), { firstName, lastName, projectName, email })
        expect(await ordersOf(first)).toContain(id)
        expect(await ordersOf(id)).toContain(first)
      }),
      propertyRuns({ normal: 15, deep: 60 }),
    )
  })

  test('include those with the longest names, also for the links and the search', async () => {
    const email = 'longest@example.org'
    const longest = '\ufdfa'.repeat(maxNameLength)
    const plain = await placeOrder(newVisitor(app), { email })
    const visitor = newVisitor(app)
    const long = await placeOrder(visitor, {
      email,
      firstName: longest,
      lastName: longest,
      projectName: longest,
    })
    await payOutside(visitor, admin, long)

    expect(await ordersOf(plain)).toEqual([plain, long])
    const em = app.database.fork()
    expect((await findPaidByAddress(em, email)).map(({ id }) => id)).toEqual([long])
    const filter = { tab: 'all', search: email, date: 'ordered', from: '', to: '' } as const
    const { rows } = await readOrderPage(em, filter, { page: 1, limit: 10 })
    expect(rows.map(({ id }) => id)).toEqual([long, plain])
  })

  test('are not those of a longer or similar address', async () => {
    const one = await placeOrder(newVisitor(app), { email: 'ann_b@example.org' })
    await placeOrder(newVisitor(app), { email: 'annxb@example.org' })
    await placeOrder(newVisitor(app), { email: 'joann_b@example.org' })
    expect(await ordersOf(one)).toEqual([one])
  })
})
