import { startLocalServer, type LocalServer } from '@priormark/core/testing/local-server'
import Koa from 'koa'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createPages } from '../../src/pages/pages.ts'
import { emptySite, smallSite, writeSite } from './pages-fixtures.ts'

let server: LocalServer
let reads: { key: string; address: string }[]

beforeAll(async () => {
  const site = emptySite(await writeSite(smallSite), async () => 8.97)
  const pages = await createPages({
    ...site,
    readOrder: async (asked) => {
      reads.push(asked)
      return { kind: 'missing' }
    },
  })
  const app = new Koa()
  app.use(pages.middleware)
  const callback = app.callback()
  server = await startLocalServer((asked, response) => void callback(asked, response))
})
afterAll(() => server.close())
beforeEach(() => {
  reads = []
})

const key = 'k'.repeat(43)
const request = (path: string) => fetch(server.url + path, { redirect: 'manual' })

test("renders an order's page on every request, without caching", async () => {
  await request(`/order/${key}`)
  const response = await request(`/order/${key}?from=mail`)
  expect(await response.text()).toContain(`<title>/order/${key}</title>`)
  expect(reads).toEqual([
    { key, address: '127.0.0.1' },
    { key, address: '127.0.0.1' },
  ])
  expect(response.headers.get('cache-control')).toBe('private, no-store')
  expect(response.headers.get('x-robots-tag')).toBe('noindex')
  expect(response.headers.get('etag')).toBeNull()
})

test('responds 404 to an unknown key, also without caching', async () => {
  const response = await request('/order/no-such-key')
  expect(response.status).toBe(404)
  expect(response.headers.get('cache-control')).toBe('private, no-store')
})

test('redirects a trailing slash that an email program added', async () => {
  const response = await request(`/order/${key}/?from=mail`)
  expect(response.status).toBe(301)
  expect(response.headers.get('location')).toBe(`/order/${key}?from=mail`)
  expect(response.headers.get('cache-control')).toBe('private, no-store')
  expect(reads).toEqual([])
})

test.each(['/order', '/order/', '/order/a/b', '/orders/a', '/api/orders/a'])(
  '%s is not an order page',
  async (path) => {
    expect((await request(path)).headers.get('cache-control')).not.toBe('private, no-store')
    expect(reads).toEqual([])
  },
)
