import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { orderEndpoints } from '@priormark/core/orders/endpoints'
import { priceEndpoints } from '@priormark/core/price/endpoints'
import type { Statement } from '../../src/orders/order-list.ts'
import { bareOrderStatements } from '../bare-order-statements.ts'
import { startChild } from '../child.ts'
import { compareServers, type Score } from '../http-load.ts'
import { bearerOf, type RealServer } from '../real-server.ts'
import type { Figure, Section } from '../report.ts'
import type { Plan } from '../baselines/statements.ts'

const baselines = path.resolve(import.meta.dirname, '../baselines')

/** Reads of the API on PostgreSQL, compared with the same statements from Koa and from Node with only the driver. */
export async function measureApiReads(server: RealServer, databaseUrl: string): Promise<Section> {
  const price: Plan = {
    databaseUrl,
    statements: [{ sql: 'select amount_cents as cents from service_price where id = $1', params: [1] }],
    responseIndex: 0,
  }
  const oneRow = await compare(
    { url: server.url + priceEndpoints.read.path, pid: server.pid, headers: {} },
    price,
  )

  const filter = { tab: 'all', search: '', date: 'ordered', from: '', to: '' } as const
  const bearer = await bearerOf(server)
  const twentyRows = await compare(
    { url: `${server.url}${orderEndpoints.list.path}?tab=all&limit=20`, pid: server.pid, headers: bearer },
    {
      databaseUrl,
      // The route reads the session, the page, and its count.
      statements: [login, ...bareOrderStatements(filter, 1, 20)],
      responseIndex: 1,
    },
  )
  return {
    title: 'API reads on PostgreSQL (CPU of the server process only)',
    figures: [
      ...figuresOf('GET service price, one row', oneRow, 1.5),
      ...figuresOf('GET orders, 20 rows and their count', twentyRows, 1.3),
    ],
    skipped: [],
  }
}

const login: Statement = {
  sql: `select t.id as "tokenId", a.id as "adminId", a.username from access_token t join admin a on a.id = t.admin_id
    where t.revoked_at is null and t.expires_at > now() and a.disabled_at is null and t.token_hash = $1`,
  params: ['0'.repeat(64)],
}

async function compare(
  ours: { url: string; pid: number; headers: Record<string, string> },
  plan: Plan,
): Promise<Score[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'priormark-bench-plan-'))
  const file = path.join(folder, 'plan.json')
  writeFileSync(file, JSON.stringify(plan))
  const koa = await startChild(path.join(baselines, 'koa-pg.ts'), [file])
  const node = await startChild(path.join(baselines, 'node-pg.ts'), [file])
  try {
    return await compareServers([
      { name: 'priormark', ...ours },
      { name: 'plain koa + pg', url: koa.url, pid: koa.pid },
      { name: 'node:http + pg', url: node.url, pid: node.pid },
    ])
  } finally {
    await koa.stop()
    await node.stop()
    rmSync(folder, { recursive: true })
  }
}

function figuresOf(what: string, scores: Score[], atMost: number): Figure[] {
  const [ours, koa, node] = scores
  if (!ours || !koa || !node) throw new Error('a result is missing')
  return [
    ...scores.map(({ name, requestsPerSecond, cpuMicros }) => ({
      what: `${what}: ${name}`,
      value: cpuMicros,
      unit: 'us CPU',
      note: `${Math.round(requestsPerSecond)} requests per second`,
    })),
    {
      what: `${what}: CPU against node:http + pg`,
      value: ours.cpuMicros / node.cpuMicros,
      unit: 'x',
      goal: { atMost },
    },
    { what: `${what}: CPU against plain koa + pg`, value: ours.cpuMicros / koa.cpuMicros, unit: 'x' },
  ]
}
