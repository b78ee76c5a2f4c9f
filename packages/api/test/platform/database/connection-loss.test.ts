import { cases, seed } from '@priormark/core/testing/depth'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openPostgres } from '../../../src/operations/database/orm.ts'
import { type Database, type Em, isTemporary } from '../../../src/platform/database/database.ts'
import { createServerDatabase, testServerUrl, type ServerDatabase } from '../../../testing/database-server.ts'
import type { Fault, PostgresProxy } from '../../../testing/postgres-proxy.ts'
import { openProxiedPool, poolSize, type ProxiedPool } from '../../../testing/proxied-pool.ts'

// Closes, resets or freezes connections at every point of a transaction, between the real pool and the real server.

const faults: Fault[] = ['close', 'reset', 'freeze']

describe.skipIf(testServerUrl === null)('a pool that loses connections (needs a PostgreSQL server)', () => {
  let server: ServerDatabase
  /** Without the proxy, to see what was really committed. */
  let direct: Database
  let pool: ProxiedPool
  let proxy: PostgresProxy
  let database: Database

  beforeAll(async () => {
    server = await createServerDatabase(testServerUrl ?? '')
    direct = await openPostgres(server.url)
    await direct.fork().execute('create table entry (id text primary key)')
  })
  afterAll(async () => {
    await direct.close()
    await server.drop()
  })
  beforeEach(async () => {
    pool = await openProxiedPool(server.url)
    ;({ proxy, database } = pool)
  })
  afterEach(() => pool.close())

  const count = async (where = 'true') => {
    const [row] = await direct
      .fork()
      .execute<{ count: number }[]>(`select count(*)::int as count from entry where ${where}`)
    return row?.count ?? 0
  }
  const insert = (em: Em, id: string) => em.execute('insert into entry (id) values (?)', [id])

  const points: { name: string; statement: RegExp; isExecuted: boolean; rollsBack?: boolean }[] = [
    { name: 'before begin', statement: /^begin/, isExecuted: false },
    { name: 'after begin', statement: /^begin/, isExecuted: true },
    { name: 'before a statement', statement: /^insert/, isExecuted: false },
    { name: 'after a statement', statement: /^insert/, isExecuted: true },
    { name: 'before commit', statement: /^commit/, isExecuted: false },
    { name: 'after commit', statement: /^commit/, isExecuted: true },
    { name: 'before rollback', statement: /^rollback/, isExecuted: false, rollsBack: true },
    { name: 'after rollback', statement: /^rollback/, isExecuted: true, rollsBack: true },
  ]
  for (const fault of faults) {
    test.each(points)(
      `keeps its size when connections ${fault} $name`,
      async ({ name, statement, isExecuted, rollsBack = false }) => {
        for (let turn = 0; turn < poolSize + 1; turn++) {
          const id = `${fault} ${name} ${turn}`
          proxy.failAt({ fault, statement, isExecuted })
          const work = database.fork().transactional(async (em) => {
            await insert(em, id)
            if (rollsBack) throw new Error('changed my mind')
          })
          const error = await pool.settle(work).catch((thrown: unknown) => thrown)
          expect(rollsBack ? String(error) : isTemporary(error), String(error)).toBe(
            rollsBack ? 'Error: changed my mind' : true,
          )
          expect(await count(`id = '${id}'`)).toBe(name === 'after commit' ? 1 : 0)
        }
        expect(proxy.broken()).toBe(poolSize + 1)
        await pool.expectAllUsable()
      },
    )

    test(`keeps its size when connections ${fault} between two statements of a transaction`, async () => {
      for (let turn = 0; turn < poolSize + 1; turn++) {
        const work = database.fork().transactional(async (em) => {
          await insert(em, `between ${fault} ${turn}`)
          proxy.failNow(fault)
          await insert(em, `between ${fault} ${turn} again`)
        })
        expect(isTemporary(await pool.settle(work).catch((thrown: unknown) => thrown))).toBe(true)
      }
      expect(await count(`id like 'between ${fault}%'`)).toBe(0)
      await pool.expectAllUsable()
    })
  }

  test.each(['close', 'reset'] as const)(
    'repeats a read outside a transaction if its connection fails with %s',
    async (fault) => {
      proxy.failAt({ fault, statement: /^select 1 as found/, isExecuted: false })
      const rows = await database.fork().execute<{ found: number }[]>('select 1 as found')
      expect(rows).toEqual([{ found: 1 }])
      expect(proxy.broken()).toBe(1)
    },
  )

  test('waits for a server that temporarily refuses connections', async () => {
    proxy.refuse(3)
    await insert(database.fork(), 'waited')
    expect(proxy.broken()).toBe(3)
    expect(await count("id = 'waited'")).toBe(1)
  })

  test.each(faults)(
    'waits for a server behind a pooler that accepts connections, and loses them (%s) at their first statement',
    async (fault) => {
      // The first connection of all is also used for a check that ignores errors.
      await database.fork().execute('select 1')
      proxy.failNow('close')
      await expect.poll(() => database.poolCounts()?.total).toBe(0)
      proxy.failAt({ fault, statement: /^set statement_timeout/, isExecuted: false })
      await pool.settle(insert(database.fork(), `prepared ${fault}`))
      expect(proxy.broken()).toBe(2)
      expect(await count(`id = 'prepared ${fault}'`)).toBe(1)
    },
  )

  test('never repeats a write', async () => {
    proxy.failAt({ fault: 'close', statement: /^insert/, isExecuted: true })
    const write = insert(database.fork(), 'written once')
    expect(isTemporary(await write.catch((thrown: unknown) => thrown))).toBe(true)
    expect(await count("id = 'written once'")).toBe(1)
  })

  test(`has all its connections after ${cases({ normal: 30, deep: 1_000 })} losses inside transactions`, async ({
    annotate,
  }) => {
    const losses = cases({ normal: 30, deep: 1_000 })
    await pool.expectAllUsable()
    const before = database.poolCounts()
    for (let loss = 0; loss < losses; loss++) {
      const work = database.fork().transactional(async (em) => {
        await em.execute('select 1')
        proxy.failNow(loss % 2 === 0 ? 'close' : 'reset')
        await em.execute('select 2')
      })
      await expect(work).rejects.toThrow()
    }
    expect(proxy.broken()).toBeGreaterThanOrEqual(losses)
    await pool.expectAllUsable()
    const after = database.poolCounts()
    await annotate(`before: ${JSON.stringify(before)}, after ${losses} losses: ${JSON.stringify(after)}`)
    expect(after).toEqual(before)
  })

  test('survives random losses under load, without losing or duplicating acknowledged rows', async () => {
    const workArbitrary = fc.record({
      isUndone: fc.nat(3).map((number) => number === 0),
      loses: fc.nat(9).chain((number) => (number === 0 ? fc.constantFrom(...faults) : fc.constant(null))),
    })
    const turnArbitrary = fc.record({
      fault: fc.constantFrom(...faults),
      point: fc.constantFrom(...points),
      works: fc.array(workArbitrary, { minLength: poolSize * 2, maxLength: poolSize * 2 }),
    })
    const acknowledged: string[] = []
    const failed: string[] = []
    const run = async (id: string, { isUndone, loses }: { isUndone: boolean; loses: Fault | null }) => {
      try {
        await database.fork().transactional(async (em) => {
          await insert(em, id)
          if (loses !== null) proxy.failNow(loses)
          await insert(em, `${id} second`)
          if (isUndone) throw new Error('changed my mind')
        })
        acknowledged.push(id, `${id} second`)
      } catch (error) {
        failed.push(id)
        expect(isTemporary(error) || String(error) === 'Error: changed my mind', String(error)).toBe(true)
      }
    }
    const turns = fc.sample(turnArbitrary, { numRuns: cases({ normal: 10, deep: 600 }), seed })
    for (const [index, { fault, point, works }] of turns.entries()) {
      proxy.failAt({ fault, ...point })
      await pool.settle(Promise.all(works.map((work, worker) => run(`random ${index} ${worker}`, work))))
    }
    expect(acknowledged.length).toBeGreaterThan(0)
    expect(failed.length).toBeGreaterThan(0)
    // The last fault may have broken a connection whose end was not noticed yet.
    await pool.settle(
      Promise.allSettled(
        Array.from({ length: poolSize }, () => database.fork().transactional((em) => em.execute('select 1'))),
      ),
    )
    await pool.expectAllUsable()
    const rows = await direct
      .fork()
      .execute<{ id: string }[]>("select id from entry where id like 'random %'")
    const stored = new Set(rows.map(({ id }) => id))
    const lost = acknowledged.filter((id) => !stored.has(id))
    expect(lost, `TEST_SEED=${seed}`).toEqual([])
    // If a commit was not acknowledged, both rows of the transaction exist or neither.
    const halves = failed.filter((id) => stored.has(id) !== stored.has(`${id} second`))
    expect(halves, `TEST_SEED=${seed}`).toEqual([])
  })
})
