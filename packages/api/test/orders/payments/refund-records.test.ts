import { randomUUID } from 'node:crypto'
import type { RefundMailKind } from '@priormark/core/platform/mail-kind'
import { defaultMailTexts } from '@priormark/core/settings/mail-texts'
import type { Stripe } from 'stripe'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { composeMail } from '../../../src/orders/emails/compose-mail.ts'
import { readMailRefund } from '../../../src/orders/emails/refund-mail.ts'
import { sendMailHandler } from '../../../src/orders/emails/send-mail.ts'
import { Order } from '../../../src/order-book/order-entity.ts'
import type { ProviderRefund } from '../../../src/orders/gateway/payment-gateway.ts'
import { recordRefunds } from '../../../src/orders/payments/refund-records.ts'
import { defaultShopSettings } from '../../../testing/fixed-settings.ts'
import { silentLog } from '../../../testing/silent-log.ts'
import { startTestApp, testShop, type TestApp } from '../../../testing/test-app.ts'
import {
  askToStart,
  newAdmin,
  newVisitor,
  payAtStripe,
  placeOrder,
  refusal,
  type Visitor,
} from '../../../testing/visitor.ts'
import { eventually, stripeSdk, untilDelivered } from './payment-fixtures.ts'
import { OrderMail } from '../../../src/order-book/order-mail-service.ts'

let app: TestApp
let admin: Visitor
let stripe: Stripe

beforeAll(async () => {
  app = await startTestApp()
  admin = await newAdmin(app)
  stripe = stripeSdk(app.stripe)
})
afterAll(() => app.close())

async function payOrder(): Promise<{ id: string; paymentId: string }> {
  const visitor = newVisitor(app)
  const id = await placeOrder(visitor)
  const { clientSecret } = await visitor.api.payments.open({ body: { orderId: id } })
  await askToStart(visitor, id)
  return { id, paymentId: await payAtStripe(app, clientSecret) }
}

async function refund(id: string, amount: number): Promise<string> {
  const body = { id: randomUUID(), amount, reason: 'requested_by_customer' } as const
  await admin.api.orderPayments.refund({ params: { id }, body })
  return body.id
}

const delivered = () =>
  untilDelivered({ ...app.parts, standIn: app.stripe, url: app.url, stripe, close: app.close })

const mailsOf = (id: string) =>
  app.database.fork().find(OrderMail, { order: id, kind: 'refund' }, { orderBy: { queuedAt: 'asc' } })

/** What the order page shows of refunds, as amounts. */
async function shownOf(id: string): Promise<number[]> {
  const { accessKey: key } = await app.database.fork().findOneOrFail(Order, id)
  const { refunds } = await newVisitor(app).api.orderProgress.read({ params: { key } })
  return refunds.map(({ amount }) => amount)
}

async function textOf(refundId: string, kind: RefundMailKind = 'refund'): Promise<string> {
  const em = app.database.fork()
  const mail = await em.findOneOrFail(OrderMail, { refund: refundId, kind })
  const order = await em.findOneOrFail(Order, mail.order.id)
  const { text } = composeMail(mail, order, testShop, {
    policy: defaultShopSettings.policy,
    texts: defaultMailTexts,
    startedAt: null,
    recordState: 'none',
    evidence: null,
    receipt: null,
    record: null,
    refund: await readMailRefund(em, order, refundId),
  })
  return text.replaceAll(/\s+/g, ' ')
}

describe('a refund that succeeded', () => {
  test('is on the order page, and mailed once, however often it is read from the provider', async () => {
    const { id, paymentId } = await payOrder()
    const first = await refund(id, 2)
    await delivered()
    await Promise.all(
      [1, 2].map(() => recordRefunds(app.database.fork(), app.parts, { orderId: id, paymentId })),
    )
    const mails = await mailsOf(id)
    expect(mails).toMatchObject([{ refund: { id: first } }])
    const jobs = app.queued.filter(({ data }) => 'mailId' in data && data.mailId === mails[0]?.id)
    expect(jobs).toMatchObject([{ name: 'send-mail' }])
    expect(await shownOf(id)).toEqual([2])
    const text = await textOf(first)
    expect(text).toContain('your refund of $2.00 is on its way. Nothing else changes: we record your work')
    expect(text).toContain('usually arrives within 5 to 10 business days')

    const rest = await refund(id, 6.97)
    expect((await mailsOf(id)).map(({ refund: about }) => about?.id)).toEqual([first, rest])
    expect(await shownOf(id)).toEqual([2, 6.97])
    expect(await textOf(rest)).toMatch(/Your work won’t be recorded\..*Refunded: \$6\.97 In total: \$8\.97/)
  })

  test('is mailed too if it was made in Stripe’s dashboard', async () => {
    const { id, paymentId } = await payOrder()
    await stripe.refunds.create({ payment_intent: paymentId, amount: 300 })
    await eventually(async () => expect(await mailsOf(id)).toHaveLength(1))
    await delivered()
    expect(await shownOf(id)).toEqual([3])
    const { refunds } = await admin.api.orderPayments.read({ params: { id } })
    expect(refunds).toMatchObject([{ amount: 3, reason: null, requestedBy: 'stripe', state: 'sent' }])
  })

  test('leaves the order page if it fails later', async () => {
    const { id, paymentId } = await payOrder()
    await refund(id, 4)
    expect(await shownOf(id)).toEqual([4])
    const [sent] = (await stripe.refunds.list({ payment_intent: paymentId })).data
    app.stripe.controls.failRefund(sent?.id ?? '')
    await delivered()
    expect(await shownOf(id)).toEqual([])
  })
})

test('a refund that failed is not mailed as sent by a list that was read before', async () => {
  const { id, paymentId } = await payOrder()
  const providerRefund = {
    providerId: `re_${randomUUID()}`,
    refundId: null,
    amountCents: 200,
    reason: null,
    createdAt: new Date(),
    movements: [],
  }
  const record = (states: ProviderRefund[]) =>
    recordRefunds(
      app.database.fork(),
      { gateway: { refunds: async () => states }, jobs: app.parts.jobs },
      { orderId: id, paymentId },
    )
  await record([{ ...providerRefund, state: 'failed', failure: 'The account is closed.' }])
  await record([{ ...providerRefund, state: 'succeeded', failure: null }])
  expect(await mailsOf(id)).toEqual([])
  const { refunds } = await admin.api.orderPayments.read({ params: { id } })
  expect(refunds).toMatchObject([{ state: 'rejected', refundedAt: null }])
})

describe('a refund that failed after it succeeded', () => {
  /** Refunds an order, then fails the refund after as many attempts to send its email. Returns what is known of both emails. */
  async function failAfter(attempts: number) {
    const { id, paymentId } = await payOrder()
    const refundId = await refund(id, 4)
    const sentAt = attempts === 0 ? null : new Date()
    await app.database.fork().nativeUpdate(OrderMail, { refund: refundId }, { attempts, sentAt })
    const [sent] = (await stripe.refunds.list({ payment_intent: paymentId })).data
    app.stripe.controls.failRefund(sent?.id ?? '')
    await delivered()
    await recordRefunds(app.database.fork(), app.parts, { orderId: id, paymentId })
    const em = app.database.fork()
    const mails = await em.find(OrderMail, { refund: refundId }, { orderBy: { kind: 'asc' } })
    return { id, refundId, mails }
  }
  const send = (mailId: string) => {
    const transport = { send: vi.fn(async () => {}), check: async () => {} }
    const settings = app.parts.settings
    const deps = {
      database: app.database,
      transport,
      settings,
      makeEvidence: async () => null,
      log: silentLog,
    }
    return sendMailHandler(deps)({ mailId }, new AbortController().signal).then(
      () => transport.send.mock.calls,
    )
  }

  test('is not mailed any more if it was not yet', async () => {
    const { id, mails } = await failAfter(0)
    expect(mails).toMatchObject([{ kind: 'refund', canceledAt: expect.any(Date) }])
    expect(await send(mails[0]?.id ?? '')).toEqual([])
    const { mails: shown } = await admin.api.customerViews.read({ params: { id } })
    const obstacle = 'This refund failed, so the customer did not get the money.'
    expect(shown.at(-1)).toMatchObject({ kind: 'refund', state: 'absent', obstacle })
  })

  test('is corrected by one more email if the customer may have it', async () => {
    const { id, refundId, mails } = await failAfter(1)
    expect(mails.map(({ kind }) => kind)).toEqual(['refund', 'refund_failed'])
    expect(await send(mails[1]?.id ?? '')).toHaveLength(1)
    const text = await textOf(refundId, 'refund_failed')
    expect(text).toContain('your bank couldn’t accept the refund of $4.00 and returned the money to us.')
    expect(text).toContain('Not refunded: $4.00')
    const params = { id, kind: 'refund_failed' } as const
    await admin.api.customerViews.resend({ params, body: { refundId } })
    const again = { params: { id, kind: 'refund' }, body: { refundId } } as const
    expect(await refusal(admin.api.customerViews.resend(again))).toMatchObject({ status: 409 })
  })
})

test('an administrator sees the email about each refund, and sends one again', async () => {
  const { id } = await payOrder()
  const refundId = await refund(id, 1)
  const params = { id, kind: 'refund' } as const
  await app.database.fork().nativeUpdate(OrderMail, { refund: refundId }, { sentAt: new Date() })
  const { mails } = await admin.api.customerViews.read({ params: { id } })
  expect(mails.at(-1)).toMatchObject({ kind: 'refund', refund: { id: refundId, amount: 1 }, state: 'sent' })
  expect(await refusal(admin.api.customerViews.resend({ params }))).toMatchObject({ status: 409 })
  await admin.api.customerViews.resend({ params, body: { refundId } })
  expect(await mailsOf(id)).toMatchObject([{ refund: { id: refundId }, sentAt: null }])
})
