import { proofMark } from '@priormark/core/proofs/anchors/proof-mark'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { readMailRefund, refundMail } from '../../../src/orders/emails/refund-mail.ts'
import { Order } from '../../../src/order-book/order-entity.ts'
import { Anchor } from '../../../src/proofs/leaves/batch-entities.ts'
import { completeOpenOrders } from '../../../src/proofs/anchors/anchor-progress.ts'
import { startTestApp, testShop } from '../../../testing/test-app.ts'
import { newAdmin, newVisitor, type Visitor } from '../../../testing/visitor.ts'
import { paidOrder, progress, seal, type PaidOrder } from '../proofs-fixtures.ts'
import { buildRefund } from '../../../testing/builders/refund.ts'

let admin: Visitor
const app = await startTestApp()
beforeEach(async () => {
  admin = await newAdmin(app)
})
afterAll(() => app.close())

async function setPayment({ id }: PaidOrder, paymentState: Order['paymentState']): Promise<void> {
  await app.database.fork().nativeUpdate(Order, { id }, { paymentState })
}

/** Collects what every page, document and email says of an order's record. */
async function everythingSaid({ id, key, proofId }: PaidOrder) {
  const visitor = newVisitor(app)
  const params = { id }
  const { status, blockchainLink, fileSha256: sha256 } = await admin.api.orders.read({ params })
  const page = await visitor.api.orderProgress.read({ params: { key } })
  const badge = await (await visitor.fetch(`/badge/${proofId}.svg`)).text()
  const timeline = await admin.api.orders.timeline({ params })
  const { hasEvidence } = await admin.api.customerViews.read({ params })
  return {
    admin: { status, blockchainLink, hasEvidence },
    adminAnchors: (await admin.api.anchors.ofOrder({ params })).map(({ kind, state }) => `${kind} ${state}`),
    events: timeline
      .map(({ kind }) => kind)
      .filter((kind) => kind === 'anchor_final' || kind === 'link_added'),
    mails: timeline.flatMap(({ kind, detail }) => (kind === 'mail_queued' ? [detail] : [])),
    page: {
      stopped: page.stopped,
      step: page.step,
      mark: proofMark(page.anchors),
      hasEvidence: page.hasEvidence,
    },
    badge: /<title>(.*?):/.exec(badge)?.[1],
    publicState: (await visitor.api.proofs.read({ params: { id: proofId } })).state,
    lookUp: (await visitor.api.proofs.lookUp({ query: { sha256 } })).state,
    evidence: (await visitor.fetch(`/api/orders/${key}/evidence.zip`)).status,
  }
}

const nothing = {
  admin: { status: 'paid', blockchainLink: null, hasEvidence: false },
  adminAnchors: [],
  events: [],
  mails: ['confirmation'],
  page: { stopped: 'refunded', step: 'waiting', mark: 'none', hasEvidence: false },
  badge: 'NOT RECORDED',
  publicState: 'stopped',
  lookUp: 'stopped',
  evidence: 404,
} as const

const recorded = {
  admin: { status: 'completed', hasEvidence: true },
  page: { stopped: null, step: 'final', mark: 'recorded', hasEvidence: true },
  badge: 'RECORDED',
  publicState: 'final',
  lookUp: 'final',
  evidence: 200,
} as const

describe('an order that is refunded', () => {
  test('while it waits in a manual batch is recorded nowhere, before and after the batch gets its link', async () => {
    const [refunded, other] = [await paidOrder(app), await paidOrder(app)]
    const root = await seal(app, ['manual'])
    await setPayment(refunded, 'refunded')
    expect(await everythingSaid(refunded)).toEqual(nothing)
    await progress(app, root, 'manual', 'final')
    expect(await everythingSaid(refunded)).toEqual(nothing)
    expect(await everythingSaid(other)).toMatchObject(recorded)
  })

  test('in such a batch gets the email that the work won’t be recorded', async () => {
    const refunded = await paidOrder(app)
    const root = await seal(app, ['manual'])
    await setPayment(refunded, 'refunded')
    await progress(app, root, 'manual', 'final')
    const em = app.database.fork()
    const order = await em.findOneOrFail(Order, refunded.id)
    const refund = buildRefund(em, order, { amountCents: 897, refundedAt: new Date() })
    await em.flush()
    const { values } = refundMail(order, testShop, await readMailRefund(em, order, refund.id), new Date())
    expect(values['meaning']).toBe('Your work won’t be recorded.')
  })

  test('after its batch got the link keeps its record', async () => {
    const order = await paidOrder(app)
    await progress(app, await seal(app, ['manual']), 'manual', 'final')
    await setPayment(order, 'refunded')
    expect(await everythingSaid(order)).toMatchObject(recorded)
  })

  test('before it is in a batch is recorded nowhere', async () => {
    const order = await paidOrder(app)
    await setPayment(order, 'refunded')
    expect(await everythingSaid(order)).toEqual(nothing)
  })

  test('keeps what its batch records on a chain, but not the link', async () => {
    const order = await paidOrder(app)
    const root = await seal(app, ['manual', 'evm'])
    await setPayment(order, 'refunded')
    await progress(app, root, 'manual', 'final')
    const page = { stopped: 'refunded', step: 'queued', mark: 'none', hasEvidence: true }
    expect(await everythingSaid(order)).toMatchObject({ adminAnchors: ['evm queued'], page, evidence: 200 })
    await progress(app, root, 'evm', 'final')
    expect(await everythingSaid(order)).toMatchObject({
      admin: { status: 'paid', blockchainLink: null },
      adminAnchors: ['evm final'],
      page: { ...page, step: 'final', mark: 'recorded' },
      badge: 'RECORDED',
    })
  })
})

test('a disputed order in a manual batch is recorded once the dispute is won', async () => {
  const order = await paidOrder(app)
  const root = await seal(app, ['manual'])
  await setPayment(order, 'disputed')
  await progress(app, root, 'manual', 'final')
  expect(await everythingSaid(order)).toEqual({ ...nothing, page: { ...nothing.page, stopped: 'disputed' } })
  await setPayment(order, 'paid')
  const { id } = await app.database.fork().findOneOrFail(Anchor, { kind: 'manual', batch: { root } })
  await completeOpenOrders(app.parts, id)
  expect(await everythingSaid(order)).toMatchObject(recorded)
})

test('a manual batch needs no link while all its orders are refunded', async () => {
  const order = await paidOrder(app)
  const before = await admin.api.anchors.queue({})
  await seal(app, ['manual'])
  const waiting = await admin.api.anchors.queue({})
  expect(waiting.batchesWithoutLink).toBe(before.batchesWithoutLink + 1)
  await setPayment(order, 'refunded')
  const { batchesWithoutLink, total } = await admin.api.anchors.queue({})
  expect({ batchesWithoutLink, total }).toEqual({
    batchesWithoutLink: before.batchesWithoutLink,
    total: before.total,
  })
})
