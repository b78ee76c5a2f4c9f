import { rm } from 'node:fs/promises'
import { Agent, get } from 'node:http'
import process from 'node:process'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { dollarsFromCents } from '@priormark/core/platform/money'
import autocannon from 'autocannon'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createPages } from '../../../src/pages/pages.ts'
import { readPriceCents } from '../../../src/orders/price/price-service.ts'
import { countAllocatedBytes } from '../../../testing/count-allocations.ts'
import { countWrites } from '../../../testing/count-writes.ts'
import { testServerUrl } from '../../../testing/database-server.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { newAdmin, newVisitor, placeOrder } from '../../../testing/visitor.ts'
import { emptySite, smallSite, writeSite } from '../../pages/pages-fixtures.ts'

// Counts instead of times, which would depend on the machine.
describe.skipIf(testServerUrl === null)('the cost of a request (needs a PostgreSQL server)', () => {
  let app: TestApp
  let agent: Agent
  let siteDir = ''
  let headers: Record<string, string> = {}
  beforeAll(async () => {
    siteDir = await writeSite(smallSite)
    const readCents = () => readPriceCents(app.database.fork())
    const pages = await createPages({
      ...emptySite(siteDir, async () => dollarsFromCents(await readCents())),
      dataVersion: async () => String(await readCents()),
    })
    app = await startTestApp({ pages })
    agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const admin = await newAdmin(app)
    headers = { authorization: `Bearer ${admin.token}` }
    for (let n = 0; n < 20; n += 1) await placeOrder(newVisitor(app))
    for (const slug of ['first', 'second']) {
      await admin.api.blog.create({
        body: { title: slug, slug, content: '<p>Text</p>', status: 'published' },
      })
    }
  })
  // Settings and the version of pages are read again after a second, which must not fall between requests.
  beforeEach(() => void vi.spyOn(performance, 'now').mockReturnValue(performance.now()))
  afterEach(() => vi.restoreAllMocks())
  afterAll(async () => {
    agent.destroy()
    await app.close()
    await rm(siteDir, { recursive: true })
  })

  const request = (path: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      get(app.url + path, { agent, headers }, (response) => {
        response.resume().once('end', () => resolve(response.statusCode))
      }).once('error', reject)
    })

  test.each([
    ['the price from the cache', '/api/service-price', 0],
    ['a page from the cache', '/', 0],
    ['a list of posts', '/api/blog/posts?page=1', 3],
    ['a post', '/api/blog/posts/slug/first', 1],
    ['a search of posts', '/api/blog/posts?search=text', 7],
    ['a search of orders', '/api/admin/direct/orders?search=ada', 3],
    ['a search of orders without a match', '/api/admin/direct/orders?search=zqx', 2],
    ['orders', '/api/admin/direct/orders', 2],
    ['the first of several pages of orders', '/api/admin/direct/orders?limit=2', 2],
    ['the page after the last', '/api/admin/direct/orders?limit=2&page=11', 2],
    ['the dashboard', '/api/admin/overview', 4],
  ])('%s (%s) takes one write to the client and %i to the database', async (_name, path, statements) => {
    expect(await request(path)).toBe(200)
    const writes = await countWrites(Number(new URL(app.url).port), () => request(path))
    expect(writes).toEqual({ http: 1, database: statements })
  })

  test('an upload takes one write to the client and 5 to the database', async () => {
    const visitor = newVisitor(app)
    await visitor.upload('The first one prepares statements')
    const port = Number(new URL(app.url).port)
    expect(await countWrites(port, () => visitor.upload('Verse'))).toEqual({ http: 1, database: 5 })
  })

  test('an upload of 20 MB allocates less than 2.4 MB of heap', async () => {
    const visitor = newVisitor(app)
    const content = new Uint8Array(20_000_000)
    const allocated: number[] = []
    for (let n = 0; n < 5; n += 1) allocated.push(await countAllocatedBytes(() => visitor.upload(content)))
    // With the share of the client, which is in the same process. Compilation and the test runner only add to some of them.
    expect(Math.min(...allocated)).toBeLessThan(2_400_000)
  })

  // Each limit is a third more than what the request allocates, which varies by a twentieth at most.
  test.each([
    ['the price from the cache', '/api/service-price', 19],
    ['a page from the cache', '/', 15],
    ['a post', '/api/blog/posts/slug/first', 103],
    ['a list of 20 orders', '/api/admin/direct/orders?limit=20', 255],
  ])('%s (%s) allocates less than %i KB', async (_name, path, kilobytes) => {
    // The first ones fill caches and compile.
    for (let n = 0; n < 300; n += 1) await request(path)
    // A thread sends these, so that only the server's share counts.
    const load = { url: app.url + path, headers, amount: 500, connections: 1, workers: 1 }
    const allocated = await countAllocatedBytes(async () => {
      expect(await autocannon(load)).toMatchObject({ '2xx': 500 })
    })
    expect(allocated / 500).toBeLessThan(kilobytes * 1000)
  })

  test('a thousand requests leave less than 2 KB each in memory', async () => {
    setFlagsFromString('--expose-gc')
    const collectGarbage: unknown = runInNewContext('gc')
    if (typeof collectGarbage !== 'function') throw new Error('garbage collection is not exposed')
    const heapAfter = async (requests: number) => {
      for (let n = 0; n < requests; n += 1) await request('/api/admin/direct/orders')
      collectGarbage()
      return process.memoryUsage().heapUsed
    }
    // The first ones fill caches and compile.
    const before = await heapAfter(300)
    expect((await heapAfter(1000)) - before).toBeLessThan(1000 * 2048)
  })
})
