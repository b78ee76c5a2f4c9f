import { randomUUID } from 'node:crypto'
import { askToStart, details, newVisitor, payAtStripe, placeOrder } from '../../../testing/visitor.ts'
import { payOrders, sealOrders } from '../../../testing/anchoring-fixtures.ts'
import { recordedQueue } from '../../../testing/recorded-queue.ts'
import type { TestApp } from '../../../testing/test-app.ts'
import type { AuditCases } from './audit-case.ts'
import { OrderMail } from '../../../src/order-book/order-mail-service.ts'

async function anchorId(app: TestApp): Promise<string> {
  const { anchors } = await sealOrders({ database: app.database, jobs: recordedQueue() }, 1, ['manual'])
  return anchors['manual'] ?? ''
}

async function failedMail(app: TestApp): Promise<string> {
  const [orderId = ''] = await payOrders(app.database, recordedQueue(), 1)
  const em = app.database.fork()
  const mail = await em.findOneOrFail(OrderMail, { order: orderId })
  await em.execute("update order_mail set last_error = '550 no such mailbox' where id = ?", [mail.id])
  return mail.id
}

async function payByCard(app: TestApp): Promise<string> {
  const visitor = newVisitor(app)
  const orderId = await placeOrder(visitor)
  const { clientSecret } = await visitor.api.payments.open({ body: { orderId } })
  await askToStart(visitor, orderId)
  await payAtStripe(app, clientSecret)
  return orderId
}

/** Every change of orders, customers and recording. */
export const ordersCases: AuditCases = {
  'PATCH /api/admin/orders/:id': [
    'order.changed',
    async (admin, app) =>
      admin.api.orders.change({
        params: { id: await placeOrder(newVisitor(app)) },
        body: { paymentConfirmed: true },
      }),
  ],
  'POST /api/admin/orders/:id/notes': [
    'order.note_added',
    async (admin, app) =>
      admin.api.orders.addNote({
        params: { id: await placeOrder(newVisitor(app)) },
        body: { text: 'Called.' },
      }),
  ],
  'POST /api/admin/orders/:id/customer/erase': [
    'customer.erased',
    async (admin, app) => {
      const email = `${randomUUID()}@example.org`
      const id = await placeOrder(newVisitor(app), { ...details, email })
      await admin.api.customers.erase({ params: { id }, body: { email } })
    },
  ],
  'POST /api/admin/mails/:id/send-again': [
    'mail.sent_again',
    async (admin, app) => admin.api.monitoring.sendAgain({ params: { id: await failedMail(app) } }),
  ],
  'POST /api/admin/anchors/seal': ['anchors.sealed', (admin) => admin.api.anchors.seal()],
  'POST /api/admin/anchors/:id/retry': [
    'anchor.retried',
    async (admin, app) => admin.api.anchors.retry({ params: { id: await anchorId(app) } }),
  ],
  'POST /api/admin/anchors/:id/link': [
    'anchor.link_declared',
    async (admin, app) =>
      admin.api.anchors.declareLink({
        params: { id: await anchorId(app) },
        body: { link: 'https://etherscan.io/tx/1' },
      }),
  ],
  'POST /api/admin/orders/:id/refunds': [
    'order.refund_requested',
    async (admin, app) =>
      admin.api.orderPayments.refund({
        params: { id: await payByCard(app) },
        body: { id: randomUUID(), amount: 1, reason: 'duplicate' },
      }),
  ],
  'POST /api/admin/orders/:id/customer-link': [
    'order.link_used',
    async (admin, app) =>
      admin.api.customerViews.link({
        params: { id: await placeOrder(newVisitor(app)) },
        body: { use: 'copy' },
      }),
  ],
  'POST /api/admin/orders/:id/mails/:kind/resend': [
    'mail.resent',
    async (admin, app) => {
      const em = app.database.fork()
      const { order } = await em.findOneOrFail(OrderMail, await failedMail(app))
      await admin.api.customerViews.resend({ params: { id: order.id, kind: 'confirmation' } })
    },
  ],
}
