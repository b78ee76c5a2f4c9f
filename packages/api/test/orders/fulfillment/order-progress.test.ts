import { anchorStates, type AnchorState } from '@priormark/core/proofs/anchors/anchor-state'
import { OrderProgress } from '@priormark/core/orders/order-progress'
import { toBase64 } from '@priormark/core/proofs/proof/base64'
import { fromHex } from '@priormark/core/proofs/proof/bytes'
import type { ProofAnchor } from '@priormark/core/proofs/proof/proof-schema'
import { writeOtsFile } from '@priormark/core/proofs/opentimestamps/ots-file'
import { afterAll, describe, expect, test } from 'vitest'
import { RateLimit } from '../../../src/platform/http/rate-limit.ts'
import { Order } from '../../../src/order-book/order-entity.ts'
import { Anchor, AnchorBatch, ProofLeaf } from '../../../src/proofs/leaves/batch-entities.ts'
import { buildAnchor, buildBatch } from '../../../testing/builders/anchor.ts'
import { startTestApp } from '../../../testing/test-app.ts'
import {
  details,
  newAdmin,
  newVisitor,
  placePaidOrder,
  placeOrder,
  refusal,
} from '../../../testing/visitor.ts'

const app = await startTestApp()
const admin = await newAdmin(app)
afterAll(() => app.close())

const keyOf = async (id: string) => (await app.database.fork().findOneOrFail(Order, { id })).accessKey

/** Reads an order with a new browser that has only its link. */
const read = async (id: string) =>
  newVisitor(app).api.orderProgress.read({ params: { key: await keyOf(id) } })

const paidOrder = () => placePaidOrder(app, admin)

interface GivenAnchor {
  kind: 'manual' | 'evm' | 'opentimestamps'
  state: AnchorState
  link?: string
  blockTime?: Date
  evidence?: ProofAnchor
}

/** Seals a paid order with these anchors. */
async function seal(id: string, anchors: GivenAnchor[]): Promise<string> {
  const em = app.database.fork()
  const leaf = await em.findOneOrFail(ProofLeaf, { order: { id } })
  const batch = buildBatch(em, { leafCount: 1 })
  Object.assign(leaf, { batch, leafIndex: 0, path: [] })
  for (const given of anchors) buildAnchor(em, batch, given)
  await em.flush()
  return batch.root
}

const evm: ProofAnchor = {
  kind: 'evm',
  chainId: 1,
  transactionHash: `0x${'12'.repeat(32)}`,
  blockNumber: 21_043_112,
  blockHash: `0x${'34'.repeat(32)}`,
  blockTime: 1_788_430_000,
}

/** Returns the `.ots` of a root with attestations in these Bitcoin blocks. */
function ots(rootHex: string, heights: number[]): ProofAnchor {
  const attestations = heights.map((height) => ({ kind: 'bitcoin', height }) as const)
  const bytes = writeOtsFile({
    hash: 'sha256',
    digest: fromHex(rootHex),
    timestamp: { attestations, branches: [] },
  })
  return { kind: 'opentimestamps', ots: toBase64(bytes) }
}

describe('the progress of an order', () => {
  test.each([
    ['unpaid', 'unpaid'],
    ['processing', 'processing'],
    ['mismatch', 'processing'],
    ['canceled', 'canceled'],
  ] as const)('before the payment, which is %s, promises nothing', async (paymentState, step) => {
    const id = await placeOrder(newVisitor(app))
    await app.database.fork().nativeUpdate(Order, { id }, { paymentState })
    expect(await read(id)).toMatchObject({
      orderId: id,
      projectName: details.projectName,
      fileName: 'song.wav',
      step,
      status: 'pending',
      paidAt: null,
      anchors: [],
      proofId: null,
      hasEvidence: false,
      stopped: null,
    })
  })

  test('after the payment waits for a batch, and has a public id', async () => {
    const id = await paidOrder()
    const leaf = await app.database.fork().findOneOrFail(ProofLeaf, { order: { id } })
    expect(await read(id)).toMatchObject({
      step: 'waiting',
      status: 'paid',
      paidAt: expect.any(String),
      proofId: leaf.id,
      hasEvidence: false,
    })
  })

  test.each(anchorStates)('after sealing has the state of its anchor: %s', async (state) => {
    const id = await paidOrder()
    await seal(id, [{ kind: 'evm', state }])
    expect(await read(id)).toMatchObject({
      step: state,
      hasEvidence: true,
      anchors: [
        {
          kind: 'evm',
          state,
          link: null,
          chain: null,
          blockNumber: null,
          blockTime: null,
          noLaterThan: null,
          isProven: false,
        },
      ],
    })
  })

  test('with several anchors has the furthest state, and shows the state of each', async () => {
    const id = await paidOrder()
    const root = await seal(id, [{ kind: 'opentimestamps', state: 'submitted' }])
    const em = app.database.fork()
    const { batch } = await em.findOneOrFail(Anchor, { batch: { root } })
    const blockTime = new Date('2026-09-03T10:05:42Z')
    const link = 'https://etherscan.io/tx/0x12'
    buildAnchor(em, batch, { kind: 'evm', state: 'included', link, blockTime, evidence: evm })
    await em.flush()
    expect(await read(id)).toMatchObject({
      step: 'included',
      anchors: [
        {
          kind: 'evm',
          state: 'included',
          link,
          chain: 'Ethereum',
          isOnTestChain: false,
          blockNumber: 21_043_112,
          blockTime: '2026-09-03T10:05:42.000Z',
          noLaterThan: '2026-09-03T10:20:42.000Z',
          isProven: false,
        },
        { kind: 'opentimestamps', state: 'submitted', chain: 'Bitcoin', blockNumber: null },
      ],
    })
  })

  test('marks an order on a local test chain as a test', async () => {
    const id = await paidOrder()
    await seal(id, [{ kind: 'evm', state: 'final', evidence: { ...evm, chainId: 3_133_704_215 } }])
    expect(await read(id)).toMatchObject({
      anchors: [{ isOnTestChain: true, chain: 'a private test chain' }],
    })
  })

  test('in Bitcoin shows the earliest block that calendars name', async () => {
    const id = await paidOrder()
    const root = await seal(id, [])
    const em = app.database.fork()
    const batch = await em.findOneOrFail(AnchorBatch, { root })
    const evidence = ots(root, [900_123, 900_119])
    buildAnchor(em, batch, { kind: 'opentimestamps', state: 'final', evidence })
    await em.flush()
    expect(await read(id)).toMatchObject({
      step: 'final',
      anchors: [{ chain: 'Bitcoin', blockNumber: 900_119 }],
    })
  })

  test("shows a link declared for the order instead of its root's missing link", async () => {
    const id = await paidOrder()
    await seal(id, [{ kind: 'manual', state: 'queued' }])
    const em = app.database.fork()
    const leaf = await em.findOneOrFail(ProofLeaf, { order: { id } })
    leaf.declaredLink = 'https://example.org/tx/1'
    await em.flush()
    expect(await read(id)).toMatchObject({
      step: 'final',
      anchors: [{ kind: 'manual', state: 'final', link: 'https://example.org/tx/1', chain: null }],
    })
  })

  test('marks a link added by an administrator as declared', async () => {
    const id = await paidOrder()
    const blockchainLink = 'https://example.org/tx/0x99'
    await admin.api.orders.change({ params: { id }, body: { blockchainLink } })
    expect(await read(id)).toMatchObject({
      step: 'final',
      status: 'completed',
      completedAt: expect.any(String),
      blockchainLink,
      anchors: [{ kind: 'manual', state: 'final', link: blockchainLink }],
    })
  })

  test('shows a refunded and a disputed payment', async () => {
    const id = await paidOrder()
    const em = app.database.fork()
    const order = await em.findOneOrFail(Order, { id })
    order.paymentState = 'partially_refunded'
    await em.flush()
    expect(await read(id)).toMatchObject({ stopped: null })
    order.paymentState = 'refunded'
    await em.flush()
    expect(await read(id)).toMatchObject({ stopped: 'refunded', step: 'waiting' })
    order.paymentState = 'disputed'
    await em.flush()
    expect(await read(id)).toMatchObject({ stopped: 'disputed', recordedBy: null })
    order.dispute = { reason: 'fraudulent', status: 'lost', respondBy: null }
    await em.flush()
    expect(await read(id)).toMatchObject({ stopped: 'dispute_lost', recordedBy: null })
  })
})

describe('the secret in the link', () => {
  test('reveals nothing about the customer or other orders', async () => {
    const owner = newVisitor(app)
    const [id, other] = [await placeOrder(owner, { projectName: 'Mine' }), await placeOrder(owner)]
    const response = await newVisitor(app).fetch(`/api/orders/${await keyOf(id)}`)
    const body = await response.text()
    expect(Object.keys(JSON.parse(body)).toSorted()).toEqual(Object.keys(OrderProgress.entries).toSorted())
    for (const secret of [
      details.firstName,
      details.lastName,
      details.email,
      details.projectDescription,
      other,
      await keyOf(other),
    ])
      expect(body).not.toContain(secret)
  })

  test('is not cached or sent to other sites', async () => {
    const id = await paidOrder()
    const { headers } = await newVisitor(app).fetch(`/api/orders/${await keyOf(id)}`)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('set-cookie')).toBeNull()
  })

  test('gives the same 404 if unknown, shortened, too long, or replaced by an id', async () => {
    const id = await paidOrder()
    const key = await keyOf(id)
    const wrong = ['A'.repeat(43), key.slice(0, -1), `${key}A`, key.toLowerCase(), id, '%00', `${key}%00`]
    const responses = await Promise.all(
      wrong.map(async (text) => {
        const response = await newVisitor(app).fetch(`/api/orders/${text}`)
        const named = ['cache-control', 'referrer-policy', 'content-type'].map((name) =>
          response.headers.get(name),
        )
        return JSON.stringify([response.status, await response.json(), named])
      }),
    )
    expect(new Set(responses).size).toBe(1)
    expect(responses[0]).toContain('404')
    expect(responses[0]).toContain('no-store')
  })

  test('is protected against guessing by a rate limit per address', async () => {
    const guess = () => newVisitor(app).api.orderProgress.read({ params: { key: 'B'.repeat(43) } })
    expect(await refusal(guess())).toMatchObject({ status: 404 })
    const em = app.database.fork()
    const counters = { key: { $like: 'order-page:%' } }
    await em.nativeUpdate(RateLimit, counters, { hits: 300 })
    expect(await refusal(guess())).toMatchObject({ status: 429, code: 'rate_limited' })
    await em.nativeDelete(RateLimit, counters)
  })
})
