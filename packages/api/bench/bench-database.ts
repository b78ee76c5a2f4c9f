import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { startPostgres } from '../../../.ci/postgres.ts'
import { openPostgres } from '../src/db/orm.ts'
import { seedOrders } from './seed-orders.ts'

export interface BenchPostgres {
  /** Creates a migrated database with this number of orders. Returns its URL. */
  createDatabase(orders: number): Promise<string>
  stop(): Promise<void>
}

/** Starts PostgreSQL in a temporary folder; null if it is not installed. */
export async function startBenchPostgres(): Promise<BenchPostgres | null> {
  const server = await startPostgres()
  if (server === null) return null
  return {
    async createDatabase(orders) {
      const name = `bench_${randomUUID().replaceAll('-', '')}`
      const pool = new pg.Pool({ connectionString: server.url, max: 1 })
      await pool.query(`create database ${name}`, [])
      await pool.end()
      const url = new URL(server.url)
      url.pathname = `/${name}`
      const database = await openPostgres(url.href)
      await database.migrate()
      await database.close()
      if (orders > 0) await seedOrders(url.href, orders)
      return url.href
    },
    stop: () => server.stop(),
  }
}
