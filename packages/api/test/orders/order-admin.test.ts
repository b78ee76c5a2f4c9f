import { orderEndpoints } from '@priormark/core/orders/endpoints'
import type { OrderChange } from '@priormark/core/orders/order'
import type * as v from 'valibot'
import { afterAll, describe, expect, test } from 'vitest'
import { startTestApp, unknownId } from '../../testing/test-app.ts'
import { details, newAdmin, newVisitor, placeOrder, refusal } from '../../testing/visitor.ts'

const app = await startTestApp()
const admin = await newAdmin(app)
afterAll(() => app.close())

const kinds = async (id: string) =>
  (await admin.api.orders.timeline({ params: { id } })).map(({ kind }) => kind)

describe('the list', () => {
  test('returns an array with the total in a header, newest first', async () => {
    await placeOrder(newVisitor(app))
    const ids = [await placeOrder(newVisitor(app)), await placeOrder(newVisitor(app))]
    const { body, header } = await admin.client.request(orderEndpoints.list, { query: { limit: 2 } })
    expect(body.map(({ id }) => id)).toEqual(ids.toReversed())
    expect(Number(header('x-total-count'))).toBeGreaterThan(2)
    const next = await admin.api.orders.list({ query: { limit: 1, page: 2 } })
    expect(next[0]?.id).toBe(ids[0])
  })

  test.each(['ADA LACE', 'lace-smith', 'josé ADA+z', 'JOSE', 'ada+z@EXAMPLE', 'zebra crossing'])(
    'finds %j in names, email address and project, ignoring case and accents',
    async (search) => {
      const id = await placeOrder(newVisitor(app), {
        firstName: 'Ada',
        lastName: 'Lace-Smith José',
        email: 'ada+z@example.org',
        projectName: 'Zebra Crossing',
      })
      const orders = await admin.api.orders.list({ query: { search } })
      expect(orders.map((order) => order.id)).toContain(id)
    },
  )

  test('finds an order by its id, and treats wildcards of LIKE literally', async () => {
    const id = await placeOrder(newVisitor(app), { projectName: '100% snow_drop' })
    const ids = async (search: string) =>
      (await admin.api.orders.list({ query: { search } })).map((order) => order.id)
    expect(await ids(id.toUpperCase())).toEqual([id])
    expect(await ids('100% snow_')).toEqual([id])
    expect(await ids('snowXdrop')).toEqual([])
    expect(await ids('1_0%')).toEqual([])
  })

  test('splits orders into the tabs of the specification', async () => {
    const search = `tabs ${Math.random()}`
    const place = () => placeOrder(newVisitor(app), { projectName: search })
    const pending = await place()
    const paid = await place()
    const completed = await place()
    await admin.api.orders.change({ params: { id: paid }, body: { paymentConfirmed: true } })
    await admin.api.orders.change({
      params: { id: completed },
      body: { paymentConfirmed: true, blockchainLink: 'https://example.org/tx/1', status: 'completed' },
    })
    const tab = async (name: 'to-fulfill' | 'all' | 'pending' | 'paid' | 'completed') =>
      (await admin.api.orders.list({ query: { tab: name, search } })).map(({ id }) => id).toSorted()
    expect(await tab('to-fulfill')).toEqual([paid])
    expect(await tab('pending')).toEqual([pending])
    expect(await tab('paid')).toEqual([paid])
    expect(await tab('completed')).toEqual([completed])
    expect(await tab('all')).toEqual([pending, paid, completed].toSorted())
  })

  test.each(['tab=late', 'page=0', 'limit=501', 'limit=x', 'page=1e3', `search=${'x'.repeat(201)}`])(
    'rejects %s',
    async (query) => {
      const headers = { authorization: `Bearer ${admin.token}` }
      expect((await admin.fetch(`/api/admin/direct/orders?${query}`, { headers })).status).toBe(400)
    },
  )
})

describe('changing an order', () => {
  const change = (id: string, body: v.InferInput<typeof OrderChange>) =>
    admin.api.orders.change({ params: { id }, body })

  test('marks it as paid once, however often it is requested', async () => {
    const id = await placeOrder(newVisitor(app))
    const before = app.queued.length
    const orders = await Promise.all(Array.from({ length: 5 }, () => change(id, { paymentConfirmed: true })))
    expect(orders.every((order) => order.status === 'paid' && order.paymentConfirmed)).toBe(true)
    expect(app.queued.slice(before).map(({ name }) => name)).toEqual(['send-mail'])
    expect(await kinds(id)).toEqual(['created', 'marked_paid', 'mail_queued'])
  })

  test('adds the link, completes the order and queues an email', async () => {
    const id = await placeOrder(newVisitor(app))
    await change(id, { paymentConfirmed: true })
    const link = 'https://example.org/tx/0xabc'
    const order = await change(id, { blockchainLink: link, status: 'completed' })
    expect(order).toMatchObject({
      status: 'completed',
      blockchainLink: link,
      completedAt: expect.any(String),
    })
    expect((await kinds(id)).slice(-2)).toEqual(['link_added', 'mail_queued'])
    const again = await change(id, { blockchainLink: 'https://example.org/tx/0xdef', status: 'completed' })
    expect(again.blockchainLink).toBe('https://example.org/tx/0xdef')
    // The confirmation, the fulfillment, and the corrected fulfillment; the same link again changes nothing.
    await change(id, { blockchainLink: 'https://example.org/tx/0xdef', status: 'completed' })
    expect((await kinds(id)).filter((kind) => kind === 'mail_queued')).toHaveLength(3)
  })

  test('before payment rejects the link and the fulfillment email', async () => {
    const id = await placeOrder(newVisitor(app))
    for (const body of [
      { blockchainLink: 'https://example.org/tx/1', status: 'completed' as const },
      { fulfillmentEmailSent: true as const },
    ]) {
      expect(await refusal(change(id, body))).toMatchObject({
        status: 409,
        serverMessage: 'The payment of this order is not confirmed yet',
      })
    }
    expect(await admin.api.orders.read({ params: { id } })).toMatchObject({
      status: 'pending',
      blockchainLink: null,
    })
  })

  test('marks emails as sent manually, each once', async () => {
    const id = await placeOrder(newVisitor(app))
    await change(id, { confirmationEmailSent: true })
    await change(id, { paymentConfirmed: true })
    const order = await change(id, { confirmationEmailSent: true, fulfillmentEmailSent: true })
    expect(order).toMatchObject({ confirmationEmailSent: true, fulfillmentEmailSent: true })
    const timeline = await admin.api.orders.timeline({ params: { id } })
    expect(timeline.filter(({ kind }) => kind === 'mail_marked_sent')).toMatchObject([
      { actor: 'admin', detail: 'confirmation' },
      { actor: 'admin', detail: 'fulfillment' },
    ])
  })

  test.each([
    ['nothing', {}],
    ['a flag that is reset', { paymentConfirmed: false }],
    ['an unknown field', { paymentAmount: 1 }],
    ['completion without a link', { status: 'completed' }],
    ['a link that is not a URL', { blockchainLink: 'javascript:alert(1)', status: 'completed' }],
    ['an empty link', { blockchainLink: '   ', status: 'completed' }],
  ])('rejects %s', async (_, body) => {
    const id = await placeOrder(newVisitor(app))
    const response = await admin.fetch(`/api/admin/orders/${id}`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${admin.token}` },
      body: JSON.stringify(body),
    })
    expect(response.status).toBe(400)
    expect((await kinds(id)).length).toBe(1)
  })

  test('adds an audit entry', async () => {
    const id = await placeOrder(newVisitor(app))
    await change(id, { paymentConfirmed: true })
    const { entries } = await admin.api.audit.list({ query: { search: id } })
    expect(entries).toMatchObject([{ actor: 'admin', action: 'order.changed', detail: 'paymentConfirmed' }])
  })

  test('responds 404 for an unknown or invalid id', async () => {
    expect(await refusal(change(unknownId, { paymentConfirmed: true }))).toMatchObject({
      status: 404,
      serverMessage: 'This order doesn’t exist',
    })
    expect(await refusal(change('1', { paymentConfirmed: true }))).toMatchObject({ status: 404 })
    expect(await refusal(admin.api.orders.read({ params: { id: unknownId } }))).toMatchObject({
      status: 404,
      serverMessage: 'This order doesn’t exist',
    })
  })
})

describe('an order’s file', () => {
  const get = (pathname: string) =>
    admin.fetch(pathname, { headers: { authorization: `Bearer ${admin.token}` } })

  test('is downloaded unchanged, as an attachment that browsers do not render', async () => {
    const visitor = newVisitor(app)
    const bytes = crypto.getRandomValues(new Uint8Array(60_000))
    const { uploadId } = await visitor.upload(bytes, '楽譜 "1".html')
    const { orderId } = await visitor.api.orders.create({ body: { ...details, uploadId } })
    const response = await get(`/api/admin/orders/${orderId}/file`)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/octet-stream')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(response.headers.get('content-length')).toBe('60000')
    const disposition = response.headers.get('content-disposition') ?? ''
    expect(disposition).toMatch(/^attachment; /)
    expect(disposition).toContain(`filename*=UTF-8''%E6%A5%BD%E8%AD%9C`)
    expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true)
    expect(await kinds(orderId)).toEqual(['created', 'file_downloaded'])
  })

  test('responds 404 if it was deleted', async () => {
    const id = await placeOrder(newVisitor(app))
    await app.database.fork().execute('update orders set storage_key = null where id = ?', [id])
    const response = await get(`/api/admin/orders/${id}/file`)
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ error: 'The file of this order was deleted' })
    expect(await admin.api.orders.read({ params: { id } })).toMatchObject({ fileAvailable: false })
  })
})

describe('notes and CSV', () => {
  test('a note is added to the timeline', async () => {
    const id = await placeOrder(newVisitor(app))
    const note = await admin.api.orders.addNote({ params: { id }, body: { text: ' Called the customer. ' } })
    expect(note).toMatchObject({ kind: 'note', actor: 'admin', detail: 'Called the customer.' })
    expect(await refusal(admin.api.orders.addNote({ params: { id }, body: { text: ' ' } }))).toMatchObject({
      fields: { text: ['Write a note first'] },
    })
  })

  test('the CSV has every order of the filter and runs no formula', async () => {
    const projectName = `=1+1, "${Math.random()}"`
    await placeOrder(newVisitor(app), { projectName })
    const query = new URLSearchParams({ search: projectName })
    const response = await admin.fetch(`/api/admin/orders.csv?${query.toString()}`, {
      headers: { authorization: `Bearer ${admin.token}` },
    })
    const lines = (await response.text()).trimEnd().split('\r\n')
    expect(lines).toHaveLength(2)
    expect(lines[0]).toMatch(/^"Order","Ordered at","Status","First name"/)
    expect(lines[1]).toContain(`"'=1+1, ""`)
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    const { entries } = await admin.api.audit.list({ query: { search: 'orders.exported' } })
    expect(entries).toMatchObject([{ actor: 'admin', detail: expect.stringMatching(/^orders-.*\.csv$/) }])
  })
})
