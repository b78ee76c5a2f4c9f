import { rm } from 'node:fs/promises'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { header, servePages, smallSite, writeSite, type ServedPages } from './pages-fixtures.ts'

let served: ServedPages
let price: number | Error
let priceReads: number
let version: string

const siteDir = await writeSite(smallSite)
afterAll(() => rm(siteDir, { recursive: true }))

beforeEach(async () => {
  price = 8.97
  priceReads = 0
  version = '1'
  const readPrice = async () => {
    priceReads += 1
    if (price instanceof Error) throw price
    return price
  }
  served = await servePages(siteDir, readPrice, async () => version)
  return () => served.close()
})

const request: ServedPages['request'] = (...request) => served.request(...request)

async function change(): Promise<void> {
  version = '2'
  await request('/api/admin/direct/service-price', {}, 'POST')
}

describe('a page', () => {
  test('is the filled template, even if its parts contain placeholders', async () => {
    const { status, headers, body } = await request('/')
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(headers['cache-control']).toBe('no-cache')
    expect(body.toString()).toContain('<title>/</title>')
    expect(body.toString()).toContain('<p>$& price 8.97 of Priormark')
  })

  test('uses the smallest encoding that the client accepts', async () => {
    const plain = (await request('/')).body
    const gzip = await request('/', { 'accept-encoding': 'gzip, deflate' })
    const br = await request('/', { 'accept-encoding': 'gzip, deflate, br, zstd' })
    const noBr = await request('/', { 'accept-encoding': 'br;q=0, gzip;q=0.5' })
    expect(header(gzip, 'content-encoding')).toBe('gzip')
    expect(header(br, 'content-encoding')).toBe('br')
    expect(header(noBr, 'content-encoding')).toBe('gzip')
    expect(gunzipSync(gzip.body)).toEqual(plain)
    expect(brotliDecompressSync(br.body)).toEqual(plain)
    expect(br.body.length).toBeLessThan(plain.length)
    for (const response of [gzip, br])
      expect(header(response, 'vary').toLowerCase()).toContain('accept-encoding')
  })

  test('responds 304 to a client that has it in that encoding', async () => {
    const br = await request('/', { 'accept-encoding': 'br' })
    const again = await request('/', { 'accept-encoding': 'br', 'if-none-match': header(br, 'etag') })
    expect(again.status).toBe(304)
    expect(again.body).toHaveLength(0)
    const other = await request('/', { 'if-none-match': header(br, 'etag') })
    expect(other.status).toBe(200)
  })

  test('is rendered once for many requests, even concurrent ones', async () => {
    await Promise.all([request('/'), request('/'), request('/', { 'accept-encoding': 'br' })])
    await request('/')
    expect(priceReads).toBe(1)
  })

  test('shows a new price at once after a change of staff', async () => {
    const before = await request('/')
    price = 12
    expect((await request('/')).body).toEqual(before.body)
    await change()
    const after = await request('/', { 'if-none-match': header(before, 'etag') })
    expect(after.status).toBe(200)
    expect(after.body.toString()).toContain('price 12 of')
  })

  test('is rendered without the price while the database is down, and again afterwards', async () => {
    price = new Error('database gone')
    const during = await request('/')
    expect(during.status).toBe(200)
    expect(during.body.toString()).toContain('price null')
    price = 9
    expect((await request('/')).body.toString()).toContain('price 9 of')
  })

  test('responds to HEAD like GET, without the body', async () => {
    const head = await request('/', {}, 'HEAD')
    expect(head.status).toBe(200)
    expect(head.body).toHaveLength(0)
    expect(header(head, 'content-length')).toBe(String((await request('/')).body.length))
  })

  test('redirects a trailing slash away, and keeps the query', async () => {
    const { status, headers } = await request('/terms/?a=1')
    expect(status).toBe(301)
    expect(headers['location']).toBe('/terms?a=1')
  })

  test('ignores the query', async () => {
    expect((await request('/?utm=1')).body).toEqual((await request('/')).body)
    expect(priceReads).toBe(1)
  })
})

describe("the API's call of the price", () => {
  const call = () => request('/api/service-price', { 'accept-encoding': 'br' })

  test('is read once, together with pages, and sent uncompressed for no other cache to store', async () => {
    const { status, headers, body } = await call()
    expect([status, body.toString()]).toEqual([200, '{"price":8.97}'])
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'content-length': '14',
    })
    expect(headers).not.toHaveProperty('etag')
    expect(headers).not.toHaveProperty('vary')
    for (let n = 0; n < 3; n += 1) await call()
    expect(priceReads).toBe(1)
  })

  test('has a new price at once after a change of staff', async () => {
    await call()
    price = 12
    await change()
    expect((await call()).body.toString()).toBe('{"price":12}')
  })

  test('fails without the price, and is read again', async () => {
    price = new Error('database gone')
    expect((await call()).status).toBe(500)
    price = 9
    expect((await call()).body.toString()).toBe('{"price":9}')
  })
})

test('renders one 404 page for all unknown addresses', async () => {
  const one = await request('/no-such-page')
  const other = await request('/wp-login.php', { 'if-none-match': header(one, 'etag') })
  expect(one.status).toBe(404)
  expect(header(one, 'content-type')).toContain('text/html')
  expect(other.status).toBe(404)
  expect(other.body).toEqual(one.body)
  expect(priceReads).toBe(1)
})
