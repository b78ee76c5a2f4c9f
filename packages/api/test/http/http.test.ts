import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { details, newAdmin, newVisitor, placeOrder, type Visitor } from '../../testing/visitor.ts'

let app: TestApp
let admin: Visitor
beforeAll(async () => {
  app = await startTestApp({
    pages: {
      // As the site's files refuse a part of a build that is gone.
      middleware: async (ctx, next) => (ctx.path.startsWith('/assets/') ? ctx.throw(404) : next()),
      clear: () => {},
      contentSecurity: { scriptSources: [], styleSources: [] },
    },
  })
  admin = await newAdmin(app)
})
afterAll(() => app.close())

const order = async (visitor: Visitor, change: object) =>
  visitor.fetch('/api/create-order', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...details, ...change }),
  })

test('A character that no database text can hold is the fault of the request, wherever it stands', async () => {
  const visitor = newVisitor(app)
  await visitor.upload('la la la')
  const answer = await order(visitor, { firstName: 'A\0B' })
  expect([answer.status, await answer.json()]).toEqual([
    400,
    expect.objectContaining({ code: 'invalid_input' }),
  ])
  const searched = await admin.fetch('/api/admin/direct/orders?search=%00', {
    headers: { authorization: `Bearer ${admin.token}` },
  })
  expect(searched.status).toBe(400)
  const read = await visitor.fetch('/api/blog/posts/slug/%00')
  expect(read.status).toBe(404)
  expect((await order(visitor, {})).status).toBe(200)
})

test('What the site says is not there is a 404, not a failure of ours', async () => {
  const answer = await newVisitor(app).fetch('/assets/gone.js')
  expect([answer.status, await answer.json()]).toEqual([404, expect.objectContaining({ code: 'not_found' })])
})

test('Only who gets the file of an order has downloaded it', async () => {
  const orderId = await placeOrder(newVisitor(app))
  const downloads = async (method: string) => {
    const headers = { authorization: `Bearer ${admin.token}` }
    const answer = await admin.fetch(`/api/admin/orders/${orderId}/file`, { method, headers })
    await answer.arrayBuffer()
    const timeline = await admin.api.orders.timeline({ params: { id: orderId } })
    return [answer.status, timeline.filter(({ kind }) => kind === 'file_downloaded').length]
  }
  expect(await downloads('HEAD')).toEqual([200, 0])
  expect(await downloads('GET')).toEqual([200, 1])
})

test('A field that is not there at all is refused with its own sentence', async () => {
  const response = await newVisitor(app).fetch('/api/create-order', { method: 'POST', body: '{}' })
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({
    fields: { firstName: ['First name is required'], terms: ['You must accept the terms'] },
  })
})

test('What only a program can send wrong is told in plain words too', async () => {
  const confirm = await newVisitor(app).fetch('/api/confirm-payment', { method: 'POST', body: '{}' })
  expect(await confirm.json()).toMatchObject({ error: 'paymentIntentId is missing' })
  const intent = await newVisitor(app).fetch('/api/create-payment-intent', {
    method: 'POST',
    body: '{"orderId":"x"}',
  })
  expect(await intent.json()).toMatchObject({ error: 'orderId is not valid' })
  const list = await newVisitor(app).fetch('/api/create-order', { method: 'POST', body: '7' })
  expect(await list.json()).toMatchObject({ error: 'The request is not valid' })
})

test('The server says what it is, to anybody and without a cookie', async () => {
  const answer = await newVisitor(app).fetch('/api/about')
  expect(answer.headers.get('set-cookie')).toBeNull()
  expect(await answer.json()).toEqual({
    service: 'priormark',
    name: expect.any(String),
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
  })
})
