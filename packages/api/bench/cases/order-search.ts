import pg from 'pg'
import { orderEndpoints } from '@priormark/core/orders/endpoints'
import { orderTabs, type OrderTab } from '@priormark/core/orders/order'
import { orderStatements } from '../order-statements.ts'
import { bearerOf, type RealServer } from '../real-server.ts'
import type { Figure, Section } from '../report.ts'
import { costOfRequests } from '../request-times.ts'
import type { Statement } from '../statement-text.ts'
import { median } from '../statistics.ts'

const limit = 20
const anyDay = { date: 'ordered', from: '', to: '' } as const

interface Search {
  name: string
  search: string
  tab: OrderTab
  page: number
}

/** No search may take longer than this, in milliseconds. */
const slowestMs = 15

/**
 * The search of orders through its real route, one request at a time, compared with its statements sent by the driver.
 * `withPlans` adds the query plans of slow ones.
 */
export async function measureOrderSearch(
  server: RealServer,
  databaseUrl: string,
  { orders, tries, withPlans }: { orders: number; tries: number; withPlans: boolean },
): Promise<Section> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 })
  const headers = await bearerOf(server)
  const figures: Figure[] = []
  const plans: string[] = []
  const times: { what: string; p50Ms: number }[] = []
  try {
    for (const search of await searches(pool)) {
      const address = `${server.url}${orderEndpoints.list.path}?${query(search)}`
      const cost = await costOfRequests({ addresses: [address], headers, tries, pid: server.pid, pool })
      const { p50Ms, p99Ms, cpuMs } = cost
      const page = { page: search.page, limit }
      const statements = await orderStatements(databaseUrl, { ...search, ...anyDay }, page)
      const statementsMs = await timeStatements(pool, statements, tries)
      const what = `${search.name} (${search.tab}, page ${search.page})`
      figures.push({
        what: `${what}: against its statements`,
        value: p50Ms / statementsMs,
        unit: 'x',
        note: `p50 ${p50Ms.toFixed(2)} ms, p99 ${p99Ms.toFixed(1)} ms, statements ${statementsMs.toFixed(2)} ms; CPU ${cpuMs.toFixed(2)} ms`,
      })
      times.push({ what, p50Ms })
      if (withPlans && p50Ms > slowestMs) plans.push(...(await explain(pool, search, statements)))
    }
  } finally {
    await pool.end()
  }
  const [worst] = times.toSorted((one, other) => other.p50Ms - one.p50Ms)
  if (worst === undefined) throw new Error('nothing was searched')
  figures.unshift({
    what: `slowest: ${worst.what}`,
    value: worst.p50Ms,
    unit: 'ms p50',
    goal: { atMost: slowestMs },
  })
  return {
    title: `Order search, ${orders.toLocaleString('en')} orders`,
    figures,
    skipped: [],
    remarks: plans,
  }
}

/** Returns search terms of every kind, taken from existing orders. */
async function searches(pool: pg.Pool): Promise<Search[]> {
  const { rows } = await pool.query<{ id: string; email: string; last_name: string }>(
    'select id, email, last_name from orders order by created_at offset 1000 limit 1',
    [],
  )
  const [known] = rows
  if (known === undefined) throw new Error('there are no orders')
  const terms = [
    { name: "three letters, 'ann'", search: 'ann' },
    { name: "three rare letters, 'zqx'", search: 'zqx' },
    { name: `a last name, '${known.last_name.toLowerCase()}'`, search: known.last_name },
    { name: "common, 'gmail'", search: 'gmail' },
    { name: 'an email', search: known.email },
    { name: 'an id', search: known.id },
    { name: 'the start of an id', search: known.id.slice(0, 8) },
    { name: "two words, 'midnight river'", search: 'midnight river' },
    { name: 'no match', search: 'nobody-has-this' },
    { name: 'no match of common parts', search: 'gmail.com.gmail.com' },
  ]
  return [
    ...orderTabs.map((tab) => ({ name: 'no search', search: '', tab, page: 1 })),
    { name: 'no search, deep', search: '', tab: 'all' as const, page: 1_000 },
    ...terms.map((term) => ({ ...term, tab: 'all' as const, page: 1 })),
    ...orderTabs
      .filter((tab) => tab !== 'all')
      .flatMap((tab) => terms.slice(0, 4).map((term) => ({ ...term, tab, page: 1 }))),
    { name: "common, 'gmail', deep", search: 'gmail', tab: 'all', page: 50 },
  ]
}

function query({ search, tab, page }: Search): string {
  return new URLSearchParams({ search, tab, page: String(page), limit: String(limit) }).toString()
}

/** Returns the median time of all statements in turn, in milliseconds. */
async function timeStatements(
  pool: pg.Pool,
  statements: readonly Statement[],
  tries: number,
): Promise<number> {
  const times: number[] = []
  for (let index = 0; index < tries; index += 1) {
    const startedAt = performance.now()
    for (const { sql, params } of statements) await pool.query(sql, params)
    times.push(performance.now() - startedAt)
  }
  return median(times)
}

async function explain(pool: pg.Pool, search: Search, statements: readonly Statement[]): Promise<string[]> {
  const plans: string[] = []
  for (const { sql, params } of statements) {
    const { rows } = await pool.query<Record<string, string>>(`explain (analyze, buffers) ${sql}`, params)
    const lines = rows.map((row) => `    ${row['QUERY PLAN'] ?? ''}`)
    plans.push(`${search.name}, ${search.tab}\n${lines.join('\n')}`)
  }
  return plans
}
