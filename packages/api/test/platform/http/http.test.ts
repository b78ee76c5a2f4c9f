import { afterAll, expect, test } from 'vitest'
import { startTestApp } from '../../../testing/test-app.ts'
import { details, newAdmin, newVisitor, placeOrder, type Visitor } from '../../../testing/visitor.ts'

const app = await startTestApp({
  pages: {
    // Like the site when a script requests a file of an earlier build.
    middleware: async (ctx, next) => {
      if (ctx.path === '/broken') throw new Error('The page cannot be rendered')
      return ctx.path.startsWith('/assets/') ? ctx.throw(404) : next()
    },
    respondFromCache: () => false,
    contentSecurity: { scriptSources: [], styleSources: [] },
  },
})
const admin = await newAdmin(app)
afterAll(() => app.close())

const order = async (visitor: Visitor, change: object) =>
  visitor.fetch('/api/create-order', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...details, ...change }),
  })

test('rejects a character that PostgreSQL cannot store, wherever it is', async () => {
  const visitor = newVisitor(app)
  await visitor.upload('la la la')
  const reply = await order(visitor, { firstName: 'A\0B' })
  expect([reply.status, await reply.json()]).toEqual([
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

test('responds 404 when the site reports a missing file', async () => {
  const reply = await newVisitor(app).fetch('/assets/gone.js')
  expect([reply.status, await reply.json()]).toEqual([404, expect.objectContaining({ code: 'not_found' })])
})

test('shows a page to a person, and JSON to a program, when a page cannot be rendered', async () => {
  const visitor = newVisitor(app)
  const page = await visitor.fetch('/broken', { headers: { accept: 'text/html,*/*;q=0.8' } })
  expect(page.status).toBe(500)
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
  const text = await page.text()
  expect(text).toContain('<h1>This page couldn’t be loaded</h1>')
  expect(text).toMatch(/quote [\da-f-]{36}\./)
  const reply = await visitor.fetch('/broken')
  expect([reply.status, await reply.json()]).toEqual([500, expect.objectContaining({ code: 'internal' })])
})

test('records a download only for the person who gets the file', async () => {
  const orderId = await placeOrder(newVisitor(app))
  const downloads = async (method: string) => {
    const headers = { authorization: `Bearer ${admin.token}` }
    const reply = await admin.fetch(`/api/admin/orders/${orderId}/file`, { method, headers })
    await reply.arrayBuffer()
    const timeline = await admin.api.orders.timeline({ params: { id: orderId } })
    return [reply.status, timeline.filter(({ kind }) => kind === 'file_downloaded').length]
  }
  expect(await downloads('HEAD')).toEqual([200, 0])
  expect(await downloads('GET')).toEqual([200, 1])
})

test('rejects a missing field with its own message', async () => {
  const response = await newVisitor(app).fetch('/api/create-order', { method: 'POST', body: '{}' })
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({
    fields: { firstName: ['First name is required'], terms: ['You must accept the terms'] },
  })
})

test('describes errors that only a program can make in plain words too', async () => {
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

test('identifies the server to anyone, without setting a cookie', async () => {
  const reply = await newVisitor(app).fetch('/api/about')
  expect(reply.headers.get('set-cookie')).toBeNull()
  expect(await reply.json()).toEqual({
    service: 'priormark',
    name: expect.any(String),
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
  })
})
