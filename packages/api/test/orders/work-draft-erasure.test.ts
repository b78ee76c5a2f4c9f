import { LockMode } from '@mikro-orm/core'
import { afterAll, describe, expect, test } from 'vitest'
import { Order, OrderEvent } from '../../src/order-book/order-entity.ts'
import { ProofLeaf } from '../../src/proofs/leaves/batch-entities.ts'
import { untilStatementWaits } from '../../testing/blocked-statement.ts'
import { testServerUrl } from '../../testing/database-server.ts'
import { orderRows } from '../../testing/builders/order.ts'
import { startTestApp } from '../../testing/test-app.ts'
import { verifyOrderProof } from '../../testing/verify-order-proof.ts'
import { newAdmin, newVisitor, payOutside, refusal, details } from '../../testing/visitor.ts'
import { orderNext, proofOf, recordedOrder } from './work-draft-fixtures.ts'

const app = await startTestApp()
const admin = await newAdmin(app)
afterAll(() => app.close())

const { readOrder, update } = orderRows(app)
const erase = ({ id }: { id: string }, email: string) =>
  admin.api.customers.erase({ params: { id }, body: { email } })

async function recordOf(order: string): Promise<unknown> {
  const leaf = await app.database.fork().findOneOrFail(ProofLeaf, { order })
  return JSON.parse(leaf.record ?? '')
}

describe('erasing', () => {
  test('the earlier draft cuts the link, and the proofs of both hold', async () => {
    const first = await recordedOrder(app, { email: 'first-draft@example.org' })
    const second = await recordedOrder(app, { previousKey: first.key })
    const open = await orderNext(newVisitor(app), first.key)
    const proofs = { first: await proofOf(app, first), second: await proofOf(app, second) }
    await erase(first, 'first-draft@example.org')
    for (const id of [second.id, open]) expect(await readOrder(id)).toMatchObject({ previousOrderId: null })
    expect(await proofOf(app, second)).toEqual(proofs.second)
    expect(await verifyOrderProof(proofs.first, first.file)).toMatchObject({ holds: true })
    expect(await verifyOrderProof(proofs.second, second.file)).toMatchObject({ holds: true })
    expect(await refusal(orderNext(newVisitor(app), first.key))).toMatchObject({ code: 'conflict' })
  })

  test('the earlier draft before the next one is paid leaves the record of that one without it', async () => {
    const first = await recordedOrder(app, { email: 'earlier-draft@example.org' })
    const visitor = newVisitor(app)
    const id = await orderNext(visitor, first.key)
    await erase(first, 'earlier-draft@example.org')
    await payOutside(visitor, admin, id)
    expect(await recordOf(id)).toMatchObject({ previous: '' })
  })

  test('the later draft cuts its own link', async () => {
    const first = await recordedOrder(app)
    const second = await recordedOrder(app, { previousKey: first.key, email: 'later-draft@example.org' })
    await erase(second, 'later-draft@example.org')
    expect(await readOrder(second.id)).toMatchObject({ previousOrderId: null })
  })

  test.runIf(testServerUrl !== null)(
    'the earlier draft while the next one is ordered leaves the record of that one without it (needs a PostgreSQL server)',
    async () => {
      const first = await recordedOrder(app, { email: 'erased-draft@example.org' })
      const visitor = newVisitor(app)
      const { ordered, erased } = await app.database.fork().transactional(async (em) => {
        await em.execute('lock table orders in share row exclusive mode')
        const order = orderNext(visitor, first.key)
        await untilStatementWaits(app.database)
        const erasure = erase(first, 'erased-draft@example.org')
        await Promise.race([erasure, untilStatementWaits(app.database, 2)])
        return { ordered: order, erased: erasure }
      })
      await erased
      const id = await ordered
      expect(await readOrder(id)).toMatchObject({ previousOrderId: null })
      await payOutside(visitor, admin, id)
      expect(await recordOf(id)).toMatchObject({ previous: '' })
    },
  )

  test.runIf(testServerUrl !== null)(
    'the earlier draft while the next one is ordered again waits for no lock in a circle (needs a PostgreSQL server)',
    async () => {
      const first = await recordedOrder(app, { email: 'ordered-again@example.org' })
      const visitor = newVisitor(app)
      const { uploadId } = await visitor.upload('ordered again')
      const send = () => visitor.api.orders.create({ body: { ...details, uploadId, previousKey: first.key } })
      const { orderId } = await send()
      // The erasure locks the lower id first.
      const id = '00000000-0000-4000-8000-000000000000'
      await app.database.fork().nativeDelete(OrderEvent, { order: orderId })
      await update(orderId, { id })
      const { ordered, erased } = await app.database.fork().transactional(async (em) => {
        await em.findOneOrFail(Order, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE })
        const erasure = erase(first, 'ordered-again@example.org')
        await untilStatementWaits(app.database)
        const order = refusal(send())
        await untilStatementWaits(app.database, 2)
        return { ordered: order, erased: erasure }
      })
      expect(await erased).toMatchObject({ erased: 1 })
      expect(await ordered).toMatchObject({ code: 'conflict' })
      expect(await readOrder(id)).toMatchObject({ previousOrderId: null })
    },
  )
})
