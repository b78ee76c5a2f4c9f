import pg from 'pg'
import { orderEndpoints } from '@priormark/core/orders/endpoints'
import { orderTabs, type OrderTab } from '@priormark/core/orders/order'
import { orderCountStatement, orderPageStatement } from '../../src/orders/order-list.ts'
import { bearerOf, type RealServer } from '../real-server.ts'
import type { Figure, Section } from '../report.ts'
import { costOfRequests } from '../request-times.ts'
import { numbered } from '../statement-text.ts'

const limit = 20
const anyDay = { date: 'ordered', from: '', to: '' } as const

interface Search {
  name: string
  search: string
  tab: OrderTab
  page: number
}

/** The search of orders through its real route, one request at a time. `withPlans` adds the query plans of missed goals. */
export async function measureOrderSearch(
  server: RealServer,
  databaseUrl: string,
  {
    orders,
    goalMs,
    tries,
    withPlans,
  }: { orders: number; goalMs: { p50: number; p99: number }; tries: number; withPlans: boolean },
): Promise<Section> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 })
  const headers = await bearerOf(server)
  const figures: Figure[] = []
  const plans: string[] = []
  try {
    for (const search of await searches(pool)) {
      const address = `${server.url}${orderEndpoints.list.path}?${query(search)}`
      const cost = await costOfRequests({ addresses: [address], headers, tries, pid: server.pid, pool })
      const { p50Ms: p50, p99Ms: p99, cpuMs: cpu } = cost
      figures.push({
        what: `${search.name} (${search.tab}, page ${search.page})`,
        value: p50,
        unit: 'ms p50',
        goal: { atMost: goalMs.p50 },
        note: `CPU ${cpu.toFixed(2)} ms; p99 ${p99.toFixed(1)} ms${p99 > goalMs.p99 ? ` MISS (at most ${goalMs.p99})` : ''}`,
      })
      if (withPlans && p50 > goalMs.p50) plans.push(...(await explain(pool, search)))
    }
  } finally {
    await pool.end()
  }
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

async function explain(pool: pg.Pool, search: Search): Promise<string[]> {
  const plans: string[] = []
  for (const [what, statement] of [
    ['page', orderPageStatement({ ...search, ...anyDay }, { page: search.page, limit })],
    ['count', orderCountStatement({ ...search, ...anyDay })],
  ] as const) {
    const { sql, params } = numbered(statement)
    const { rows } = await pool.query<Record<string, string>>(`explain (analyze, buffers) ${sql}`, params)
    const lines = rows.map((row) => `    ${row['QUERY PLAN'] ?? ''}`)
    plans.push(`${search.name}, ${search.tab}: plan of the ${what}\n${lines.join('\n')}`)
  }
  return plans
}
