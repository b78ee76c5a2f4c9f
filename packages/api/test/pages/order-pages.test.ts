import { startLocalServer, type LocalServer } from '@priormark/core/testing/local-server'
import type { OrderPageView } from '@priormark/core/orders/order-page-view'
import Koa from 'koa'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createOrderPages } from '../../src/pages/pages.ts'

let server: LocalServer
let view: OrderPageView
let reads: { key: string; address: string }[]

beforeAll(async () => {
  const response = createOrderPages({
    source: {
      read: async (asked) => {
        reads.push(asked)
        return view
      },
    },
    render: async (path, shown) => ({
      status: shown.kind === 'missing' ? 404 : 200,
      text: `<p>${path} ${shown.kind}</p>`,
      isCacheable: true,
    }),
  })
  const app = new Koa()
  app.use(async (ctx) => {
    if (!(await response(ctx))) ctx.body = 'something else'
  })
  const callback = app.callback()
  server = await startLocalServer((asked, response) => void callback(asked, response))
})
afterAll(() => server.close())
beforeEach(() => {
  view = { kind: 'missing' }
  reads = []
})

const key = 'k'.repeat(43)
const request = (path: string) => fetch(server.url + path, { redirect: 'manual' })

test("renders an order's page on every request, without caching", async () => {
  await request(`/order/${key}`)
  const response = await request(`/order/${key}?from=mail`)
  expect(await response.text()).toBe(`<p>/order/${key} missing</p>`)
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
    expect(await (await request(path)).text()).toBe('something else')
  },
)
