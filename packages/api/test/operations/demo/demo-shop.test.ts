import { randomUUID } from 'node:crypto'
import { imageNameOf } from '@priormark/core/platform/image-address'
import { afterAll, expect, test } from 'vitest'
import { prepareForPage } from '../../../src/blog/published-post.ts'
import { fillDemoBlog } from '../../../src/operations/demo/demo-blog.ts'
import { fillDemoShop } from '../../../src/operations/demo/demo-shop.ts'
import { Order } from '../../../src/order-book/order-entity.ts'
import { syncPayment } from '../../../src/orders/payments/payment-sync.ts'
import { startTestApp } from '../../../testing/test-app.ts'
import { newAdmin, newVisitor } from '../../../testing/visitor.ts'
import {
  anchorsWith,
  expectProven,
  leafOf,
  runCycle,
  succeedingPort,
} from '../../../testing/anchoring-fixtures.ts'
import { recordedQueue } from '../../../testing/recorded-queue.ts'
import { addPost } from '../../blog/blog-fixtures.ts'
import { OrderMail } from '../../../src/order-book/order-mail-service.ts'

const app = await startTestApp()
afterAll(() => app.close())

test('the demo has orders in every state, which remain while the shop anchors, and valid proofs', async () => {
  const { database } = app
  const deps = { database, jobs: recordedQueue() }
  const anchors = anchorsWith([succeedingPort(deps)], { batchSeconds: 0 })
  const { storage, gateway } = app.parts
  const payments = { openWith: () => gateway, standIn: app.stripe }
  const parts = { database, storage, anchors, payments }
  await fillDemoShop(parts)
  const shopState = async () => {
    const orders = await database.fork().findAll(Order, { orderBy: { createdAt: 'asc' } })
    return orders.map(({ id, status, blockchainLink, paymentState }) => ({
      id,
      status,
      blockchainLink,
      paymentState,
    }))
  }
  const filled = await shopState()
  expect(new Set(filled.map(({ status }) => status))).toEqual(new Set(['pending', 'paid', 'completed']))

  for (let n = 0; n < 4; n += 1) await runCycle(deps, anchors)
  await fillDemoShop(parts)
  expect(await shopState()).toEqual(filled)
  expect(await database.fork().count(OrderMail)).toBe(0)
  for (const { id, status, paymentState } of filled) {
    if (status === 'pending') continue
    // As for every order with a declared link, what was recorded there is the order's own code.
    if (status === 'completed') {
      const { leaf, batch } = await leafOf(database, id)
      expect(batch).toMatchObject({ root: leaf, leafCount: 1 })
    }
    if (paymentState === 'paid') await expectProven(database, id)
    else if (status === 'paid') expect((await leafOf(database, id)).batch).toBeNull()
  }
})

test('the demo’s paid orders can be refunded, and its refunded one shows its refund', async () => {
  const admin = await newAdmin(app)
  const orderOf = (paymentState: Order['paymentState']) =>
    app.database.fork().findOneOrFail(Order, { paymentState, status: 'paid' })
  const { id } = await orderOf('paid')
  const body = { id: randomUUID(), amount: 1, reason: 'duplicate' } as const
  const payment = await admin.api.orderPayments.refund({ params: { id }, body })
  expect(payment).toMatchObject({ obstacle: null, refunds: [{ amount: 1, state: 'sent' }] })
  const { accessKey: key, id: refundedId } = await orderOf('refunded')
  const events = await admin.api.orders.timeline({ params: { id: refundedId } })
  const { mails } = await admin.api.customerViews.read({ params: { id: refundedId } })
  expect(events.find(({ detail }) => detail === 'confirmation')).toMatchObject({ kind: 'mail_marked_sent' })
  expect(mails.find(({ kind }) => kind === 'confirmation')).toMatchObject({ state: 'marked' })
  expect((await newVisitor(app).api.orderProgress.read({ params: { key } })).refunds).toHaveLength(1)
  const done = await app.database.fork().findOneOrFail(Order, { status: 'completed' })
  const ofDone = await admin.api.customerViews.read({ params: { id: done.id } })
  const noEvidence = 'None follows, because the shop sent no fulfillment email.'
  expect(ofDone.mails[2]).toMatchObject({ kind: 'evidence', state: 'absent', obstacle: noEvidence })
  const [, , month] = (await admin.api.overview.read({})).periods
  const price = 8.97
  const ofPart = 3
  expect(month).toMatchObject({ refunds: price + ofPart + 1, disputes: price })
})

test('the demo has a history of orders, refunds, a lost dispute and views of posts in every month before', async () => {
  const admin = await newAdmin(app)
  const { months, periods } = await admin.api.overview.read({})
  const past = months.slice(-6, -1)
  for (const { month, income } of past) expect([month, income > 0]).toEqual([month, true])
  expect(past.filter(({ refunds }) => refunds > 0).length).toBeGreaterThan(1)
  expect(past.some(({ disputes }) => disputes > 0)).toBe(true)
  for (const { days, income, recorded, minutesToProof } of periods.slice(1))
    expect([days, income > 25, recorded > 0, minutesToProof]).toEqual([days, true, true, 20 * 60 - 3])

  const { posts } = await admin.api.blog.adminList({ query: { status: 'published', limit: 50 } })
  const lastMonth = months.at(-2)?.month ?? ''
  const views = await Promise.all(
    posts.map(({ id }) => admin.api.blog.views({ params: { id }, query: { month: lastMonth } })),
  )
  expect(views.filter(({ days }) => days.every((day) => day.views > 0)).length).toBeGreaterThan(1)
  for (const { months: viewed, total } of views) expect([viewed.length > 0, total > 0]).toEqual([true, true])
})

test('what the demo’s payments say matches its orders, also when they are read again', async () => {
  const orders = await app.database.fork().find(Order, { paymentConfirmed: true })
  for (const { id, paymentIntentId, paymentState, dispute, version } of orders) {
    const deps = { gateway: app.parts.gateway, jobs: recordedQueue() }
    const synced = await syncPayment(app.database.fork(), deps, paymentIntentId ?? '')
    expect([id, synced?.paymentState]).toEqual([id, paymentState])
    if (dispute == null) expect([id, synced?.version]).toEqual([id, version])
  }
})

test('the demo has posts with all their images, added once', async () => {
  const reader = newVisitor(app)
  const { posts, total } = await reader.api.blog.list()
  expect(total).toBe(6)
  for (const { slug } of posts) {
    const post = await prepareForPage(app.database.fork(), await reader.api.blog.bySlug({ params: { slug } }))
    expect(post.excerpt).not.toBe('')
    expect(post.featuredImageEntry).toMatchObject({ width: 1600, height: 900 })
    expect(post.content).not.toMatch(/\[\w+\]/)
    for (const [img, src = ''] of post.content.matchAll(/<img src="([^"]*)"[^>]*>/g)) {
      expect(imageNameOf(src)).not.toBeNull()
      expect(img).toContain('srcset=')
      expect((await reader.fetch(src)).status).toBe(200)
    }
  }
  const admin = await newAdmin(app)
  const { posts: scheduled } = await admin.api.blog.adminList({ query: { status: 'scheduled' } })
  expect(scheduled).toHaveLength(1)
})

test('an existing post prevents the demo', async () => {
  const other = await startTestApp()
  try {
    await addPost(await newAdmin(other))
    await fillDemoBlog({ database: other.database, storage: other.parts.storage })
    expect((await (await newAdmin(other)).api.blog.adminList()).total).toBe(1)
  } finally {
    await other.close()
  }
})
