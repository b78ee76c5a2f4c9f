import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { Order, OrderEvent } from '../../src/order-book/order-entity.ts'
import {
  correctRefundMail,
  queueMail,
  requeueOrderMail,
  OrderMail,
} from '../../src/order-book/order-mail-service.ts'
import { Refund } from '../../src/order-book/refund-entity.ts'
import type { Em } from '../../src/platform/database/database.ts'
import { buildOrder } from '../../testing/builders/order.ts'
import { openTestDatabase } from '../../testing/database.ts'
import { recordedQueue } from '../../testing/recorded-queue.ts'
import { buildRefund } from '../../testing/builders/refund.ts'

let jobs: ReturnType<typeof recordedQueue>
const database = await openTestDatabase()
afterAll(() => database.close())
beforeEach(() => {
  jobs = recordedQueue()
})

const erased = { erasedAt: new Date() }

async function addOrder(details: Partial<Order> = {}): Promise<string> {
  const em = database.fork()
  const { id } = buildOrder(em, details)
  await em.flush()
  return id
}

async function addRefund(id: string): Promise<string> {
  const em = database.fork()
  const order = em.getReference(Order, id)
  const refund = buildRefund(em, order, { amountCents: 100 })
  await em.flush()
  return refund.id
}

/** Changes an order in a unit of work of its own. */
async function change(id: string, work: (em: Em, order: Order) => Promise<void>): Promise<void> {
  await database.fork().transactional(async (em) => work(em, await em.findOneOrFail(Order, id)))
}

const mailsOf = (order: string) => database.fork().find(OrderMail, { order })
const queuedEvents = async (order: string) =>
  (await database.fork().find(OrderEvent, { order, kind: 'mail_queued' }, { orderBy: { at: 'asc' } })).map(
    ({ actor, detail }) => [actor, detail],
  )

describe('an email about an order', () => {
  const queue = (id: string) =>
    change(id, (em, order) => queueMail(em, jobs, order, { kind: 'confirmation' }))

  test('is queued once', async () => {
    const id = await addOrder()
    await queue(id)
    await queue(id)
    const [mail] = await mailsOf(id)
    expect(jobs.mailIds).toEqual([mail?.id])
    expect(await queuedEvents(id)).toEqual([['system', 'confirmation']])
  })

  test('is only noted as due if an administrator has sent it', async () => {
    const id = await addOrder({ confirmationEmailSent: true })
    await queue(id)
    expect(await mailsOf(id)).toMatchObject([{ kind: 'confirmation' }])
    expect(jobs.mailIds).toEqual([])
  })

  test('is not queued if the customer’s data was erased', async () => {
    const id = await addOrder(erased)
    await queue(id)
    expect(await mailsOf(id)).toEqual([])
    expect(jobs.mailIds).toEqual([])
  })
})

describe('an email about a refund', () => {
  const queue = (id: string, refundId: string) =>
    change(id, async (em, order) => {
      const refund = em.getReference(Refund, refundId)
      await queueMail(em, jobs, order, { kind: 'refund', refund })
    })

  test('is queued once', async () => {
    const id = await addOrder()
    const refundId = await addRefund(id)
    await queue(id, refundId)
    await queue(id, refundId)
    const [mail] = await mailsOf(id)
    expect(jobs.mailIds).toEqual([mail?.id])
    expect(await queuedEvents(id)).toEqual([['system', 'refund']])
  })

  test('is not queued if the customer’s data was erased', async () => {
    const id = await addOrder(erased)
    await queue(id, await addRefund(id))
    expect(await mailsOf(id)).toEqual([])
    expect(jobs.mailIds).toEqual([])
  })
})

test('a refund without an email needs no correction', async () => {
  const id = await addOrder()
  const refundId = await addRefund(id)
  await change(id, (em, order) => correctRefundMail(em, jobs, order, em.getReference(Refund, refundId)))
  expect(await mailsOf(id)).toEqual([])
})

describe('an email that is queued again', () => {
  const requeue = (id: string, kind: 'confirmation' | 'fulfillment') =>
    change(id, (em, order) => requeueOrderMail(em, jobs, order, kind))
  const isSent = async (id: string) => (await database.fork().findOneOrFail(Order, id)).confirmationEmailSent

  /** Adds an order whose confirmation was sent. */
  async function addConfirmed(): Promise<string> {
    const id = await addOrder()
    await change(id, (em, order) => queueMail(em, jobs, order, { kind: 'confirmation' }))
    const sent = { sentAt: new Date(), lastError: '450 later', claimedUntil: new Date() }
    await database.fork().nativeUpdate(OrderMail, { order: id }, sent)
    await database.fork().nativeUpdate(Order, { id }, { confirmationEmailSent: true })
    jobs.mailIds.length = 0
    return id
  }

  test('is sent as a new message', async () => {
    const id = await addConfirmed()
    await requeue(id, 'confirmation')
    const [mail] = await mailsOf(id)
    expect(mail).toMatchObject({ sentAt: null, lastError: null, claimedUntil: null })
    expect(jobs.mailIds).toEqual([mail?.id])
    expect(await isSent(id)).toBe(false)
    expect(await queuedEvents(id)).toEqual([
      ['system', 'confirmation'],
      ['system', 'confirmation'],
    ])
  })

  test('is sent although an administrator sent the first one', async () => {
    const id = await addOrder({ confirmationEmailSent: true })
    await requeue(id, 'confirmation')
    expect(jobs.mailIds).toHaveLength(1)
    expect(await isSent(id)).toBe(false)
  })

  test('leaves other emails as they are', async () => {
    const id = await addConfirmed()
    await requeue(id, 'fulfillment')
    expect(jobs.mailIds).toHaveLength(1)
    expect(await isSent(id)).toBe(true)
  })

  test.each([
    ['was sent before', addConfirmed],
    ['an administrator sent', () => addOrder({ confirmationEmailSent: true })],
  ])('is not sent if the customer’s data was erased, although it %s', async (_title, add) => {
    const id = await add()
    await database.fork().nativeUpdate(Order, { id }, erased)
    await requeue(id, 'confirmation')
    expect(jobs.mailIds).toEqual([])
    expect(await isSent(id)).toBe(true)
  })
})
