import { proofMark, testText } from '@priormark/core/proofs/anchors/proof-mark'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readMailRecord, fulfillmentMail, evidenceMail } from '../../../src/orders/emails/record-mail.ts'
import { Order } from '../../../src/order-book/order-entity.ts'
import { Anchor, AnchorBatch, ProofLeaf } from '../../../src/proofs/leaves/batch-entities.ts'
import { startTestApp, testShop, type TestApp } from '../../../testing/test-app.ts'
import { readOrderProofText } from '../../../testing/verify-order-proof.ts'
import { newAdmin, newVisitor, refusal } from '../../../testing/visitor.ts'
import { readPdf } from '../../proofs/evidence/read-pdf.ts'
import { paidOrder, progress, seal, type PaidOrder } from '../../proofs/proofs-fixtures.ts'
import { buildAnchor } from '../../../testing/builders/anchor.ts'
import { OrderMail } from '../../../src/order-book/order-mail-service.ts'

const link = 'https://chain.example/tx/1'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

async function complete({ id }: PaidOrder, extras: { withoutPayment?: true } = {}) {
  const admin = await newAdmin(app)
  return admin.api.orders.change({ params: { id }, body: { blockchainLink: link, ...extras } })
}

const codeOf = async ({ id }: PaidOrder) =>
  (await (await newAdmin(app)).api.anchors.codeOfOrder({ params: { id } })).code

async function evidenceOf({ key }: PaidOrder) {
  const response = await newVisitor(app).fetch(`/api/orders/${key}/evidence.zip`)
  expect(response.status).toBe(200)
  const files = unzipSync(new Uint8Array(await response.arrayBuffer()))
  const text = (name: string) => new TextDecoder().decode(files[name])
  return { proof: readOrderProofText(text('proof.json')), readme: text('README.txt') }
}

async function rootOf({ database }: TestApp, { id }: PaidOrder): Promise<string> {
  const leaf = await database.fork().findOneOrFail(ProofLeaf, { order: id }, { populate: ['batch'] })
  return leaf.batch?.root ?? ''
}

async function recordForMail({ id }: PaidOrder) {
  const em = app.database.fork()
  const mail = await em.findOneOrFail(OrderMail, { order: id, kind: 'fulfillment' })
  return readMailRecord(em, mail, testShop)
}

describe('a link for one order', () => {
  test('completes it with evidence whose root is the code that was to be recorded', async () => {
    const order = await paidOrder(app)
    const code = await codeOf(order)
    expect(await complete(order)).toMatchObject({ status: 'completed', blockchainLink: link })
    const { proof, readme } = await evidenceOf(order)
    expect(proof.root).toBe(code)
    expect(proof.path).toEqual([])
    expect(proof).toMatchObject({ witnesses: [{ kind: 'manual', link }] })
    expect(readme).toContain(`Root: ${code}`)
    expect(await recordForMail(order)).toMatchObject({ hasEvidence: true, isDeclared: true, link })
  })

  test('does not replace one that the administrator did not see', async () => {
    const { id } = await paidOrder(app)
    const admin = await newAdmin(app)
    const save = (blockchainLink: string, shownLink: string | null) =>
      admin.api.orders.change({ params: { id }, body: { blockchainLink, shownLink, status: 'completed' } })
    const second = 'https://chain.example/tx/2'
    const mails = () => app.queued.filter(({ name }) => name === 'send-mail').length
    const before = mails()
    await save(link, null)
    const error = await refusal(save(second, null))
    expect(error).toMatchObject({
      status: 409,
      code: 'link_changed',
      serverMessage: 'Another link was saved in the meantime',
      body: { currentLink: link },
    })
    expect(await save(link, null), 'the same link again').toMatchObject({ blockchainLink: link })
    expect(mails(), 'one email').toBe(before + 1)
    expect(await save(second, link)).toMatchObject({ blockchainLink: second })
    const { entries } = await admin.api.audit.list({ query: { search: id } })
    expect(entries[0]?.detail).toBe('blockchainLink, status')
  })

  test('takes it out of a batch, whose other orders keep their root', async () => {
    const [one, other] = [await paidOrder(app), await paidOrder(app)]
    const root = await seal(app, ['manual'])
    await complete(one)
    expect((await evidenceOf(one)).proof.root).toBe(await codeOf(one))
    expect((await evidenceOf(other)).proof.root).toBe(root)
    expect(await app.database.fork().findOneOrFail(AnchorBatch, { root })).toMatchObject({ leafCount: 1 })
    await complete(other)
    expect(await app.database.fork().count(AnchorBatch, { root }), 'an empty batch is not recorded').toBe(0)
  })

  test('announces exactly the emails that follow, also for an order that is marked as sent', async () => {
    const withChain = await startTestApp(({ anchors }) => ({
      anchors: { ...anchors, rules: { ...anchors.rules, kinds: ['manual', 'evm'] } },
    }))
    const admin = await newAdmin(withChain)
    const order = await paidOrder(withChain)
    const params = { id: order.id }
    await admin.api.orders.change({ params, body: { fulfillmentEmailSent: true } })
    expect(await admin.api.anchors.codeOfOrder({ params })).toMatchObject({ isEvidenceMailed: true })
    await admin.api.orders.change({ params, body: { blockchainLink: link } })
    const mailed = async () => {
      const events = await admin.api.orders.timeline({ params })
      return events.filter(({ kind }) => kind === 'mail_queued').map(({ detail }) => detail)
    }
    expect(await mailed(), 'nothing is queued that is not sent').toEqual(['confirmation'])
    await progress(withChain, await rootOf(withChain, order), 'evm', 'final')
    expect(await mailed()).toEqual(['confirmation', 'evidence'])
    expect(await admin.api.anchors.codeOfOrder({ params })).toMatchObject({ isEvidenceMailed: false })
    await admin.api.customerViews.resend({ params: { ...params, kind: 'fulfillment' } })
    expect(await mailed(), 'an administrator sends it after all').toContain('fulfillment')
    await withChain.close()

    const manually = await paidOrder(app)
    const here = (await newAdmin(app)).api.anchors
    expect(await here.codeOfOrder({ params: { id: manually.id } })).toMatchObject({
      isEvidenceMailed: false,
    })
    await complete(manually)
  })

  test('replaces the link of an order that is alone in its batch', async () => {
    const order = await paidOrder(app)
    const root = await seal(app, ['manual'])
    await complete(order)
    const anchors = await app.database.fork().find(Anchor, { batch: { root } })
    expect(anchors).toMatchObject([{ kind: 'manual', state: 'final', link }])
  })

  test('is rejected once a block has the record', async () => {
    const order = await paidOrder(app)
    const root = await seal(app, ['evm'])
    await progress(app, root, 'evm', 'included')
    await expect(complete(order)).rejects.toMatchObject({
      status: 409,
      serverMessage: 'A block already has the record of this work',
    })
  })

  test.each([
    ['refunded', 'The payment was refunded'],
    ['disputed', 'The payment is disputed'],
  ] as const)('completes a %s order only with a confirmation', async (paymentState, reason) => {
    const order = await paidOrder(app)
    await app.database.fork().nativeUpdate(Order, { id: order.id }, { paymentState })
    await expect(complete(order)).rejects.toMatchObject({
      status: 409,
      serverMessage: `${reason}. Confirm that you want to complete the order anyway.`,
    })
    expect(await complete(order, { withoutPayment: true })).toMatchObject({ status: 'completed' })
    expect(await complete(order), 'it is completed already').toMatchObject({ status: 'completed' })
  })
})

test('an invented link and a record on a test chain are called a TEST everywhere', async () => {
  const order = await paidOrder(app)
  await complete(order)
  const admin = await newAdmin(app)
  const badge = async () => (await newVisitor(app).fetch(`/badge/${order.proofId}.svg`)).text()
  const shown = async () => (await newVisitor(app).api.orderProgress.read({ params: order })).anchors
  expect([await badge(), proofMark(await shown())]).toEqual([expect.stringContaining('RECORDED'), 'recorded'])

  const em = app.database.fork()
  const { batch } = await em.findOneOrFail(ProofLeaf, { order: order.id }, { populate: ['batch'] })
  if (batch != null) buildAnchor(em, batch, { kind: 'evm' })
  await em.flush()
  await progress(app, await rootOf(app, order), 'evm', 'final', { chainId: 31_337 })

  expect(await badge()).toContain('TEST')
  expect(proofMark(await shown())).toBe('test')
  const { readme } = await evidenceOf(order)
  expect(readme).toContain(`TEST\n${testText}`)
  const pdf = await newVisitor(app).fetch(`/api/orders/${order.key}/certificate.pdf`)
  expect((await readPdf(new Uint8Array(await pdf.arrayBuffer()))).all.replaceAll(/\s/g, '')).toContain('TEST')
  const row = await app.database.fork().findOneOrFail(Order, { id: order.id })
  const record = await recordForMail(order)
  const evidence = evidenceMail(row, testShop, { record, evidence: null })
  const fulfillment = fulfillmentMail(row, testShop, { record, evidence: null })
  const mark = { word: 'TEST', note: testText }
  expect([evidence.mark, fulfillment.mark]).toEqual([mark, mark])
  expect(await admin.api.proofs.read({ params: { id: order.proofId } })).toMatchObject({
    isOnTestChain: true,
  })
})
