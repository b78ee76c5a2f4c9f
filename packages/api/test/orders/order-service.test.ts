import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { Order, addOrderEvent, OrderEvent } from '../../src/order-book/order-entity.ts'
import { orderRows } from '../../testing/builders/order.ts'
import { startTestApp, unknownId } from '../../testing/test-app.ts'
import { details, newAdmin, newVisitor, placeOrder, refusal } from '../../testing/visitor.ts'

const app = await startTestApp()
const admin = await newAdmin(app)
afterAll(() => app.close())

const { readOrder, update } = orderRows(app)
const timelineOf = (id: string) => admin.api.orders.timeline({ params: { id } })

describe('ordering', () => {
  test('takes the upload that is named, although another one is newer', async () => {
    const visitor = newVisitor(app)
    const { uploadId } = await visitor.upload('first', 'first.txt')
    await visitor.upload('second', 'second.txt')
    const { orderId } = await visitor.api.orders.create({ body: { ...details, uploadId } })
    expect(await readOrder(orderId)).toMatchObject({ fileName: 'first.txt' })
  })

  test('again without naming the upload changes the newest order that is not paid', async () => {
    const visitor = newVisitor(app)
    const older = await placeOrder(visitor)
    const newer = await placeOrder(visitor)
    const again = () => visitor.api.orders.create({ body: { ...details, firstName: 'Augusta' } })
    expect(await again()).toMatchObject({ orderId: newer })
    await admin.api.orders.change({ params: { id: newer }, body: { paymentConfirmed: true } })
    expect(await again()).toMatchObject({ orderId: older })
  })

  test('again with other details tells the timeline which, and keeps the file longer', async () => {
    const visitor = newVisitor(app)
    const id = await placeOrder(visitor)
    const before = new Date()
    await update(id, { updatedAt: new Date(0) })
    const changed = { projectDescription: 'Four verses', email: 'ada@example.com' }
    await visitor.api.orders.create({ body: { ...details, ...changed } })
    expect((await readOrder(id)).updatedAt.getTime()).toBeGreaterThanOrEqual(before.getTime())
    expect(await timelineOf(id)).toMatchObject([
      { kind: 'created', actor: 'customer', detail: null },
      { kind: 'changed', actor: 'customer', detail: 'email, projectDescription' },
    ])
  })

  test('again is rejected while the payment is processed', async () => {
    const visitor = newVisitor(app)
    const id = await placeOrder(visitor)
    await update(id, { paymentState: 'processing' })
    expect(await refusal(visitor.api.orders.create({ body: details }))).toMatchObject({
      code: 'order_paid',
      serverMessage: 'This order is already paid',
    })
  })
})

describe('correcting', () => {
  const correction = { projectName: 'Second Verse', email: 'Ada@example.com' }

  test('changes the visitor’s own order and tells the timeline, and an order that is not theirs is not found', async () => {
    const visitor = newVisitor(app)
    const orderId = await placeOrder(visitor)
    await placeOrder(visitor)
    const body = { ...correction, orderId }
    expect(await visitor.api.orders.correct({ body })).toMatchObject({
      orderId,
      email: 'Ada@example.com',
      work: { projectName: 'Second Verse' },
    })
    expect(await readOrder(orderId)).toMatchObject({
      ...correction,
      firstName: details.firstName,
      searchText: expect.stringContaining('second verse'),
    })
    expect((await timelineOf(orderId)).at(-1)).toMatchObject({
      kind: 'changed',
      detail: 'email, projectName',
    })
    const stranger = newVisitor(app)
    expect(await refusal(stranger.api.orders.correct({ body }))).toMatchObject({ status: 404 })
  })

  test('is rejected once the order is paid, and for invalid texts', async () => {
    const visitor = newVisitor(app)
    const orderId = await placeOrder(visitor)
    const invalid = { orderId, projectName: ' ', email: 'ada' }
    expect(await refusal(visitor.api.orders.correct({ body: invalid }))).toMatchObject({
      status: 400,
      fields: { projectName: ['Project name is required'], email: ['Invalid email address'] },
    })
    await admin.api.orders.change({ params: { id: orderId }, body: { paymentConfirmed: true } })
    expect(await refusal(visitor.api.orders.correct({ body: { ...correction, orderId } }))).toMatchObject({
      code: 'order_paid',
    })
  })
})

describe('reading', () => {
  test('an own order by its id, although another one is newer', async () => {
    const visitor = newVisitor(app)
    const orderId = await placeOrder(visitor)
    await placeOrder(visitor)
    expect(await visitor.api.orders.mine({ query: { orderId } })).toMatchObject({ orderId })
  })

  test('an order that does not exist is rejected', async () => {
    const missing = { status: 404, serverMessage: 'This order doesn’t exist' }
    const query = { orderId: unknownId }
    expect(await refusal(newVisitor(app).api.orders.mine({ query }))).toMatchObject(missing)
    expect(await refusal(timelineOf(unknownId))).toMatchObject(missing)
  })

  test('a timeline begins with the oldest event, whenever it was added', async () => {
    const id = await placeOrder(newVisitor(app))
    const em = app.database.fork()
    const order = em.getReference(Order, id)
    em.create(OrderEvent, { id: randomUUID(), order, at: new Date(0), kind: 'note', actor: 'ada' })
    await em.flush()
    expect((await timelineOf(id)).map(({ kind }) => kind)).toEqual(['note', 'created'])
  })

  test('a timeline keeps the order of events of one moment', async () => {
    const id = await placeOrder(newVisitor(app))
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 1_000 })
    try {
      const em = app.database.fork()
      const order = em.getReference(Order, id)
      for (const text of ['1', '2', '3', '4']) addOrderEvent(em, order, 'note', 'ada', text)
      await em.flush()
    } finally {
      vi.useRealTimers()
    }
    expect((await timelineOf(id)).map(({ detail }) => detail)).toEqual([null, '1', '2', '3', '4'])
  })
})

test('notes and downloads are in the audit log', async () => {
  const id = await placeOrder(newVisitor(app))
  await admin.api.orders.addNote({ params: { id }, body: { text: 'Called.' } })
  const headers = { authorization: `Bearer ${admin.token}` }
  await (await admin.fetch(`/api/admin/orders/${id}/file`, { headers })).arrayBuffer()
  const { entries } = await admin.api.audit.list({ query: { search: id } })
  expect(entries.map(({ actor, action }) => [actor, action])).toEqual([
    ['admin', 'order.file_downloaded'],
    ['admin', 'order.note_added'],
  ])
})
