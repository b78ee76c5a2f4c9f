import { randomUUID } from 'node:crypto'
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest'
import { openPostgres } from '../../../src/operations/database/orm.ts'
import type { Database } from '../../../src/platform/database/database.ts'
import {
  createMigratedDatabase,
  testServerUrl,
  type ServerDatabase,
} from '../../../testing/database-server.ts'
import { longLimits } from '../../../testing/long-limits.ts'
import { startPostgresProxy, type PostgresProxy } from '../../../testing/postgres-proxy.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { newVisitor } from '../../../testing/visitor.ts'

// The application on a database that is lost, unresponsive, full or read-only.

describe.skipIf(testServerUrl === null)('an unavailable database (needs a PostgreSQL server)', () => {
  let server: ServerDatabase
  let proxy: PostgresProxy
  let direct: Database
  let database: Database
  let app: TestApp

  beforeAll(async () => {
    server = await createMigratedDatabase(testServerUrl ?? '')
    direct = await openPostgres(server.url)
  })
  afterAll(async () => {
    await direct.close()
    await server.drop()
  })
  beforeEach(async () => {
    proxy = await startPostgresProxy(server.url)
    database = await openPostgres(proxy.url, { limits: longLimits })
    app = await startTestApp({}, { database })
  })
  afterEach(async () => {
    await app.close()
    await database.close()
    await proxy.close()
  })

  const read = (from = app) => newVisitor(from).fetch('/api/service-price')
  const write = () => {
    const form = new FormData()
    form.append('file', new Blob(['a work']), 'work.txt')
    return newVisitor(app).fetch('/api/upload', { method: 'POST', body: form })
  }

  test('makes the health check fail while nothing responds, and succeed again afterwards', async () => {
    const check = () => newVisitor(app).fetch('/api/health')
    // A busy machine may need longer for a response than the check waits.
    await expect.poll(async () => (await check()).status).toBe(200)
    proxy.silence()
    const response = await check()
    expect([response.status, await response.json()]).toEqual([
      503,
      expect.objectContaining({ error: 'The database is not responding', code: 'unavailable' }),
    ])
    proxy.resume()
    await expect.poll(async () => (await check()).status).toBe(200)
  })

  test('does not affect a read whose connection was closed in the meantime', async () => {
    expect((await read()).status).toBe(200)
    // It is repeated only within a second.
    onTestFinished(() => void vi.restoreAllMocks())
    vi.spyOn(performance, 'now').mockReturnValue(performance.now())
    proxy.failAt({ fault: 'close', statement: /service_price/, isExecuted: false })
    expect((await read()).status).toBe(200)
    expect(proxy.broken()).toBe(1)
  })

  test('makes a write respond 503 with a time to retry', async () => {
    proxy.failAt({ fault: 'reset', statement: /^insert into/, isExecuted: false })
    const response = await write()
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '2'])
    expect(proxy.broken()).toBe(1)
  })

  test('that is read-only responds 503, and is replaced by one that is not', async () => {
    const [{ name } = { name: '' }] = await direct
      .fork()
      .execute<{ name: string }[]>('select current_database() as name')
    await direct.fork().execute(`alter database ${name} set default_transaction_read_only = on`)
    proxy.failNow('close')
    await expect.poll(() => database.poolCounts()?.total).toBe(0)
    expect((await write()).status).toBe(503)
    await direct.fork().transactional(async (em) => {
      await em.execute('set transaction read write')
      await em.execute(`alter database ${name} reset default_transaction_read_only`)
    })
    // The read-only connection is not used again, and the new one is writable.
    expect((await write()).status).toBe(200)
  })

  test('without a free connection responds 503', async () => {
    // Roles belong to the whole server, which other tests use too.
    const role = `crowded_${randomUUID().replaceAll('-', '')}`
    await direct.fork().execute(`create role ${role} login connection limit 0 password 'secret'`)
    const url = new URL(server.url)
    url.username = role
    url.password = 'secret'
    const crowded = await openPostgres(url.href, { limits: { ...longLimits, connectMs: 100 } })
    const other = await startTestApp({ database: crowded }, { database })
    try {
      const response = await read(other)
      expect([response.status, response.headers.get('retry-after')]).toEqual([503, '2'])
    } finally {
      await other.close()
      await crowded.close()
      await direct.fork().execute(`drop role ${role}`)
    }
  })
})
