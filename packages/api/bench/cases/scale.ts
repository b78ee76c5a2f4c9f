import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { blogEndpoints } from '@priormark/core/blog/endpoints'
import { orderEndpoints } from '@priormark/core/orders/endpoints'
import { uploadEndpoints } from '@priormark/core/orders/uploads/endpoints'
import pg from 'pg'
import type { BenchPostgres } from '../bench-database.ts'
import { startBlogServer } from '../blog-server.ts'
import { runToEnd } from '../child.ts'
import { largestSlope, slopeOf, type Curve, type Line } from '../curve.ts'
import { loadAt } from '../http-load.ts'
import { asBrowser } from '../plain-node.ts'
import { cpuMs } from '../process-meter.ts'
import { bearerOf, startRealServer, type RealServer } from '../real-server.ts'
import type { Section } from '../report.ts'
import { costOfRequests } from '../request-times.ts'
import { median } from '../statistics.ts'
import { growTree, sampleProofs } from './proofs.ts'

const uploadClient = path.resolve(import.meta.dirname, '../baselines/upload-client.ts')

/** Names a line for the curve of a size; its points follow. */
const newLine = (name: string, expected: Line['expected']): Line => ({ name, expected, points: [] })
const newCpuLine = (name: string, expected: Line['expected']): Line => ({
  ...newLine(name, expected),
  isCpu: true,
})

/** The response time of a request, and the processor time that it takes. */
const newLines = (name: string, expected: Line['expected']) => ({
  wait: newLine(name, expected),
  cost: newCpuLine(`${name}: CPU`, expected),
})

/** How costs grow with orders, posts, visitors, the size of uploads and the leaves of a batch. */
export async function measureScale(postgres: BenchPostgres): Promise<{ section: Section; curves: Curve[] }> {
  const curves = [
    await ordersCurve(postgres),
    await postsCurve(postgres),
    ...(await serverCurves(postgres)),
    await leavesCurve(),
  ]
  const figures = curves.flatMap(({ title, lines }) =>
    lines.map((line) => ({
      what: `${title}: ${line.name}, expected ${line.expected}`,
      value: slopeOf(line),
      unit: 'slope',
      goal: { atMost: largestSlope[line.expected] },
      note: line.points.map(({ x, y }) => `${x}: ${y.toPrecision(3)}`).join('; '),
    })),
  )
  return { section: { title: 'Growth (1 is in proportion to the size)', figures, skipped: [] }, curves }
}

async function ordersCurve(postgres: BenchPostgres): Promise<Curve> {
  const searches = [
    { lines: newLines('first page', 'constant'), query: {} },
    { lines: newLines('page 40', 'constant'), query: { page: '40' } },
    { lines: newLines('search for a name', 'log n'), query: { search: 'belorwel' } },
    { lines: newLines('search for a mail host', 'constant'), query: { search: 'gmail' } },
  ]
  for (const orders of [1_000, 10_000, 100_000, 1_000_000]) {
    const databaseUrl = await postgres.createDatabase(orders)
    const server = await startRealServer({ databaseUrl })
    const headers = await bearerOf(server)
    await eachAddress(databaseUrl, async (pool) => {
      for (const { lines, query } of searches) {
        const text = new URLSearchParams({ tab: 'all', limit: '20', ...query }).toString()
        const addresses = [`${server.url}${orderEndpoints.list.path}?${text}`]
        const cost = await costOfRequests({ addresses, headers, tries: 60, pid: server.pid, pool })
        lines.wait.points.push({ x: orders, y: cost.p50Ms })
        lines.cost.points.push({ x: orders, y: cost.cpuMs })
      }
    })
    await server.stop()
    await postgres.drop(databaseUrl)
  }
  return {
    file: 'scale-orders',
    title: 'List of orders',
    xLabel: 'orders in the database',
    yLabel: 'ms: response time, one request at a time, and CPU (dashed) of server and PostgreSQL',
    lines: searches.flatMap(({ lines: { wait, cost } }) => [wait, cost]),
  }
}

async function postsCurve(postgres: BenchPostgres): Promise<Curve> {
  const searches = [
    { lines: newLines('first page', 'n'), query: {} },
    { lines: newLines('search for a rare word', 'log n'), query: { search: 'xylophone' } },
    { lines: newLines('search for a common word', 'n'), query: { search: 'song' } },
  ]
  for (const posts of [100, 1_000, 10_000, 100_000]) {
    const { server, databaseUrl, stop } = await startBlogServer(postgres, posts)
    await eachAddress(databaseUrl, async (pool) => {
      for (const { lines, query } of searches) {
        const addresses = [`${server.url}${blogEndpoints.list.path}?${new URLSearchParams(query).toString()}`]
        const cost = await costOfRequests({ addresses, tries: 60, pid: server.pid, pool })
        lines.wait.points.push({ x: posts, y: cost.p50Ms })
        lines.cost.points.push({ x: posts, y: cost.cpuMs })
      }
    })
    await stop()
    await postgres.drop(databaseUrl)
  }
  return {
    file: 'scale-posts',
    title: 'The blog for readers',
    xLabel: 'published posts',
    yLabel: 'ms: response time, one request at a time, and CPU (dashed) of server and PostgreSQL',
    lines: searches.flatMap(({ lines: { wait, cost } }) => [wait, cost]),
  }
}

async function eachAddress(databaseUrl: string, run: (pool: pg.Pool) => Promise<void>): Promise<void> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 })
  try {
    await run(pool)
  } finally {
    await pool.end()
  }
}

async function serverCurves(postgres: BenchPostgres): Promise<Curve[]> {
  const databaseUrl = await postgres.createDatabase(1_000)
  const server = await startRealServer({ databaseUrl })
  try {
    return [await visitorsCurve(server), await uploadsCurve(server)]
  } finally {
    await server.stop()
  }
}

async function visitorsCurve({ url, pid }: RealServer): Promise<Curve> {
  const wait = newLine('mean response time', 'n')
  const cost = newCpuLine('processor time of one page', 'constant')
  for (const visitors of [1, 10, 100, 1_000]) {
    const page = { name: 'landing page', url: `${url}/`, pid, headers: asBrowser }
    const { meanMs, cpuMicros } = await loadAt(page, visitors)
    wait.points.push({ x: visitors, y: meanMs })
    cost.points.push({ x: visitors, y: cpuMicros / 1_000 })
  }
  return {
    file: 'scale-visitors',
    title: 'The landing page under load',
    xLabel: 'visitors at once, each asking again as soon as a page has arrived',
    yLabel: 'ms',
    lines: [wait, cost],
  }
}

async function uploadsCurve({ url, pid }: RealServer): Promise<Curve> {
  const folder = mkdtempSync(path.join(tmpdir(), 'priormark-bench-scale-'))
  const wait = newLine('response time', 'n')
  const cost = newCpuLine('processor time of the server', 'n')
  try {
    for (const bytes of [1_000, 10_000, 100_000, 1_000_000, 10_000_000, 50_000_000]) {
      const file = path.join(folder, `${bytes}.bin`)
      writeFileSync(file, randomBytes(bytes))
      const times: number[] = []
      const costs: number[] = []
      for (let runIndex = 0; runIndex < 7; runIndex += 1) {
        const before = cpuMs(pid)
        const output = await runToEnd(process.execPath, [
          uploadClient,
          url + uploadEndpoints.upload.path,
          file,
          '1',
        ])
        times.push(Number(output))
        costs.push(cpuMs(pid) - before)
      }
      wait.points.push({ x: bytes, y: median(times) })
      cost.points.push({ x: bytes, y: median(costs) })
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return {
    file: 'scale-uploads',
    title: 'Upload of one file',
    xLabel: 'bytes',
    yLabel: 'ms',
    lines: [wait, cost],
  }
}

async function leavesCurve(): Promise<Curve> {
  const build = newLines('from commitments to the root', 'n')
  const verify = newLine('reading and verifying a proof', 'log n')
  for (const leaves of [100, 1_000, 10_000, 100_000, 1_000_000]) {
    const before = process.cpuUsage()
    const { tree, perSecond } = growTree(leaves)
    const { user, system } = process.cpuUsage(before)
    build.wait.points.push({ x: leaves, y: (leaves / perSecond) * 1_000 })
    build.cost.points.push({ x: leaves, y: (user + system) / 1_000 })
    verify.points.push({ x: leaves, y: (await sampleProofs(tree)).verifyMs })
  }
  return {
    file: 'scale-leaves',
    title: 'A batch of works and their proofs',
    xLabel: 'leaves of the Merkle tree',
    yLabel: 'ms',
    lines: [build.wait, build.cost, verify],
  }
}
