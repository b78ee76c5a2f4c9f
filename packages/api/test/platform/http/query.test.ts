import { rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import fc from 'fast-check'
import { propertyRuns } from '@priormark/core/testing/depth'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { parseQuery, readParameter } from '../../../src/platform/http/query.ts'
import { createPages } from '../../../src/pages/pages.ts'
import { cpuMsOf } from '../../../testing/cpu-time.ts'
import { everyEndpoint } from '../../../testing/every-endpoint.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { newAdmin, type Visitor } from '../../../testing/visitor.ts'
import { rawCalls } from '../../fuzz/fuzz-endpoints.ts'
import { emptySite, smallSite, writeSite } from '../../pages/pages-fixtures.ts'

describe('parseQuery', () => {
  test('decodes each parameter, and returns those that are repeated as arrays', () => {
    expect(parseQuery('search=a%20b+c&page=2&tag=x&tag=y&tag=z&empty=&bare')).toEqual({
      search: 'a b c',
      page: '2',
      tag: ['x', 'y', 'z'],
      empty: '',
      bare: '',
    })
    expect(parseQuery('')).toEqual({})
  })

  test('reads any names and values', () => {
    const name = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('__proto__', 'constructor'))
    fc.assert(
      fc.property(fc.dictionary(name, fc.string({ unit: 'binary' }), { maxKeys: 50 }), (parameters) => {
        const entries = Object.entries(parameters)
        expect(Object.entries(parseQuery(new URLSearchParams(entries).toString()))).toEqual(entries)
      }),
      propertyRuns({ normal: 100, deep: 20_000 }),
    )
  })

  test('rejects more than 50 parameters', () => {
    expect(parseQuery('a=1&'.repeat(50))).toEqual({ a: Array.from({ length: 50 }, () => '1') })
    expect(() => parseQuery('a=1&'.repeat(51))).toThrow(expect.objectContaining({ code: 'invalid_input' }))
  })
})

test('readParameter reads a parameter only if it is there exactly once', () => {
  expect(readParameter('page=2&search=a+b', 'search')).toBe('a b')
  expect(readParameter('page=2&page=3', 'page')).toBeUndefined()
  expect(readParameter('page=2', 'search')).toBeUndefined()
})

describe('an address', () => {
  let app: TestApp
  let admin: Visitor
  let siteDir = ''
  beforeAll(async () => {
    siteDir = await writeSite(smallSite)
    app = await startTestApp({
      pages: await createPages(emptySite(siteDir, async () => 8.97)),
      limits: { maxConcurrentUploads: 5, uploadsPerNetwork: 5, rateLimitFactor: 0 },
    })
    admin = await newAdmin(app)
  })
  afterEach(() => vi.restoreAllMocks())
  afterAll(async () => {
    await app.close()
    await rm(siteDir, { recursive: true })
  })

  const request = async (address: string, method = 'GET') => {
    const response = await admin.fetch(address, {
      method,
      headers: { authorization: `Bearer ${admin.token}` },
    })
    await response.arrayBuffer()
    return response
  }

  const pagePaths = ['/', '/blog', '/blog/a-post', '/verify', '/terms', '/order/key', '/missing', '/admin']

  test('never has its query parsed by Koa, whatever it leads to', async () => {
    const searchParams: { parse(text: string): unknown } = createRequire(import.meta.url)(
      'koa/lib/search-params.js',
    )
    const parse = vi.spyOn(searchParams, 'parse')
    const endpoints = [...(await everyEndpoint()), ...rawCalls]
    expect(endpoints.length).toBeGreaterThan(80)
    for (const { method, path } of endpoints) await request(`${path.replaceAll(':', '')}?a=1&a=1`, method)
    for (const path of pagePaths) await request(`${path}?a=1&a=1`)
    expect(parse).not.toHaveBeenCalled()
  })

  const longest = (path: string) => `${path}?${'a=1&'.repeat(2_047 - path.length)}`.slice(0, 8_192)

  test.each(['/api/about', '/api/blog/posts', '/', '/blog', '/verify'])(
    '%s with 2,000 repeated parameters costs about as much CPU time as without',
    async (path) => {
      const ask = (address: string) => async () => {
        for (let n = 0; n < 20; n += 1) await request(address)
      }
      const [normal, hostile] = [ask(path), ask(longest(path))]
      await normal()
      await hostile()
      // With Koa's own parser, it is 10 to 40 times as much.
      expect(await cpuMsOf(hostile)).toBeLessThan(5 * Math.max(await cpuMsOf(normal), 50))
    },
  )

  test.each(['/api/about', '/api/nothing', '/blog'])(
    '%s of more than 8 KB is rejected with 414',
    async (path) => {
      expect((await request(path + '?' + 'a'.repeat(8_191 - path.length))).status).not.toBe(414)
      const response = await admin.fetch(path + '?' + 'a'.repeat(8_192 - path.length))
      expect(response.status).toBe(414)
      expect(await response.json()).toEqual({ error: 'This address is too long', code: 'address_too_long' })
    },
  )

  test('with too many parameters is rejected where an endpoint reads them, and ignored elsewhere', async () => {
    const many = `?${'a=1&'.repeat(51)}`
    expect((await request(`/api/blog/posts${many}`)).status).toBe(400)
    expect((await request(`/api/about${many}`)).status).toBe(200)
    expect((await request(`/${many}`)).status).toBe(200)
  })
})
