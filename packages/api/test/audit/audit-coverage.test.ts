import { randomUUID } from 'node:crypto'
import Router from '@koa/router'
import { blogEndpoints } from '@priormark/core/blog/endpoints'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '../../src/app.ts'
import { AuditEntry } from '../../src/audit/audit-entity.ts'
import { OrderMail } from '../../src/orders/order-mail-entity.ts'
import { administrator } from '../../testing/administrator.ts'
import { codeOf } from '../../testing/authenticator.ts'
import { startTestApp, unknownId, type TestApp } from '../../testing/test-app.ts'
import {
  askToStart,
  details,
  newAdmin,
  newStaff,
  newVisitor,
  payAtStripe,
  placeOrder,
  type Visitor,
} from '../../testing/visitor.ts'
import { anchorsWith, recordedQueue, payOrders, sealOrders } from '../anchoring/anchoring-fixtures.ts'
import { passTime } from '../people/people-fixtures.ts'
import { addPost, submissionOf } from '../blog/blog-fixtures.ts'

let app: TestApp
beforeAll(async () => {
  const port = { kind: 'manual', advance: async () => undefined, retry: async () => undefined } as const
  app = await startTestApp({
    anchors: anchorsWith([port]),
    limits: { uploadsAtOnce: 50, uploadsPerNetwork: 5, callsFactor: 0 },
  })
})
afterAll(() => app.close())

const { password } = administrator

async function anchorId(): Promise<string> {
  const { anchors } = await sealOrders({ database: app.database, jobs: recordedQueue() }, 1, ['manual'])
  return anchors['manual'] ?? ''
}

async function topicId(admin: Visitor): Promise<string> {
  const name = randomUUID()
  await addPost(admin, { tags: [name] })
  const { tags } = await admin.api.blog.topics()
  return String(tags.find((tag) => tag.name === name)?.id ?? '')
}

async function imageName(admin: Visitor): Promise<string> {
  const form = new FormData()
  const drawn = sharp({ create: { width: 9, height: 9, channels: 3, background: '#0a6b4e' } })
  form.set('image', new Blob([new Uint8Array(await drawn.png().toBuffer())]), `${randomUUID()}.png`)
  return (await admin.api.images.upload({ form })).name
}

async function draft(admin: Visitor): Promise<{ id: string; revisionId: string }> {
  const params = { id: (await addPost(admin)).id, revisionId: randomUUID() }
  await admin.api.blog.autosave({
    params,
    body: { version: 1, fields: { title: 'A title', slug: params.id } },
  })
  return params
}

/** Creates a paid order whose email could not be sent. */
async function failedMail(): Promise<string> {
  const [orderId = ''] = await payOrders(app.database, recordedQueue(), 1)
  const em = app.database.fork()
  const mail = await em.findOneOrFail(OrderMail, { order: orderId })
  await em.execute("update order_mail set last_error = '550 no such mailbox' where id = ?", [mail.id])
  return mail.id
}

async function payByCard(): Promise<string> {
  const visitor = newVisitor(app)
  const orderId = await placeOrder(visitor)
  const { clientSecret } = await visitor.api.payments.createIntent({ body: { orderId } })
  await askToStart(visitor, orderId)
  await payAtStripe(app, clientSecret)
  return orderId
}

async function withSecondFactor(admin: Visitor, act: (code: string) => Promise<unknown>): Promise<void> {
  const { secret } = await admin.api.account.beginSecondFactor({ body: { password } })
  const { recoveryCodes } = await admin.api.account.confirmSecondFactor({ body: { code: codeOf(secret) } })
  await act(recoveryCodes[0] ?? '')
  await admin.api.account
    .endSecondFactor({ body: { password, code: recoveryCodes[1] ?? '' } })
    .catch(() => undefined)
}

function invite(admin: Visitor) {
  return admin.api.people.invite({ body: { email: `${randomUUID()}@example.org`, role: 'blog' } })
}

function changeEmail(admin: Visitor): Promise<unknown> {
  return admin.api.account.changeEmail({ body: { email: `${randomUUID()}@example.org`, password } })
}

/** One case for every change that an administrator can make, with its audit action. */
const auditActions: Record<string, [action: string, act: (admin: Visitor) => Promise<unknown>]> = {
  'POST /api/admin/direct/service-price': [
    'price.changed',
    (admin) => admin.api.price.change({ body: { price: 11.11 } }),
  ],
  'PUT /api/admin/settings/business': [
    'settings.changed',
    async (admin) => {
      const { business } = await admin.api.settings.read()
      const values = { ...business.values, name: 'Proofs & Co' }
      await admin.api.settings.business({ body: { version: business.version, values } })
    },
  ],
  'PUT /api/admin/settings/shop': [
    'settings.changed',
    async (admin) => {
      const { shop } = await admin.api.settings.read()
      const values = { ...shop.values, reviews: [] }
      await admin.api.settings.shop({ body: { version: shop.version, values } })
    },
  ],
  'POST /api/admin/settings/legal/:document': [
    'settings.legal_published',
    (admin) =>
      admin.api.legal.publish({
        params: { document: 'terms' },
        body: { basedOn: 0, text: '## Who we are\n\n{shopName}' },
      }),
  ],
  'POST /api/admin/settings/mail-test': [
    'settings.test_mail_sent',
    async (admin) => {
      const em = app.database.fork()
      await em.execute("update admin set email = 'owner@example.org' where username = 'admin'")
      const { links } = (await admin.api.settings.read()).mail.values.texts
      await admin.api.mailTexts.sendTest({ body: { kind: 'links', text: links } })
    },
  ],
  'PUT /api/admin/settings/mail': [
    'settings.changed',
    async (admin) => {
      const { mail } = await admin.api.settings.read()
      const values = { ...mail.values, summaryIsOn: false }
      await admin.api.settings.mail({ body: { version: mail.version, values } })
    },
  ],
  'PUT /api/admin/settings/data': [
    'settings.changed',
    async (admin) => {
      const { data } = await admin.api.settings.read()
      const values = { ...data.values, fileRetentionDays: 60 }
      await admin.api.settings.data({ body: { version: data.version, values } })
    },
  ],
  'PUT /api/admin/settings/timeZone': [
    'settings.changed',
    async (admin) => {
      const { timeZone } = await admin.api.settings.read()
      const values = { timeZone: 'Europe/London' }
      await admin.api.settings.timeZone({ body: { version: timeZone.version, values } })
    },
  ],
  'PATCH /api/admin/orders/:id': [
    'order.changed',
    async (admin) =>
      admin.api.orders.change({
        params: { id: await placeOrder(newVisitor(app)) },
        body: { paymentConfirmed: true },
      }),
  ],
  'POST /api/admin/orders/:id/notes': [
    'order.note_added',
    async (admin) =>
      admin.api.orders.addNote({
        params: { id: await placeOrder(newVisitor(app)) },
        body: { text: 'Called.' },
      }),
  ],
  'POST /api/admin/orders/:id/customer/erase': [
    'customer.erased',
    async (admin) => {
      const email = `${randomUUID()}@example.org`
      const id = await placeOrder(newVisitor(app), { ...details, email })
      await admin.api.customers.erase({ params: { id }, body: { email } })
    },
  ],
  'POST /api/admin/mails/:id/send-again': [
    'mail.sent_again',
    async (admin) => admin.api.monitoring.sendAgain({ params: { id: await failedMail() } }),
  ],
  'POST /api/admin/anchors/seal': ['anchors.sealed', (admin) => admin.api.anchors.seal()],
  'POST /api/admin/anchors/:id/retry': [
    'anchor.retried',
    async (admin) => admin.api.anchors.retry({ params: { id: await anchorId() } }),
  ],
  'POST /api/admin/anchors/:id/link': [
    'anchor.link_declared',
    async (admin) =>
      admin.api.anchors.declareLink({
        params: { id: await anchorId() },
        body: { link: 'https://etherscan.io/tx/1' },
      }),
  ],
  'POST /api/admin/orders/:id/refunds': [
    'order.refund_requested',
    async (admin) =>
      admin.api.orderPayments.refund({
        params: { id: await payByCard() },
        body: { id: randomUUID(), amount: 1, reason: 'duplicate' },
      }),
  ],
  'POST /api/admin/orders/:id/customer-link': [
    'order.link_used',
    async (admin) =>
      admin.api.customerViews.link({
        params: { id: await placeOrder(newVisitor(app)) },
        body: { use: 'copy' },
      }),
  ],
  'POST /api/admin/orders/:id/mails/:kind/resend': [
    'mail.resent',
    async (admin) => {
      const em = app.database.fork()
      const { order } = await em.findOneOrFail(OrderMail, await failedMail())
      await admin.api.customerViews.resend({ params: { id: order.id, kind: 'confirmation' } })
    },
  ],
  'POST /api/admin/blog/posts': ['post.created', (admin) => addPost(admin)],
  'PUT /api/admin/blog/posts/:id': [
    'post.changed',
    async (admin) => {
      const post = await addPost(admin)
      const headers = { 'if-match': `"${post.version}"` }
      const body = submissionOf(post, { title: 'Another title' })
      await admin.client.call(blogEndpoints.change, { params: { id: post.id }, body }, { headers })
    },
  ],
  'DELETE /api/admin/blog/posts/:id': [
    'post.deleted',
    async (admin) => {
      const post = await addPost(admin)
      const headers = { 'if-match': `"${post.version}"` }
      await admin.client.call(blogEndpoints.remove, { params: { id: post.id } }, { headers })
    },
  ],
  'PUT /api/admin/blog/posts/:id/revisions/:revisionId': ['post.draft_begun', draft],
  'POST /api/admin/blog/posts/:id/revisions/:revisionId/restore': [
    'post.changed',
    async (admin) => {
      const post = await addPost(admin)
      const [kept] = await admin.api.blog.revisions({ params: { id: post.id } })
      const params = { id: post.id, revisionId: kept?.id ?? '' }
      const headers = { 'if-match': `"${post.version}"` }
      await admin.client.call(blogEndpoints.restore, { params }, { headers })
    },
  ],
  'POST /api/admin/blog/posts/:id/preview': [
    'post.preview_made',
    async (admin) => admin.api.blog.makePreview({ params: { id: (await draft(admin)).id } }),
  ],
  'PUT /api/admin/blog/authors/:id': [
    'author.changed',
    (admin) =>
      admin.api.blog.changeAuthor({ params: { id: '7' }, body: { firstName: 'Ada', username: 'ada' } }),
  ],
  'DELETE /api/admin/blog/authors/:id': [
    'author.deleted',
    async (admin) => {
      const body = { firstName: 'Bo', username: randomUUID() }
      await admin.api.blog.changeAuthor({ params: { id: '77' }, body })
      await admin.api.blog.removeAuthor({ params: { id: '77' }, query: { into: 1 } })
    },
  ],
  'PUT /api/admin/blog/topics/:id': [
    'tag.renamed',
    async (admin) =>
      admin.api.blog.changeTopic({ params: { id: await topicId(admin) }, body: { name: randomUUID() } }),
  ],
  'DELETE /api/admin/blog/topics/:id': [
    'tag.deleted',
    async (admin) => admin.api.blog.removeTopic({ params: { id: await topicId(admin) } }),
  ],
  'POST /api/admin/blog/upload-image': ['image.uploaded', imageName],
  'DELETE /api/admin/blog/images/:name': [
    'image.deleted',
    async (admin) => admin.api.images.remove({ params: { name: await imageName(admin) }, query: {} }),
  ],
  'POST /api/admin/account/password': [
    'account.password_changed',
    async (admin) => {
      const newPassword = `plum-orbit-lantern-${randomUUID()}`
      await admin.api.account.changePassword({ body: { currentPassword: password, newPassword } })
      await admin.api.account.changePassword({
        body: { currentPassword: newPassword, newPassword: password },
      })
    },
  ],
  'DELETE /api/admin/account/logins/:id': [
    'account.login_ended',
    async (admin) => {
      await newAdmin(app)
      const other = (await admin.api.account.read()).logins.find(({ isCurrent }) => !isCurrent)
      await admin.api.account.endLogin({ params: { id: other?.id ?? '' } })
    },
  ],
  'POST /api/admin/account/logins/end-others': [
    'account.logins_ended',
    (admin) => admin.api.account.endOtherLogins(),
  ],
  'POST /api/admin/account/second-factor': [
    'account.second_factor_begun',
    (admin) => admin.api.account.beginSecondFactor({ body: { password } }),
  ],
  'POST /api/admin/account/second-factor/confirm': [
    'account.second_factor_on',
    (admin) => withSecondFactor(admin, async () => undefined),
  ],
  'POST /api/admin/account/second-factor/end': [
    'account.second_factor_off',
    (admin) => withSecondFactor(admin, async () => undefined),
  ],
  'POST /api/admin/account/email': ['account.email_requested', changeEmail],
  'POST /api/admin/account/email/resend': [
    'account.email_requested',
    async (admin) => {
      await changeEmail(admin)
      await passTime(app, '2 minutes')
      await admin.api.account.resendEmail()
    },
  ],
  'DELETE /api/admin/account/email': [
    'account.email_canceled',
    async (admin) => {
      await changeEmail(admin)
      await admin.api.account.cancelEmail()
    },
  ],
  'PATCH /api/admin/people/:id': [
    'admin.role_changed',
    async (admin) => {
      const { username } = await newStaff(app, 'blog')
      const { people } = await admin.api.people.list()
      const id = people.find((one) => one.username === username)?.id ?? ''
      await admin.api.people.change({ params: { id }, body: { role: 'orders' } })
    },
  ],
  'DELETE /api/admin/people/:id/second-factor': [
    'admin.second_factor_off',
    async (admin) => {
      const writer = await newStaff(app, 'blog')
      const { secret } = await writer.api.account.beginSecondFactor({ body: { password: writer.password } })
      await writer.api.account.confirmSecondFactor({ body: { code: codeOf(secret) } })
      const { people } = await admin.api.people.list()
      const id = people.find((one) => one.username === writer.username)?.id ?? ''
      await admin.api.people.endSecondFactor({ params: { id } })
    },
  ],
  'POST /api/admin/people/invitations': ['admin.invited', invite],
  'POST /api/admin/people/invitations/:id/resend': [
    'admin.invitation_resent',
    async (admin) => {
      const { id } = await invite(admin)
      await passTime(app, '2 minutes')
      await admin.api.people.resend({ params: { id } })
    },
  ],
  'DELETE /api/admin/people/invitations/:id': [
    'admin.invitation_canceled',
    async (admin) => admin.api.people.cancel({ params: { id: (await invite(admin)).id } }),
  ],
  'PUT /api/admin/people/second-factor': [
    'admin.two_step_required',
    (admin) =>
      withSecondFactor(admin, async () => {
        await admin.api.people.requireSecondFactor({ body: { isRequired: true } })
        await admin.api.people.requireSecondFactor({ body: { isRequired: false } })
      }),
  ],
  'POST /api/admin/account/recovery-codes': [
    'account.recovery_codes_renewed',
    async (admin) => {
      const { secret } = await admin.api.account.beginSecondFactor({ body: { password } })
      const first = await admin.api.account.confirmSecondFactor({ body: { code: codeOf(secret) } })
      const body = { password, code: first.recoveryCodes[0] ?? '' }
      const second = await admin.api.account.renewRecoveryCodes({ body })
      await admin.api.account.endSecondFactor({ body: { password, code: second.recoveryCodes[0] ?? '' } })
    },
  ],
}

/** Returns every administrator route that changes something, as listed by the router. */
async function changingAdminRoutes(): Promise<string[]> {
  const routers = createApp(app.parts).middleware.flatMap((middleware) =>
    'router' in middleware && middleware.router instanceof Router ? [middleware.router] : [],
  )
  const changes = routers
    .flatMap(({ stack }) => stack)
    .flatMap(({ methods, path }) => methods.map((method) => ({ method, path: String(path) })))
    .filter(({ method }) => !['GET', 'HEAD', 'OPTIONS'].includes(method))
  const shut: string[] = []
  for (const { method, path } of changes) {
    const response = await newVisitor(app).fetch(path.replace(/:\w+/g, unknownId), { method })
    if (response.status === 401) shut.push(`${method} ${path}`)
  }
  return shut
}

/** Routes whose input does not fit an address, and that change nothing. */
const readingRoutes = ['POST /api/admin/settings/mail-preview']

test('covers every administrator route that changes something', async () => {
  const routes = (await changingAdminRoutes()).filter((route) => !readingRoutes.includes(route))
  expect(routes.sort()).toEqual(Object.keys(auditActions).sort())
})

describe('the audit log records', () => {
  test.each(Object.entries(auditActions))('%s', async (_, [action, act]) => {
    const admin = await newAdmin(app)
    const count = () =>
      app.database.fork().count(AuditEntry, { action, actor: 'admin', address: '127.0.0.1' })
    const before = await count()
    await act(admin)
    expect(await count()).toBeGreaterThan(before)
  })
})
