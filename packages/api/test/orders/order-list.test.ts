import { maxCount } from '@priormark/core/limits'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readOrderPage } from '../../src/orders/order-list.ts'
import { orderSearchText } from '../../src/orders/order-search.ts'
import type { Database } from '../../src/sql/database.ts'
import { buildOrder } from '../../testing/builders/order.ts'
import { openTestDatabase } from '../../testing/database.ts'

/** As many as are counted exactly, and one more. */
const amount = maxCount + 1
const inHundreds = 'Written in 100'
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

describe('readOrderPage', () => {
  const read = async (page: number, limit: number, search = '') => {
    const filter = { tab: 'all', search, date: 'ordered', from: '', to: '' } as const
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
    const found = ids.filter((_id, index) => (amount - 1 - index) % 100 === 0)
    expect(await read(1, 20, inHundreds)).toEqual({ ids: found, total: '11' })
    expect(await read(2, 4, inHundreds)).toEqual({ ids: found.slice(4, 8), total: '11' })
    expect(await read(3, 4, inHundreds)).toEqual({ ids: found.slice(8), total: '11' })
    expect(await read(9, 4, inHundreds)).toEqual({ ids: [], total: '11' })
    expect(await read(1, 20, 'written by nobody')).toEqual({ ids: [], total: '0' })
  })

  test('distinguishes the characters between words, which the index does not', async () => {
    expect((await read(1, 20, 'in.100')).ids).toEqual([])
    expect((await read(1, 20, 'inq100')).ids).toEqual([])
    expect((await read(1, 20, 'in 100')).ids).toHaveLength(11)
  })
})
