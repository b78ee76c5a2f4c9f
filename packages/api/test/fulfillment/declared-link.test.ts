import { readProofText } from '@priormark/core/proof/proof-reading'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readMailRecord } from '../../src/mail/mail-record.ts'
import { Order } from '../../src/orders/order-entity.ts'
import { OrderMail } from '../../src/orders/order-mail-entity.ts'
import { Anchor } from '../../src/proofs/anchor-entity.ts'
import { AnchorBatch } from '../../src/proofs/batch-entity.ts'
import { ProofLeaf } from '../../src/proofs/leaf-entity.ts'
import { startTestApp, testShop, type TestApp } from '../../testing/test-app.ts'
import { newAdmin, newVisitor } from '../../testing/visitor.ts'
import { paidOrder, progress, seal, type PaidOrder } from '../proofs/proofs-fixtures.ts'

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
  const read = readProofText(text('proof.json'))
  if ('problem' in read) throw new Error('not a proof')
  return { proof: read.proof, readme: text('README.txt') }
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
    expect(proof.anchors).toEqual([{ kind: 'manual', link }])
    expect(readme).toContain(`Root:         ${code}`)
    expect(await recordForMail(order)).toMatchObject({ hasEvidence: true, isDeclared: true, link })
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
      sentence: 'A block already has the record of this work',
    })
  })

  test.each(['refunded', 'disputed'] as const)(
    'completes a %s order only with a confirmation',
    async (paymentState) => {
      const order = await paidOrder(app)
      await app.database.fork().nativeUpdate(Order, { id: order.id }, { paymentState })
      await expect(complete(order)).rejects.toMatchObject({ status: 409 })
      expect(await complete(order, { withoutPayment: true })).toMatchObject({ status: 'completed' })
      expect(await complete(order), 'it is completed already').toMatchObject({ status: 'completed' })
    },
  )
})
