import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { AuditEntry } from '../../../src/staff/audit/audit-service.ts'
import { Order } from '../../../src/order-book/order-entity.ts'
import { OrderMail } from '../../../src/order-book/order-mail-service.ts'
import { startTestApp, unknownId } from '../../../testing/test-app.ts'
import {
  newAdmin,
  newVisitor,
  payOutside,
  placePaidOrder,
  placeOrder,
  refusal,
  type Visitor,
} from '../../../testing/visitor.ts'
import { seal } from '../../proofs/proofs-fixtures.ts'

let admin: Visitor
const app = await startTestApp()
afterAll(() => app.close())
beforeEach(async () => {
  admin = await newAdmin(app)
})

const paidOrder = () => placePaidOrder(app, admin)

const viewOf = (id: string) => admin.api.customerViews.read({ params: { id } })
const resend = (id: string, kind: 'confirmation' | 'fulfillment' | 'evidence') =>
  admin.api.customerViews.resend({ params: { id, kind } })

async function markSent(id: string): Promise<void> {
  await app.database.fork().execute('update order_mail set sent_at = now() where order_id = ?', [id])
}

describe('what the customer sees', () => {
  test('names each email’s state, and whether there is evidence', async () => {
    const customer = newVisitor(app)
    const id = await placeOrder(customer)
    expect(await viewOf(id)).toEqual({
      isErased: false,
      hasEvidence: false,
      earlierDraft: null,
      nextDrafts: [],
      termsId: expect.stringMatching(/^[0-9a-f]{16}$/),
      mails: [
        { kind: 'confirmation', refund: null, state: 'absent', at: null, obstacle: 'It is not due yet.' },
        { kind: 'fulfillment', refund: null, state: 'absent', at: null, obstacle: 'It is not due yet.' },
        { kind: 'evidence', refund: null, state: 'absent', at: null, obstacle: 'It is not due yet.' },
      ],
    })
    await payOutside(customer, admin, id)
    expect((await viewOf(id)).mails[0]).toMatchObject({
      state: 'waiting',
      obstacle: 'It is already waiting to be sent.',
    })
    await seal(app, ['manual'])
    expect(await viewOf(id)).toMatchObject({ hasEvidence: true })
    const link = { blockchainLink: 'https://example.org/tx/0x12', status: 'completed' } as const
    await admin.api.orders.change({ params: { id }, body: link })
    const evidence = async () => (await viewOf(id)).mails[2]?.obstacle
    expect(await evidence()).toBe('None follows: the fulfillment email has the evidence.')
    const execute = (sql: string) => app.database.fork().execute(sql, [id])
    await execute(`update orders set payment_state = 'refunded' where id = ?`)
    expect(await evidence()).toBe('The order was refunded, so none follows.')
    await execute(`update orders set payment_state = 'disputed' where id = ?`)
    expect(await evidence()).toBe('The payment is disputed, so none follows unless you win the dispute.')
    await execute(`update orders set dispute = '{"reason":"fraudulent","status":"lost"}' where id = ?`)
    expect(await evidence()).toBe('The dispute is lost, so none follows.')
    expect(await refusal(viewOf(unknownId))).toMatchObject({ status: 404 })
  })
})

describe('an email', () => {
  test('is sent again by an administrator, with a timeline event in their name', async () => {
    const id = await paidOrder()
    expect(await refusal(resend(id, 'confirmation'))).toMatchObject({ code: 'conflict' })
    await markSent(id)
    await resend(id, 'confirmation')
    const mail = await app.database.fork().findOneOrFail(OrderMail, { order: id, kind: 'confirmation' })
    expect(mail.sentAt).toBeNull()
    const timeline = await admin.api.orders.timeline({ params: { id } })
    expect(timeline.filter(({ kind }) => kind === 'mail_queued').map(({ actor }) => actor)).toEqual([
      'system',
      'admin',
    ])
    expect(await refusal(resend(id, 'confirmation'))).toMatchObject({
      serverMessage: 'It is already waiting to be sent.',
    })
  })

  test('that is being sent is not sent again', async () => {
    const id = await paidOrder()
    const claim = `update order_mail set last_error = '450 later', claimed_until = now() + interval '1 hour' where order_id = ?`
    await app.database.fork().execute(claim, [id])
    expect(await refusal(resend(id, 'confirmation'))).toMatchObject({ serverMessage: 'It is being sent.' })
  })

  test('that is not due is not sent', async () => {
    const id = await paidOrder()
    expect(await refusal(resend(id, 'fulfillment'))).toMatchObject({ serverMessage: 'It is not due yet.' })
    expect(await refusal(resend(id, 'evidence'))).toMatchObject({ serverMessage: 'It is not due yet.' })
  })
})

describe('the secret link', () => {
  test('is handed out with an entry in the audit log that names the use', async () => {
    const id = await paidOrder()
    const { key } = await admin.api.customerViews.link({ params: { id }, body: { use: 'copy' } })
    const em = app.database.fork()
    expect(key).toBe((await em.findOneOrFail(Order, id)).accessKey)
    expect(await em.find(AuditEntry, { action: 'order.link_used', subject: id })).toMatchObject([
      { actor: 'admin', detail: 'copy' },
    ])
  })

  test('does not exist once the customer’s data is erased', async () => {
    const id = await paidOrder()
    await app.database.fork().execute('update orders set erased_at = now() where id = ?', [id])
    expect(
      await refusal(admin.api.customerViews.link({ params: { id }, body: { use: 'copy' } })),
    ).toMatchObject({
      code: 'conflict',
    })
    expect(await viewOf(id)).toMatchObject({ isErased: true })
    await markSent(id)
    expect(await refusal(resend(id, 'confirmation'))).toMatchObject({ code: 'conflict' })
  })
})
