import { afterAll, describe, expect, test } from 'vitest'
import { administrator } from '../../../testing/administrator.ts'
import { startTestApp } from '../../../testing/test-app.ts'
import { details, newVisitor, placeOrder, refusal, type Visitor } from '../../../testing/visitor.ts'

const app = await startTestApp({ https: true, trustedProxies: { hops: 1 }, stripeStandIn: null })
afterAll(() => app.close())

const behindTls = (): Visitor =>
  newVisitor(app, {
    'sec-fetch-site': 'same-origin',
    'x-forwarded-for': '203.0.113.5',
    'x-forwarded-proto': 'https',
  })

describe('over https', () => {
  test('the cookies of visitors and administrators have names that no other host can set', async () => {
    const visitor = behindTls()
    await placeOrder(visitor)
    const admin = behindTls()
    const login = await admin.fetch('/api/admin/direct/login', {
      method: 'POST',
      body: JSON.stringify(administrator),
    })
    for (const cookie of login.headers.getSetCookie()) {
      expect(cookie).toMatch(/^__Host-priormark(\.sig)?=[^;]+; path=\/; .*secure; httponly/i)
      expect(cookie).not.toMatch(/domain/i)
    }
    expect([...visitor.cookies.keys()]).toEqual(['__Host-priormark', '__Host-priormark.sig'])
    expect([...admin.cookies.keys()]).toEqual(['__Host-priormark', '__Host-priormark.sig'])
  })
})

test('over http the cookies have plain names, since browsers reject the others', async () => {
  const plain = await startTestApp()
  const visitor = newVisitor(plain)
  await placeOrder(visitor)
  expect([...visitor.cookies.keys()]).toEqual(['priormark', 'priormark.sig'])
  await plain.close()
})

test('tells a browser whether it keeps cookies', async () => {
  const keeping = behindTls()
  expect(await keeping.api.about.cookie()).toEqual({ isKept: false })
  expect(await keeping.api.about.cookie()).toEqual({ isKept: true })
  const uploading = behindTls()
  await uploading.upload('kept')
  expect(await uploading.api.about.cookie()).toEqual({ isKept: true })
  const blocking = behindTls()
  await blocking.upload('lost')
  blocking.cookies.clear()
  expect(await blocking.api.about.cookie()).toEqual({ isKept: false })
})

describe('an order', () => {
  test('is not visible to someone who planted the session in which it was created', async () => {
    const attacker = behindTls()
    await attacker.upload('bait')
    const victim = behindTls()
    for (const [name, value] of attacker.cookies) victim.cookies.set(name, value)
    const orderId = await placeOrder(victim)
    expect(await refusal(attacker.api.orders.mine({ query: { orderId } }))).toMatchObject({ status: 404 })
    expect(await refusal(attacker.api.orders.mine())).toMatchObject({ status: 404 })
    const session = await attacker.api.payments.open({ body: { orderId } })
    expect(session.order).toMatchObject({ work: null, key: null })
    expect(await victim.api.orders.mine()).toMatchObject({ orderId, key: expect.any(String) })
  })

  test('does not include a customer’s details if someone who planted the session created it from their upload', async () => {
    const attacker = behindTls()
    await attacker.upload('bait')
    const victim = behindTls()
    for (const [name, value] of attacker.cookies) victim.cookies.set(name, value)
    const { uploadId } = await victim.upload('a work')
    const email = 'mallory@example.com'
    await attacker.api.orders.create({ body: { ...details, email } })
    const call = victim.api.orders.create({ body: { ...details, uploadId } })
    expect(await refusal(call)).toMatchObject({ status: 400, code: 'no_file' })
    expect(await attacker.api.orders.mine()).toMatchObject({ email })
  })

  test('is found again by a repeated request whose first response was lost', async () => {
    const visitor = behindTls()
    const { uploadId } = await visitor.upload('a work')
    const before = new Map(visitor.cookies)
    const create = () => visitor.api.orders.create({ body: { ...details, uploadId } })
    const { orderId } = await create()
    visitor.cookies.clear()
    for (const [name, value] of before) visitor.cookies.set(name, value)
    expect(await create()).toMatchObject({ orderId })
    expect(await visitor.api.orders.mine()).toMatchObject({ orderId, key: expect.any(String) })
  })

  test('remains accessible to its visitor when others follow', async () => {
    const visitor = behindTls()
    const orders = []
    for (let n = 0; n < 4; n += 1) orders.push(await placeOrder(visitor))
    for (const orderId of orders)
      expect(await visitor.api.orders.mine({ query: { orderId } })).toMatchObject({ orderId, work: {} })
    expect(await visitor.api.orders.mine()).toMatchObject({ orderId: orders.at(-1) })
  })

  test('keeps the cookie small enough for browsers, however many orders a visitor creates', async () => {
    const visitor = behindTls()
    for (let n = 0; n < 45; n += 1) await placeOrder(visitor)
    expect(visitor.cookies.get('__Host-priormark')?.length).toBeLessThan(3_500)
  })
})
