import { sql } from 'kysely'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../../src/platform/database/database.ts'
import {
  columnsOf,
  inCamelCase,
  prepareStatement,
  readRow,
  readRows,
} from '../../../src/platform/database/rows.ts'
import { queries } from '../../../src/platform/tables.ts'
import { openTestDatabase } from '../../../testing/database.ts'

const Counter = v.object({ key: v.string(), hits: v.number(), windowEndsAt: v.date() })
const windowEndsAt = new Date('2026-11-27T08:00:00Z')

describe('queries of plain rows', () => {
  let database: Database

  beforeAll(async () => {
    database = await openTestDatabase()
    const rows = ['a', 'b'].map((key, hits) => ({ key, hits, window_ends_at: windowEndsAt }))
    await queries(database.fork()).insertInto('rate_limit').values(rows).execute()
  })
  afterAll(() => database.close())

  test('name the columns of the builder as properties', async () => {
    const columns = inCamelCase('key', 'rate_limit.window_ends_at')
    const rows = await queries(database.fork())
      .selectFrom('rate_limit')
      .select(columns)
      .orderBy('key')
      .execute()
    expect(rows).toEqual([
      { key: 'a', windowEndsAt },
      { key: 'b', windowEndsAt },
    ])
  })

  test('name the columns of a template as its schema', async () => {
    const rows = await readRows(database.fork(), Counter)`
      select ${columnsOf(Counter, 'rate_limit')} from rate_limit order by key`
    expect(rows).toEqual([
      { key: 'a', hits: 0, windowEndsAt },
      { key: 'b', hits: 1, windowEndsAt },
    ])
  })

  test('take the values of a statement that is compiled once', async () => {
    const find = prepareStatement(
      Counter,
    )`select ${columnsOf(Counter)} from rate_limit where key = $1 and hits < $2`
    expect(await find(database.fork(), 'b', 2)).toEqual([{ key: 'b', hits: 1, windowEndsAt }])
    expect(await find(database.fork(), 'b', 1)).toEqual([])
  })

  test.each([
    {
      fault: 'a column has another type',
      statement: sql`select key, hits::text, window_ends_at as "windowEndsAt"`,
    },
    { fault: 'a column has another name', statement: sql`select key, hits, window_ends_at` },
  ])('fail in tests if $fault', async ({ statement }) => {
    const rows = readRows(database.fork(), Counter)`${statement} from rate_limit`
    await expect(rows).rejects.toThrow('another row than expected')
  })

  test('fail if a template returns no row where one is needed', async () => {
    const row = readRow(database.fork(), Counter)`select ${columnsOf(Counter)} from rate_limit where false`
    await expect(row).rejects.toThrow('no row')
  })

  test('run in the transaction of their unit of work', async () => {
    const work = database.fork().transactional(async (em) => {
      await queries(em).deleteFrom('rate_limit').execute()
      const count = await readRow(em, v.object({ count: v.number() }))`
        select count(*)::int as count from rate_limit`
      expect(count).toEqual({ count: 0 })
      throw new Error('roll back')
    })
    await expect(work).rejects.toThrow('roll back')
    expect(await queries(database.fork()).selectFrom('rate_limit').select('key').execute()).toHaveLength(2)
  })
})
