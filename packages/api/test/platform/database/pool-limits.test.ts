import { createServer, type AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { sql } from 'kysely'
import * as v from 'valibot'
import { openPostgres, type PostgresOptions } from '../../../src/operations/database/orm.ts'
import { isTemporary } from '../../../src/platform/database/database.ts'
import { FailoverPool } from '../../../src/platform/database/failover-pool.ts'
import { readRow } from '../../../src/platform/database/rows.ts'
import { createServerDatabase, testServerUrl, type ServerDatabase } from '../../../testing/database-server.ts'
import { openProxiedPool, poolLimits, poolSize } from '../../../testing/proxied-pool.ts'

describe('the address of a database', () => {
  test.each([
    { mode: 'require', request: 80_877_103, name: 'TLS' },
    { mode: 'disable', request: 196_608, name: 'a session' },
  ])('with sslmode=$mode makes a connection begin with a request for $name', async ({ mode, request }) => {
    const requests: number[] = []
    const server = createServer((socket) => {
      socket.on('error', () => undefined)
      socket.once('data', (bytes) => {
        requests.push(bytes.readInt32BE(4))
        socket.destroy()
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const database = await openPostgres(`postgres://shop@127.0.0.1:${port}/shop?sslmode=${mode}`)
    await expect(database.fork().execute('select 1')).rejects.toThrow()
    expect(new Set(requests)).toEqual(new Set([request]))
    await database.close()
    server.close()
  })
})

describe.skipIf(testServerUrl === null)('the limits of a pool (need a PostgreSQL server)', () => {
  let server: ServerDatabase

  beforeAll(async () => {
    server = await createServerDatabase(testServerUrl ?? '')
  })
  afterAll(() => server.drop())

  test('reads dates from a server with another date style', async () => {
    const first = await openPostgres(server.url)
    const { name } = await readRow(first.fork(), v.object({ name: v.string() }))`
      select current_database() as name`
    await sql`alter database ${sql.id(name)} set datestyle = 'German'`.execute(first.fork().getKysely())
    await first.close()
    const database = await openPostgres(server.url)
    const noon = '2026-11-28T12:00:00.000Z'
    const row = await readRow(database.fork(), v.object({ at: v.date() }))`select ${noon}::timestamptz as at`
    expect(row.at.toISOString()).toBe(noon)
    await database.close()
  })

  test('makes every caller that closes it wait', async () => {
    const pool = new FailoverPool({ connectionString: server.url, max: 1 }, { limits: null })
    const lease = await pool.connect()
    const first = pool.end()
    let isClosed = false
    const second = pool.end().then(() => (isClosed = true))
    await lease.query('select 1')
    expect(isClosed).toBe(false)
    lease.release()
    await Promise.all([first, second])
  })

  const open = async (options: PostgresOptions = {}) => {
    const pool = await openProxiedPool(server.url, options)
    onTestFinished(() => pool.close())
    return pool
  }

  test('gives up waiting for a server that accepts connections and never responds', async () => {
    const { database, proxy, settle } = await open()
    proxy.silence()
    const work = database.fork().transactional((em) => em.execute('select 1'))
    expect(isTemporary(await settle(work).catch((thrown: unknown) => thrown))).toBe(true)
    proxy.resume()
  })

  test('closes although a statement gets no response', async () => {
    const { database, proxy } = await open({ closeMs: 1 })
    const started = Promise.withResolvers<void>()
    const work = database.fork().transactional(async (em) => {
      await em.execute('select 1')
      proxy.silence()
      const waiting = em.execute('select 2')
      started.resolve()
      await waiting
    })
    const failed = expect(work).rejects.toThrow()
    await started.promise
    await database.close()
    await failed
    proxy.resume()
  })

  test('reports a pool whose connections are all held forever', async () => {
    const onExhausted = vi.fn()
    const { database, expectAllUsable } = await open({ onExhausted, exhaustedMs: 2 * poolLimits.connectMs })
    const held = Promise.withResolvers<void>()
    let holding = 0
    const holders = Array.from({ length: poolSize }, () =>
      database.fork().transactional(async (em) => {
        await em.execute('select 1')
        holding += 1
        await held.promise
      }),
    )
    await expect.poll(() => holding).toBe(poolSize)
    const waitInVain = async () => {
      const failed = expect(database.fork().execute('select 1')).rejects.toThrow()
      await expect.poll(() => database.poolCounts()?.waiting).toBe(1)
      await vi.advanceTimersByTimeAsync(poolLimits.connectMs)
      await failed
    }
    await waitInVain()
    expect(onExhausted).not.toHaveBeenCalled()
    await waitInVain()
    expect(onExhausted).toHaveBeenCalledOnce()
    held.resolve()
    await Promise.all(holders)
    await expectAllUsable()
  })

  test('does not report an unavailable server as an exhausted pool', async () => {
    const onExhausted = vi.fn()
    const { database, proxy, settle } = await open({ onExhausted, exhaustedMs: 0 })
    proxy.silence()
    const tries = Array.from({ length: poolSize * 3 }, () =>
      database
        .fork()
        .execute('select 1')
        .catch(() => 'failed'),
    )
    expect(new Set(await settle(Promise.all(tries)))).toEqual(new Set(['failed']))
    expect(onExhausted).not.toHaveBeenCalled()
    proxy.resume()
  })
})
