import { formatSecond } from '@priormark/core/platform/dates'
import { shownValue } from '@priormark/core/proofs/proof-v2/record-fields'
import { testText } from '@priormark/core/proofs/anchors/proof-mark'
import { sampleOrderKey } from '@priormark/core/proofs/sample/sample-order'
import { propertyRuns } from '@priormark/core/testing/depth'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { ProofLeaf } from '../../src/proofs/leaves/batch-entities.ts'
import { orderRows } from '../../testing/builders/order.ts'
import { startTestApp } from '../../testing/test-app.ts'
import { readOrderProofText, verifyOrderProof } from '../../testing/verify-order-proof.ts'
import { details, newAdmin, newVisitor, payOutside, refusal } from '../../testing/visitor.ts'
import { getEvidence, text, unzipEvidence } from '../proofs/evidence/evidence-fixtures.ts'
import { readPdf } from '../proofs/evidence/read-pdf.ts'
import { evmBlockTime, paidOrder, progress, seal, type PaidOrder } from '../proofs/proofs-fixtures.ts'
import { orderNext, proofOf, recordedOrder } from './work-draft-fixtures.ts'

const app = await startTestApp()
const admin = await newAdmin(app)
afterAll(() => app.close())

const { readOrder, update } = orderRows(app)
const leafOf = async ({ proofId }: PaidOrder) =>
  (await app.database.fork().findOneOrFail(ProofLeaf, { id: proofId })).leaf

describe('an order that names an earlier draft', () => {
  test('has a record with the leaf of that draft, and a proof that holds', async () => {
    const first = await recordedOrder(app)
    const second = await recordedOrder(app, { previousKey: first.key })
    const proof = await proofOf(app, second)
    expect(shownValue(proof.record, 'previous')).toBe((await proofOf(app, first)).leaf)
    expect(await verifyOrderProof(proof, second.file)).toMatchObject({ holds: true })
    expect(shownValue((await proofOf(app, first)).record, 'previous')).toBe('')
  })

  test('keeps the record as it was frozen, in chains and branches of any shape, and a changed one is refused', async () => {
    const shape = fc.array(fc.nat(), { minLength: 2, maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(shape, async (choices) => {
        const drafts: { order: PaidOrder; earlier: PaidOrder | null }[] = []
        for (const choice of choices) {
          // One of the drafts so far, or none.
          const earlier = drafts[choice % (drafts.length + 1)]?.order ?? null
          const named = earlier === null ? {} : { previousKey: earlier.key }
          drafts.push({ order: await recordedOrder(app, named), earlier })
        }
        for (const { order, earlier } of drafts) {
          const proof = await proofOf(app, order)
          const previous = earlier === null ? '' : await leafOf(earlier)
          expect(shownValue(proof.record, 'previous')).toBe(previous)
          expect(await verifyOrderProof(proof, order.file)).toMatchObject({ holds: true })
          const changed = structuredClone(proof)
          const field = 'fields' in changed.record ? changed.record.fields.find(isPrevious) : undefined
          Object.assign(field ?? {}, { value: previous === '' ? proof.leaf : '' })
          expect(await verifyOrderProof(changed, order.file)).toMatchObject({ holds: false })
        }
      }),
      propertyRuns({ normal: 3, deep: 100 }),
    )
  })

  test('can hide the leaf of that draft when it is shared', async () => {
    const first = await recordedOrder(app)
    const second = await recordedOrder(app, { previousKey: first.key })
    const response = await newVisitor(app).fetch(`/api/orders/${second.key}/proof.json?hide=previous`)
    const text = await response.text()
    expect(text).not.toContain(await leafOf(first))
    expect(await verifyOrderProof(readOrderProofText(text), second.file)).toMatchObject({ holds: true })
  })

  test('costs what any order costs now', async () => {
    const first = await recordedOrder(app)
    await update(first.id, { amountCents: 1 })
    const second = await readOrder(await orderNext(newVisitor(app), first.key))
    expect(second.amountCents).toBe((await readOrder((await recordedOrder(app)).id)).amountCents)
  })

  test('is created once, by a repeated request too, which may name another draft or none', async () => {
    const [first, other] = [await recordedOrder(app), await recordedOrder(app)]
    const visitor = newVisitor(app)
    const { uploadId } = await visitor.upload('twice')
    const send = async (named: { previousKey?: string }) =>
      (await visitor.api.orders.create({ body: { ...details, uploadId, ...named } })).orderId
    const both = await Promise.all([send({ previousKey: first.key }), send({ previousKey: first.key })])
    const [id] = both
    expect(new Set(both).size).toBe(1)
    expect(await readOrder(id)).toMatchObject({ previousOrderId: first.id })
    expect(await send({ previousKey: other.key })).toBe(id)
    expect(await readOrder(id)).toMatchObject({ previousOrderId: other.id })
    await send({})
    expect(await readOrder(id)).toMatchObject({ previousOrderId: null })
    await payOutside(visitor, admin, id)
    expect(await refusal(send({ previousKey: first.key }))).toMatchObject({ code: 'order_paid' })
    expect(await readOrder(id)).toMatchObject({ previousOrderId: null })
  })
})

describe('the line of drafts', () => {
  const progressOf = ({ key }: PaidOrder) => newVisitor(app).api.orderProgress.read({ params: { key } })
  const get = ({ key }: PaidOrder, file: string) => getEvidence(app, key, file)
  const pdfOf = async (order: PaidOrder) =>
    readPdf(new Uint8Array(await (await get(order, 'timeline.pdf')).arrayBuffer()))

  test('is on the page, in the evidence and in a timeline, with titles, dates and leaves', async () => {
    const first = await recordedOrder(app, { projectName: 'Ferry, sketch' })
    const second = await recordedOrder(app, { projectName: 'Ferry, demo', previousKey: first.key })
    const third = await paidOrder(app, { projectName: 'Ferry, mix', previousKey: second.key })
    const noLaterThan = new Date((evmBlockTime + 15 * 60) * 1000).toISOString()
    const earlierDrafts = [
      { projectName: 'Ferry, sketch', createdAt: expect.any(String), noLaterThan },
      { projectName: 'Ferry, demo', createdAt: expect.any(String), noLaterThan },
    ]
    expect(await progressOf(third)).toMatchObject({ earlierDrafts, canHaveNextDraft: false })
    expect((await get(third, 'timeline.pdf')).status).toBe(404)
    await seal(app, ['manual'])
    expect(await progressOf(third)).toMatchObject({ earlierDrafts, canHaveNextDraft: true })

    const files = await unzipEvidence(app, third.key)
    expect(text(files['README.txt'])).toContain('timeline.pdf shows the drafts of this work.')
    const { all } = await pdfOf(third)
    const shown = all.replace(/\s/g, '')
    expect((await readPdf(files['timeline.pdf'] ?? new Uint8Array())).all).toBe(all)
    for (const draft of [first, second, third]) expect(shown).toContain(`Leaf${await leafOf(draft)}`)
    expect(shown).toContain('3.Ferry,mixNoblockprovesadate.')
    const date = formatSecond(noLaterThan).replace(/\s/g, '')
    expect(shown).toContain(`1.Ferry,sketchExistednolaterthan${date}.`)
    expect(text(files['manifest.json'])).toContain('timeline.pdf')
  })

  test('begins with the drafts that the order follows, and has neither later ones nor what leads to them', async () => {
    const first = await recordedOrder(app, { projectName: 'Mine', email: 'one@example.org' })
    const second = await recordedOrder(app, {
      projectName: 'Theirs',
      previousKey: first.key,
      lastName: 'Byron',
    })
    const ofFirst = await progressOf(first)
    expect(ofFirst).toMatchObject({ earlierDrafts: [], canHaveNextDraft: true })
    expect((await get(first, 'timeline.pdf')).status).toBe(404)
    expect(Object.keys(await unzipEvidence(app, first.key))).not.toContain('timeline.pdf')
    const files = await unzipEvidence(app, second.key)
    const { all, links } = await pdfOf(second)
    const certificate = await readPdf(files['certificate.pdf'] ?? new Uint8Array())
    const page = JSON.stringify([await progressOf(second), links, certificate.links])
    const { fileSha256 } = await readOrder(first.id)
    for (const secret of [
      first.id,
      first.key,
      first.proofId,
      fileSha256,
      'one@example.org',
      details.lastName,
    ])
      for (const shown of [page, all, certificate.all, ...Object.values(files).map(text)])
        expect(shown.includes(secret), secret).toBe(false)
  })

  test('ends at a draft without evidence, because the next record has the leaf of that one', async () => {
    const first = await recordedOrder(app)
    const second = await paidOrder(app, { previousKey: first.key })
    await seal(app, ['manual'])
    const third = await paidOrder(app, { previousKey: second.key })
    expect(await progressOf(third)).toMatchObject({ earlierDrafts: [{}, {}] })
    await update(second.id, { paymentState: 'refunded' })
    expect(await progressOf(third)).toMatchObject({ earlierDrafts: [] })
  })

  test('has the date of a draft on a test chain, and says once that it proves nothing', async () => {
    const order = await paidOrder(app)
    await progress(app, await seal(app, ['evm']), 'evm', 'final', { chainId: 11_155_111 })
    const next = await paidOrder(app, { previousKey: order.key })
    await seal(app, ['manual'])
    expect(await progressOf(next)).toMatchObject({
      earlierDrafts: [{ noLaterThan: expect.any(String), isOnTestChain: true }],
    })
    const shown = (await pdfOf(next)).all.replace(/\s/g, '')
    expect(shown.split(`TEST${testText.replace(/\s/g, '')}`)).toHaveLength(2)
    expect(shown).toMatch(/ExistednolaterthanNov21,2026,[^.]*,onatestchain\./)
  })

  test('is shown to administrators with the orders on both sides', async () => {
    const first = await recordedOrder(app)
    const second = await recordedOrder(app, { previousKey: first.key })
    const open = await orderNext(newVisitor(app), first.key)
    const viewOf = (id: string) => admin.api.customerViews.read({ params: { id } })
    const numbered = async (id: string) => ({ id, number: (await readOrder(id)).number })
    expect(await viewOf(first.id)).toMatchObject({
      earlierDraft: null,
      nextDrafts: [await numbered(second.id), await numbered(open)],
    })
    expect(await viewOf(open)).toMatchObject({ earlierDraft: await numbered(first.id), nextDrafts: [] })
  })
})

describe('is refused, and the upload stays, if the earlier draft', () => {
  const refused = {
    status: 409,
    code: 'conflict',
    serverMessage: expect.stringContaining('The earlier draft isn’t recorded here'),
  }

  async function expectRefused(previousKey: string): Promise<void> {
    const visitor = newVisitor(app)
    const { uploadId } = await visitor.upload(`refused ${Math.random()}`)
    const body = { ...details, uploadId }
    const call = visitor.api.orders.create({ body: { ...body, previousKey } })
    expect(await refusal(call)).toMatchObject(refused)
    expect(await visitor.api.orders.create({ body })).toMatchObject({ success: true })
  }

  test('is unknown', () => expectRefused('x'.repeat(43)))

  test('is named by its id or its number instead of its secret', async () => {
    const { id } = await recordedOrder(app)
    const { number } = await readOrder(id)
    for (const previousKey of [id, id.replaceAll('-', ''), String(number), ''])
      expect(await refusal(orderNext(newVisitor(app), previousKey))).toMatchObject({ code: 'invalid_input' })
  })

  test('is not sealed yet', async () => {
    const { key } = await paidOrder(app)
    await expectRefused(key)
    await seal(app, ['manual'])
    await orderNext(newVisitor(app), key)
  })

  test.each(['refunded', 'disputed'] as const)('is recorded, but %s', async (paymentState) => {
    const { id, key } = await recordedOrder(app)
    await update(id, { paymentState, status: 'completed' })
    await expectRefused(key)
  })

  test('is only the sample', () => expectRefused(sampleOrderKey))
})

function isPrevious({ name }: { name: string }): boolean {
  return name === 'previous'
}
