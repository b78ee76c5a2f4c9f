import { afterAll, expect, test } from 'vitest'
import { Order } from '../../../src/order-book/order-entity.ts'
import { OrderMail } from '../../../src/order-book/order-mail-service.ts'
import { findHealthIssue } from '../../../testing/find-health-issue.ts'
import { startTestApp } from '../../../testing/test-app.ts'
import { newAdmin, newVisitor, placeOrder, refusal } from '../../../testing/visitor.ts'

const app = await startTestApp()
const admin = await newAdmin(app)
afterAll(() => app.close())

/** Creates a paid order whose confirmation failed. */
async function withFailedMail(): Promise<{ orderId: string; mailId: string }> {
  const orderId = await placeOrder(newVisitor(app))
  await admin.api.orders.change({ params: { id: orderId }, body: { paymentConfirmed: true } })
  const em = app.database.fork()
  const mail = await em.findOneOrFail(OrderMail, { order: orderId })
  mail.lastError = '550 no such mailbox'
  mail.attempts = 3
  await em.flush()
  return { orderId, mailId: mail.id }
}

test('shows a failed email, sends it again once, and audits it', async () => {
  const { orderId, mailId } = await withFailedMail()
  expect(await findHealthIssue(app.database, 'mail_failed')).toMatchObject({
    title: '1 email to customers could not be sent',
  })
  const { failedMails } = await admin.api.monitoring.health()
  expect(failedMails).toMatchObject([{ id: mailId, orderId, kind: 'confirmation', attempts: 3 }])
  app.queued.length = 0
  await admin.api.monitoring.sendAgain({ params: { id: mailId } })
  expect(app.queued).toMatchObject([{ name: 'send-mail', data: { mailId } }])
  expect(await findHealthIssue(app.database, 'mail_failed')).toBeUndefined()
  const { entries } = await admin.api.audit.list({ query: { search: 'mail.sent_again' } })
  expect(entries).toMatchObject([{ subject: orderId, detail: 'confirmation' }])

  const em = app.database.fork()
  await em.nativeUpdate(OrderMail, mailId, { sentAt: new Date() })
  expect(await refusal(admin.api.monitoring.sendAgain({ params: { id: mailId } }))).toMatchObject({
    code: 'conflict',
  })
})

test('queues an email once on concurrent requests, and not while it is being sent', async () => {
  const { orderId, mailId } = await withFailedMail()
  app.queued.length = 0
  const again = () => refusal(admin.api.monitoring.sendAgain({ params: { id: mailId } }))
  const twice = await Promise.allSettled(
    [1, 2].map(() => admin.api.monitoring.sendAgain({ params: { id: mailId } })),
  )
  expect(twice.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(app.queued).toHaveLength(1)
  expect(await again()).toMatchObject({
    status: 409,
    serverMessage: 'This email is already waiting to be sent',
  })

  const inHand = "last_error = 'timeout', claimed_until = now() + interval '1 hour'"
  await app.database.fork().execute(`update order_mail set ${inHand} where id = ?`, [mailId])
  const before = await app.database.fork().findOneOrFail(OrderMail, mailId)
  expect(await again()).toMatchObject({ status: 409, serverMessage: 'This email is being sent' })
  expect((await app.database.fork().findOneOrFail(OrderMail, mailId)).queuedAt).toEqual(before.queuedAt)
  await app.database.fork().nativeUpdate(Order, orderId, { confirmationEmailSent: true })
})
