import { vatCents } from '@priormark/core/orders/books/vat'
import { afterAll, describe, expect, test } from 'vitest'
import { Order } from '../../../src/order-book/order-entity.ts'
import { composeReceipt } from '../../../src/orders/books/receipt.ts'
import { startTestApp, testShop } from '../../../testing/test-app.ts'
import { newAdmin, newVisitor, placeOrder } from '../../../testing/visitor.ts'

const app = await startTestApp()
const admin = await newAdmin(app)
afterAll(() => app.close())

const paidAt = new Date('2026-11-03T03:30:00Z')
const order = {
  id: '0b8a3c9e-6f1d-4a52-9a37-5f7c2b1d8e60',
  number: 1042,
  projectName: 'Night Ferry',
  amountCents: 897,
  vat: null,
  trader: null,
}
const issuer = { shop: testShop, timeZone: 'America/New_York', refunds: [] }
const linesOf = (content: ReturnType<typeof composeReceipt>) =>
  content.lines.map(({ text, value }) => (value === undefined ? text : `${text}: ${value}`))

describe('a receipt', () => {
  test('has number, trader, item, amount and the day of the payment, and says that no VAT is charged', () => {
    const content = composeReceipt(order, paidAt, issuer)
    expect(content.title).toBe('Receipt #1042')
    expect(linesOf(content)).toEqual([
      testShop.tradingName,
      testShop.tradingAddress,
      testShop.supportEmail,
      'Paid on Nov 2, 2026',
      `Order ${order.id}`,
      'Recording of “Night Ferry” on a blockchain: $8.97',
      'No VAT charged',
      'Total paid, in US dollars: $8.97',
    ])
  })

  test('names the trader of the time of the order, after another one took over the shop', () => {
    const trader = {
      name: 'Seal',
      tradingName: 'Ada Example',
      tradingAddress: '1 Old Street, London',
      supportEmail: 'help@example.org',
    }
    const content = composeReceipt({ ...order, trader }, paidAt, issuer)
    expect(content.issuer).toBe('Seal')
    expect(linesOf(content).slice(0, 3)).toEqual(['Ada Example', '1 Old Street, London', 'help@example.org'])
  })

  test('has the VAT that the price includes, and what was refunded', () => {
    const refunds = [{ amountCents: 200, refundedAt: new Date('2026-11-05T12:00:00Z') }]
    const vat = { number: 'GB123456789', percent: 20 }
    const lines = linesOf(composeReceipt({ ...order, vat }, paidAt, { ...issuer, refunds }))
    expect(lines.slice(6)).toEqual([
      'VAT at 20%, included: $1.50',
      'Without VAT: $7.47',
      'VAT number GB123456789',
      'Total paid, in US dollars: $8.97',
      'Refunded on Nov 5, 2026: −$2.00',
    ])
    expect(vatCents(897, { ...vat, percent: 0 })).toBe(0)
  })

  test('is at the link of a paid order, with the VAT of the time of the order', async () => {
    const { business } = await admin.api.settings.read()
    const change = (version: number, vatNumber: string) =>
      admin.api.settings.business({ body: { version, values: { ...business.values, vatNumber } } })
    const { version } = await change(business.version, 'GB123456789')
    const id = await placeOrder(newVisitor(app))
    await change(version, '')
    const { accessKey, trader, vat } = await app.database.fork().findOneOrFail(Order, id)
    expect(trader).toMatchObject({ tradingName: testShop.tradingName })
    expect(vat).toEqual({ number: 'GB123456789', percent: 20 })
    const read = (key: string) => fetch(`${app.url}/api/orders/${key}/receipt.pdf`)
    expect((await read(accessKey)).status).toBe(404)
    await admin.api.orders.change({ params: { id }, body: { paymentConfirmed: true } })
    const receipt = await read(accessKey)
    expect(receipt.headers.get('content-disposition')).toMatch(/receipt-\d+\.pdf/)
    expect((await receipt.text()).slice(0, 5)).toBe('%PDF-')
    expect((await read('A'.repeat(43))).status).toBe(404)
  })
})
