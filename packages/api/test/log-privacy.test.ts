import { Writable } from 'node:stream'
import { afterAll, expect, test } from 'vitest'
import { createLog } from '../src/platform/logging/log.ts'
import { sendMailHandler } from '../src/orders/emails/send-mail.ts'
import { OrderMail } from '../src/order-book/order-mail-service.ts'
import { startTestApp } from '../testing/test-app.ts'
import { askToStart, newAdmin, newVisitor, refusal } from '../testing/visitor.ts'
import { mailExtras } from '../testing/mail-fixtures.ts'

const lines: string[] = []
const log = createLog(
  'debug',
  new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString())
      done()
    },
  }),
)

const person = {
  firstName: 'Zebedee',
  lastName: 'Quillfeather',
  email: 'zebedee.q@traceable.example',
  projectName: 'Moonlit Aqueduct',
  projectDescription: 'A libretto in nine scenes.',
  terms: true,
} as const
const fileName = 'aqueduct-final.wav'
const clientAddress = '203.0.113.77'

const app = await startTestApp({ log, trustedProxies: { hops: 1 }, stripeStandIn: null })
afterAll(() => app.close())

test('logs no customer data from an upload to a rejected email and a broken database', async () => {
  const visitor = newVisitor(app, { 'sec-fetch-site': 'same-origin', 'x-forwarded-for': clientAddress })
  const { uploadId } = await visitor.upload('bytes of a work', fileName)
  const { orderId } = await visitor.api.orders.create({ body: { ...person, uploadId } })
  await visitor.api.payments.open({ body: { orderId } })
  await askToStart(visitor, orderId)
  const { key } = await visitor.api.orders.mine({ query: { orderId } })
  await visitor.fetch(`/api/orders/${key}`)
  const admin = await newAdmin(app)
  await admin.api.orders.list({ query: { search: person.email } })
  await admin.api.orders.change({ params: { id: orderId }, body: { paymentConfirmed: true } })

  const em = app.database.fork()
  const mail = await em.findOneOrFail(OrderMail, { order: orderId })
  const refused = Object.assign(new Error(`550 ${person.email}: no such mailbox`), { responseCode: 450 })
  const send = sendMailHandler({
    database: app.database,
    ...mailExtras,
    log,
    transport: { send: () => Promise.reject(refused) },
  })
  await expect(send({ mailId: mail.id }, AbortSignal.timeout(60_000))).rejects.toThrow('550')

  // A failing statement quotes its values, which are the customer's.
  await app.database
    .fork()
    .execute('alter table orders add constraint never check (project_name is null) not valid')
  const again = newVisitor(app, { 'sec-fetch-site': 'same-origin', 'x-forwarded-for': clientAddress })
  const second = await again.upload('bytes of another work', fileName)
  const failure = again.api.orders.create({ body: { ...person, uploadId: second.uploadId } })
  expect(await refusal(failure)).toMatchObject({ status: 500 })
  await visitor.fetch(`/api/orders/${key}`)

  const logged = lines.join('')
  expect(logged, 'the failure itself is logged').toContain('request failed')
  expect(logged).toContain('mail: not sent')
  const traces = [...Object.values(person), fileName, clientAddress, key, 'traceable', 'Quillfeather']
  for (const trace of traces) {
    if (typeof trace === 'string') expect(logged).not.toContain(trace)
  }
})
