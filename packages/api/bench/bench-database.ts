import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { startPostgres } from '../../../.ci/postgres.ts'
import { openPostgres } from '../src/operations/database/orm.ts'
import { seedOrders } from './seed-orders.ts'

export interface BenchPostgres {
  /** Creates a migrated database with this number of orders. Returns its URL. */
  createDatabase(orders: number): Promise<string>
  /** Deletes a database that nothing uses any more, to make room. */
  drop(databaseUrl: string): Promise<void>
  stop(): Promise<void>
}

/** Starts PostgreSQL in a temporary folder; null if it is not installed. */
export async function startBenchPostgres(): Promise<BenchPostgres | null> {
  const server = await startPostgres()
  if (server === null) return null
  const run = async (statement: string) => {
    const pool = new pg.Pool({ connectionString: server.url, max: 1 })
    await pool.query(statement, [])
    await pool.end()
  }
  return {
    async createDatabase(orders) {
      const name = `bench_${randomUUID().replaceAll('-', '')}`
      await run(`create database ${name}`)
      const url = new URL(server.url)
      url.pathname = `/${name}`
      const database = await openPostgres(url.href)
      await database.migrate()
      await database.close()
      if (orders > 0) await seedOrders(url.href, orders)
      return url.href
    },
    drop: (databaseUrl) => run(`drop database ${new URL(databaseUrl).pathname.slice(1)} with (force)`),
    stop: () => server.stop(),
  }
}
