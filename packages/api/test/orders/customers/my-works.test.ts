import type { Shop } from '@priormark/core/settings/groups'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sendLinksHandler } from '../../../src/orders/emails/send-links.ts'
import type { JobData } from '../../../src/platform/jobs/job-queue.ts'
import type { OutgoingMail } from '../../../src/platform/mail/mail-transport.ts'
import { Order } from '../../../src/order-book/order-entity.ts'
import { silentLog } from '../../../testing/silent-log.ts'
import { fixedSettings } from '../../../testing/fixed-settings.ts'
import { startTestApp, testShop, type TestApp } from '../../../testing/test-app.ts'
import { findHealthIssue } from '../../../testing/find-health-issue.ts'
import { newAdmin, newVisitor, payOutside, placeOrder } from '../../../testing/visitor.ts'
import { paidOrder } from '../../proofs/proofs-fixtures.ts'

let app: TestApp

beforeEach(async () => {
  app = await startTestApp()
})
afterEach(() => app.close())

const ask = (email: string) => newVisitor(app).api.myWorks.sendLinks({ body: { email } })

/** Runs the queued jobs and returns the emails that they send. */
async function sentMails(shop: Shop = testShop): Promise<OutgoingMail[]> {
  const sent: OutgoingMail[] = []
  const transport = { send: async (mail: OutgoingMail) => void sent.push(mail) }
  const handle = sendLinksHandler({
    database: app.database,
    transport,
    settings: fixedSettings(shop),
    log: silentLog,
  })
  for (const { data } of linkJobs()) await handle(data, new AbortController().signal)
  return sent
}

function linkJobs(): { data: JobData['send-links'] }[] {
  return app.queued.flatMap(({ data }) => (isLinksData(data) ? [{ data }] : []))
}

function isLinksData(data: TestApp['queued'][number]['data']): data is JobData['send-links'] {
  return 'requestedAt' in data
}

const pageOf = ({ key }: { key: string }) => `${testShop.publicUrl}/order/${key}`

describe('the links to a customer’s orders', () => {
  test('are sent to the address in one email, without those of other customers', async () => {
    const email = 'grace@example.org'
    const mine = [
      await paidOrder(app, { email, projectName: 'One' }),
      await paidOrder(app, { email: 'Grace@Example.org' }),
    ]
    const other = await paidOrder(app, { email: 'o.grace@example.org' })
    expect(await ask('GRACE@example.org ')).toEqual({ success: true })
    const [mail, ...more] = await sentMails()
    expect(more).toEqual([])
    expect(mail?.to.address.toLowerCase()).toBe(email)
    for (const order of mine) {
      expect(mail?.text).toContain(pageOf(order))
      expect(mail?.html).toContain(`href="${pageOf(order)}"`)
    }
    expect(mail?.text).not.toContain(other.key)
    expect(JSON.stringify(linkJobs()), 'jobs contain only ids').not.toContain('example.org')
  })

  test('the response and the queue do not reveal whether the address has orders', async () => {
    expect(await ask('nobody@example.org')).toEqual({ success: true })
    expect(linkJobs()).toMatchObject([{ data: { orderId: null } }])
    expect(await sentMails()).toEqual([])
  })

  test('are only those of paid orders, since anyone can order under an address without paying', async () => {
    const email = 'grace@example.org'
    const bait = { email, projectName: 'Your account is blocked, see phishing.example' }
    await placeOrder(newVisitor(app), bait)
    await ask(email)
    expect(linkJobs()).toMatchObject([{ data: { orderId: null } }])
    const paid = await paidOrder(app, { email })
    await placeOrder(newVisitor(app), bait)
    await ask(email)
    const [mail, ...more] = await sentMails()
    expect(more).toEqual([])
    expect(mail?.text).toContain(pageOf(paid))
    expect(mail?.text).not.toContain('phishing')
  })

  test('are sent three times a day at most, with the same response afterwards', async () => {
    await paidOrder(app, { email: 'grace@example.org' })
    for (let times = 0; times < 5; times++) expect(await ask('grace@example.org')).toEqual({ success: true })
    expect(await sentMails()).toHaveLength(3)
    await app.database.fork().execute("update rate_limit set window_ends_at = now() - interval '1 second'")
    await ask('grace@example.org')
    expect(await sentMails()).toHaveLength(4)
  })

  test('are sent to the browser of the customer also after a stranger has used up the limit', async () => {
    const customer = newVisitor(app)
    const orderId = await placeOrder(customer, { email: 'grace@example.org' })
    await payOutside(customer, await newAdmin(app), orderId)
    for (let times = 0; times < 3; times++) await ask('grace@example.org')
    expect(await sentMails()).toHaveLength(3)
    expect(await findHealthIssue(app.database, 'links_limited')).toBeUndefined()
    await ask('grace@example.org')
    expect(await sentMails()).toHaveLength(3)
    expect(await findHealthIssue(app.database, 'links_limited')).toMatchObject({ orders: [orderId] })
    await customer.api.myWorks.sendLinks({ body: { email: 'grace@example.org' } })
    expect(await sentMails()).toHaveLength(4)
    const customerOfAnother = newVisitor(app)
    await placeOrder(customerOfAnother)
    await customerOfAnother.api.myWorks.sendLinks({ body: { email: 'grace@example.org' } })
    expect(await sentMails()).toHaveLength(4)
  })

  test('are not sent if the customer was erased meanwhile', async () => {
    const { id } = await paidOrder(app, { email: 'grace@example.org' })
    await ask('grace@example.org')
    await app.database.fork().nativeUpdate(Order, { id }, { erasedAt: new Date(), email: '' })
    expect(await sentMails()).toEqual([])
  })
})

test('a customer with an address in an international domain gets emails, and is found by what they typed', async () => {
  const typed = 'zoe@münchen.de'
  const stored = 'zoe@xn--mnchen-3ya.de'
  const { id, key } = await paidOrder(app, { email: `\u200B${typed}\u200E ` })
  expect(await app.database.fork().findOneOrFail(Order, { id })).toMatchObject({ email: stored })

  await ask(typed)
  const [mail] = await sentMails()
  expect(mail?.to.address).toBe(stored)
  expect(mail?.text).toContain(pageOf({ key }))

  const { api } = await newAdmin(app)
  for (const search of [typed, stored, 'münchen']) {
    const orders = await api.orders.list({ query: { search } })
    expect(orders.map(({ email }) => email)).toEqual([typed])
  }
  const params = { id }
  expect(await api.customers.read({ params })).toMatchObject({ email: typed })
  await api.orders.change({
    params,
    body: { status: 'completed', blockchainLink: 'https://example.org/tx/1' },
  })
  await api.customers.erase({ params, body: { email: typed } })
  expect(await api.orders.read({ params })).toMatchObject({ email: '' })
})
