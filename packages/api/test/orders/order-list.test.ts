import { maxCount } from '@priormark/core/platform/limits'
import { searchNames } from '@priormark/core/testing/search-names'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OrderTab } from '@priormark/core/orders/order'
import type { Order } from '../../src/order-book/order-entity.ts'
import { countTabs, readOrderChunks, readOrderPage, type OrderFilter } from '../../src/orders/order-list.ts'
import { orderSearchText } from '../../src/order-book/order-search.ts'
import type { Database } from '../../src/platform/database/database.ts'
import { buildOrder } from '../../testing/builders/order.ts'
import { openTestDatabase } from '../../testing/database.ts'
import { readAll } from '../../testing/read-all.ts'

/** As many as are counted exactly, and one more. */
const amount = maxCount + 1
const inHundreds = 'Written in 100'
const everyOrder: OrderFilter = { tab: 'all', search: '', date: 'ordered', from: '', to: '' }
let database: Database
/** Newest first. */
const ids: string[] = []

beforeAll(async () => {
  database = await openTestDatabase()
  const em = database.fork()
  for (let n = 0; n < amount; n += 1) {
    const projectName = n % 100 === 0 ? inHundreds : 'Written in ones'
    const order = buildOrder(em, { projectName, createdAt: new Date(Date.UTC(2026, 0, 1) + n * 1_000) })
    order.searchText = orderSearchText(order)
    ids.unshift(order.id)
  }
  await em.flush()
})
afterAll(() => database.close())

test.each(searchNames)('a search for %j finds the orders of %j', async (search, name) => {
  const em = database.fork()
  await em.begin()
  try {
    const orders = [buildOrder(em, { lastName: name }), buildOrder(em, { projectName: `Songs of ${name}` })]
    for (const order of orders) order.searchText = orderSearchText(order)
    await em.flush()
    const { rows } = await readOrderPage(em, { ...everyOrder, search }, { page: 1, limit: 10 })
    expect(rows.map(({ id }) => id).toSorted()).toEqual(orders.map(({ id }) => id).toSorted())
  } finally {
    await em.rollback()
  }
})

describe('readOrderPage', () => {
  const read = async (page: number, limit: number, search = '') => {
    const filter = { ...everyOrder, search }
    const { rows, total } = await readOrderPage(database.fork(), filter, { page, limit })
    return { ids: rows.map(({ id }) => id), total }
  }

  test('returns any page of more orders than are counted, newest first', async () => {
    const total = `${maxCount}+`
    expect(await read(1, 20)).toEqual({ ids: ids.slice(0, 20), total })
    expect(await read(7, 20)).toEqual({ ids: ids.slice(120, 140), total })
    expect(await read(51, 20)).toEqual({ ids: ids.slice(1_000), total })
    expect(await read(52, 20)).toEqual({ ids: [], total })
    expect(await read(2, 3, 'written in')).toEqual({ ids: ids.slice(3, 6), total })
  })

  test('returns any page of few orders and their number', async () => {
    const matches = ids.filter((_id, index) => (amount - 1 - index) % 100 === 0)
    expect(await read(1, 20, inHundreds)).toEqual({ ids: matches, total: '11' })
    expect(await read(2, 4, inHundreds)).toEqual({ ids: matches.slice(4, 8), total: '11' })
    expect(await read(3, 4, inHundreds)).toEqual({ ids: matches.slice(8), total: '11' })
    expect(await read(9, 4, inHundreds)).toEqual({ ids: [], total: '11' })
    expect(await read(1, 20, 'written by nobody')).toEqual({ ids: [], total: '0' })
  })

  test('distinguishes the characters between words, which the index does not', async () => {
    expect((await read(1, 20, 'in.100')).ids).toEqual([])
    expect((await read(1, 20, 'inq100')).ids).toEqual([])
    expect((await read(1, 20, 'in 100')).ids).toHaveLength(11)
  })
})

test('readOrderChunks yields every order once, newest first', async () => {
  const orders = await readAll(readOrderChunks(database.fork(), everyOrder))
  expect(orders.flat().map(({ id }) => id)).toEqual(ids)
  const matches = readOrderChunks(database.fork(), { ...everyOrder, search: inHundreds })
  expect((await readAll(matches)).flat()).toHaveLength(11)
})

test('countTabs counts no further than the highest reported number', async () => {
  const { all, completed } = await countTabs(database.fork(), everyOrder)
  expect([all, completed]).toEqual([`${maxCount}+`, '0'])
})

describe('the tabs and days', () => {
  const dispute = { reason: 'fraudulent', status: 'needs_response', respondBy: null }
  /** Each is ordered an hour before midnight UTC of its day of March, and paid a month later. */
  const orders: Record<string, Partial<Order>> = {
    pending: {},
    paid: { status: 'paid', paymentState: 'paid' },
    completed: { status: 'completed', paymentState: 'paid' },
    partly: { status: 'paid', paymentState: 'partially_refunded' },
    refunded: { status: 'paid', paymentState: 'refunded' },
    disputed: { status: 'paid', paymentState: 'disputed' },
    twice: { status: 'paid', paymentState: 'mismatch', secondDispute: { ...dispute, paymentId: 'pi_2' } },
  }
  let few: Database
  beforeAll(async () => {
    few = await openTestDatabase()
    const em = few.fork()
    for (const [index, [projectName, details]] of Object.entries(orders).entries()) {
      const on = (month: number) => new Date(Date.UTC(2026, month, index + 1, 23))
      const paidAt = details.status === undefined ? null : on(3)
      buildOrder(em, { projectName, createdAt: on(2), paidAt, ...details })
    }
    await em.flush()
  })
  afterAll(() => few.close())

  const read = async (filter: Partial<OrderFilter>) => {
    const page = { page: 1, limit: 20 }
    const { rows } = await readOrderPage(few.fork(), { ...everyOrder, ...filter }, page)
    return rows.map(({ projectName }) => projectName).toReversed()
  }
  const paid = ['paid', 'partly', 'refunded', 'disputed', 'twice']

  test.each<[tab: OrderTab, expected: string[]]>([
    ['to-fulfill', ['paid', 'partly', 'twice']],
    ['all', Object.keys(orders)],
    ['pending', ['pending']],
    ['paid', paid],
    ['completed', ['completed']],
    ['refunded', ['partly', 'refunded']],
    ['disputed', ['disputed', 'twice']],
  ])('%s has its orders, and their number', async (tab, expected) => {
    expect(await read({ tab })).toEqual(expected)
    expect((await countTabs(few.fork(), everyOrder))[tab]).toBe(String(expected.length))
  })

  test('limit the orders to those that were placed or paid on them', async () => {
    expect(await read({ from: '2026-03-02', to: '2026-03-03' })).toEqual(['paid', 'completed'])
    expect(await read({ date: 'paid' })).toEqual(Object.keys(orders).slice(1))
    const filter = { date: 'paid', from: '2026-04-06' } as const
    expect(await read(filter)).toEqual(['disputed', 'twice'])
    expect(await read({ ...filter, timeZone: 'Europe/Berlin' })).toEqual(['refunded', 'disputed', 'twice'])
    expect(await read({ to: '2026-03-02', tab: 'paid' })).toEqual(['paid'])
  })
})
