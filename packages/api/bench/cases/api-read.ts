import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { blogEndpoints } from '@priormark/core/blog/endpoints'
import { orderEndpoints } from '@priormark/core/orders/endpoints'
import { priceEndpoints } from '@priormark/core/orders/price/endpoints'
import { sql } from 'kysely'
import { isPublished, postColumns } from '../../src/blog/post-view.ts'
import { compiled, type Statement } from '../statement-text.ts'
import { orderStatements } from '../order-statements.ts'
import type { Plan } from '../baselines/statements.ts'
import { startChild, type Child } from '../child.ts'
import { benchPost } from '../draft-texts.ts'
import { compareServers, type BenchServer } from '../http-load.ts'
import { readRaw, startCopies } from '../plain-node.ts'
import { bearerOf, type RealServer } from '../real-server.ts'
import type { Figure, Goal, Section } from '../report.ts'

const baselines = path.resolve(import.meta.dirname, '../baselines')

interface Baseline {
  name: string
  child: Child
  /** Of the server's CPU against this one's. */
  goal?: Goal
}

type Headers = Record<string, string>

/**
 * Reads of the API on PostgreSQL, compared with Node, and Koa, that have only the driver and send what a program would send for the
 * same rows. The server itself sends the price from its cache of pages, without any statement.
 */
export async function measureApiReads(server: RealServer, databaseUrl: string): Promise<Section> {
  const bearer = await bearerOf(server)
  return {
    title: 'API reads on PostgreSQL (CPU of the server process only)',
    figures: [
      ...(await measurePrice(server, databaseUrl)),
      ...(await measurePost(server, databaseUrl, bearer)),
      ...(await measureOrders(server, databaseUrl, bearer)),
    ],
    skipped: [],
  }
}

async function measurePrice({ url, pid }: RealServer, databaseUrl: string): Promise<Figure[]> {
  const address = url + priceEndpoints.read.path
  const sql = 'select amount_cents as cents from service_price where id = $1'
  const { copies, stop } = await startCopies(await readRaw(address), ['node-page'])
  const node = await startResponder('node-pg.ts', {
    databaseUrl,
    statements: [{ sql, params: [1] }],
    responseIndex: 0,
  })
  try {
    return await compare('GET service price, from the cache', { name: 'priormark', url: address, pid }, [
      { name: 'node:http + pg, one statement', child: node, goal: { atMost: 1.5 } },
      ...copies.map((child) => ({ name: 'node:http, the same bytes', child })),
    ])
  } finally {
    await node.stop()
    await stop()
  }
}

async function measurePost(
  { url, pid }: RealServer,
  databaseUrl: string,
  bearer: Headers,
): Promise<Figure[]> {
  const slug = 'bench-read'
  const created = await fetch(url + blogEndpoints.create.path, {
    method: 'POST',
    headers: { ...bearer, 'content-type': 'application/json' },
    body: JSON.stringify({ ...benchPost(0), slug, status: 'published' }),
  })
  if (!created.ok) throw new Error(`the post got status ${created.status}`)
  const statement = compiled(
    sql`select ${postColumns} from blog_post p where p.slug = ${slug} and ${isPublished}`,
  )
  const node = await startResponder('node-pg.ts', {
    databaseUrl,
    statements: [statement],
    responseIndex: 0,
  })
  try {
    const address = url + blogEndpoints.bySlug.path.replace(':slug', slug)
    const what = 'GET a post, not cached'
    return await compare(what, { name: 'priormark', url: address, pid }, [
      { name: 'node:http + pg, one statement', child: node },
    ])
  } finally {
    await node.stop()
  }
}

async function measureOrders(
  { url, pid }: RealServer,
  databaseUrl: string,
  bearer: Headers,
): Promise<Figure[]> {
  const filter = { tab: 'all', search: '', date: 'ordered', from: '', to: '' } as const
  const plan: Plan = {
    databaseUrl,
    statements: [login, ...(await orderStatements(databaseUrl, filter, { page: 1, limit: 20 }))],
    // After the session and the count.
    responseIndex: 2,
  }
  const koa = await startResponder('koa-pg.ts', plan)
  const node = await startResponder('node-pg.ts', plan)
  try {
    const address = `${url}${orderEndpoints.list.path}?tab=all&limit=20`
    const ours = { name: 'priormark', url: address, pid, headers: bearer }
    return await compare('GET orders, 20 rows and their count', ours, [
      { name: 'node:http + pg', child: node, goal: { atMost: 1.3 } },
      { name: 'plain koa + pg', child: koa },
    ])
  } finally {
    await koa.stop()
    await node.stop()
  }
}

const login: Statement = {
  sql: `select t.id as "tokenId", a.id as "adminId", a.username from access_token t join admin a on a.id = t.admin_id
    where t.revoked_at is null and t.expires_at > now() and a.disabled_at is null and t.token_hash = $1`,
  params: ['0'.repeat(64)],
}

/** Starts a server that responds with the rows of a plan. */
async function startResponder(program: 'koa-pg.ts' | 'node-pg.ts', plan: Plan): Promise<Child> {
  const folder = mkdtempSync(path.join(tmpdir(), 'priormark-bench-plan-'))
  const file = path.join(folder, 'plan.json')
  writeFileSync(file, JSON.stringify(plan))
  try {
    // It has read the file once it listens.
    return await startChild(path.join(baselines, program), [file])
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function compare(what: string, server: BenchServer, baselines: readonly Baseline[]): Promise<Figure[]> {
  const [ours, ...others] = await compareServers([
    server,
    ...baselines.map(({ name, child: { url, pid } }) => ({ name, url, pid })),
  ])
  if (ours === undefined) throw new Error('a result is missing')
  return [
    ...[ours, ...others].map(({ name, requestsPerSecond, cpuMicros }) => ({
      what: `${what}: ${name}`,
      value: cpuMicros,
      unit: 'us CPU',
      note: `${Math.round(requestsPerSecond)} requests per second`,
    })),
    ...others.map(({ name, cpuMicros }, index) => {
      const goal = baselines[index]?.goal
      return {
        what: `${what}: CPU against ${name}`,
        value: ours.cpuMicros / cpuMicros,
        unit: 'x',
        ...(goal === undefined ? {} : { goal }),
      }
    }),
  ]
}
