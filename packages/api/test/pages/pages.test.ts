import { rm } from 'node:fs/promises'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { header, servePages, smallSite, writeSite, type ServedPages } from './pages-stand.ts'

let siteDir: string
let served: ServedPages
let price: number | Error
let priceReads: number

beforeAll(async () => {
  siteDir = await writeSite(smallSite)
})
afterAll(() => rm(siteDir, { recursive: true }))

beforeEach(async () => {
  price = 8.97
  priceReads = 0
  served = await servePages(siteDir, async () => {
    priceReads += 1
    if (price instanceof Error) throw price
    return price
  })
  return () => served.close()
})

const ask: ServedPages['ask'] = (...request) => served.ask(...request)

describe('a page', () => {
  test('is the filled template, with whatever its parts contain', async () => {
    const { status, headers, body } = await ask('/')
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(headers['cache-control']).toBe('no-cache')
    expect(body.toString()).toContain('<title>/</title>')
    expect(body.toString()).toContain('<p>$& price 8.97 of Priormark')
  })

  test('comes in the smallest encoding that the client takes', async () => {
    const plain = (await ask('/')).body
    const gzip = await ask('/', { 'accept-encoding': 'gzip, deflate' })
    const br = await ask('/', { 'accept-encoding': 'gzip, deflate, br, zstd' })
    const noBr = await ask('/', { 'accept-encoding': 'br;q=0, gzip;q=0.5' })
    expect(header(gzip, 'content-encoding')).toBe('gzip')
    expect(header(br, 'content-encoding')).toBe('br')
    expect(header(noBr, 'content-encoding')).toBe('gzip')
    expect(gunzipSync(gzip.body)).toEqual(plain)
    expect(brotliDecompressSync(br.body)).toEqual(plain)
    expect(br.body.length).toBeLessThan(plain.length)
    for (const answer of [gzip, br]) expect(header(answer, 'vary').toLowerCase()).toContain('accept-encoding')
  })

  test('is not sent again to a client that has it in that encoding', async () => {
    const br = await ask('/', { 'accept-encoding': 'br' })
    const again = await ask('/', { 'accept-encoding': 'br', 'if-none-match': header(br, 'etag') })
    expect(again.status).toBe(304)
    expect(again.body).toHaveLength(0)
    const other = await ask('/', { 'if-none-match': header(br, 'etag') })
    expect(other.status).toBe(200)
  })

  test('is drawn once for many requests, also at the same time', async () => {
    await Promise.all([ask('/'), ask('/'), ask('/', { 'accept-encoding': 'br' })])
    await ask('/')
    expect(priceReads).toBe(1)
  })

  test('shows a new price once the pages are cleared', async () => {
    const before = await ask('/')
    price = 12
    expect((await ask('/')).body).toEqual(before.body)
    served.pages.clear()
    const after = await ask('/', { 'if-none-match': header(before, 'etag') })
    expect(after.status).toBe(200)
    expect(after.body.toString()).toContain('price 12 of')
  })

  test('stands without the price while the database is gone, and is drawn anew after', async () => {
    price = new Error('database gone')
    const during = await ask('/')
    expect(during.status).toBe(200)
    expect(during.body.toString()).toContain('price null')
    price = 9
    expect((await ask('/')).body.toString()).toContain('price 9 of')
  })

  test('answers HEAD like GET, without the body', async () => {
    const head = await ask('/', {}, 'HEAD')
    expect(head.status).toBe(200)
    expect(head.body).toHaveLength(0)
    expect(header(head, 'content-length')).toBe(String((await ask('/')).body.length))
  })

  test('has one address: a slash at its end is led away, with the query', async () => {
    const { status, headers } = await ask('/terms/?a=1')
    expect(status).toBe(301)
    expect(headers['location']).toBe('/terms?a=1')
  })

  test('does not depend on the query', async () => {
    expect((await ask('/?utm=1')).body).toEqual((await ask('/')).body)
    expect(priceReads).toBe(1)
  })
})

test('an unknown address is a 404 page, drawn once for all of them', async () => {
  const one = await ask('/no-such-page')
  const other = await ask('/wp-login.php', { 'if-none-match': header(one, 'etag') })
  expect(one.status).toBe(404)
  expect(header(one, 'content-type')).toContain('text/html')
  expect(other.status).toBe(404)
  expect(other.body).toEqual(one.body)
  expect(priceReads).toBe(1)
})
