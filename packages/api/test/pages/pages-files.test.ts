import { rm } from 'node:fs/promises'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { header, servePages, smallSite, writeSite, type ServedPages } from './pages-stand.ts'

let siteDir: string
let served: ServedPages

beforeAll(async () => {
  siteDir = await writeSite(smallSite)
  served = await servePages(siteDir, async () => 8.97)
})
afterAll(async () => {
  await served.close()
  await rm(siteDir, { recursive: true })
})

const ask: ServedPages['ask'] = (...request) => served.ask(...request)

describe('files', () => {
  test('with a hash in their name are kept for ever', async () => {
    const { status, headers, body } = await ask('/assets/app-abc123.js', { 'accept-encoding': 'br' })
    expect(status).toBe(200)
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(headers['content-type']).toBe('text/javascript; charset=utf-8')
    expect(brotliDecompressSync(body).toString()).toContain('console.log')
  })

  test('that are compressed by nature are sent as they are', async () => {
    const { headers, body } = await ask('/assets/face-abc123.woff2', { 'accept-encoding': 'br' })
    expect(headers['content-type']).toBe('font/woff2')
    expect(headers['content-encoding']).toBeUndefined()
    expect(body.toString()).toBe('font')
  })

  test('the service worker is asked for anew each time', async () => {
    const { headers } = await ask('/sw.js')
    expect(headers['cache-control']).toBe('no-cache')
    expect(headers['content-type']).toBe('text/javascript; charset=utf-8')
  })

  test('that do not exist are a bare 404', async () => {
    const { status, headers } = await ask('/assets/gone.js')
    expect(status).toBe(404)
    expect(headers['content-type']).toContain('text/plain')
  })

  test.each([
    '/index.html',
    '/admin.html',
    '/.vite/manifest.json',
    '/../package.json',
    '/%2e%2e/package.json',
  ])('%s is not handed out', async (pathname) => {
    const { status, body } = await ask(pathname)
    expect(status).toBe(404)
    expect(body.toString()).toContain('<div id="root">')
  })

  test('the offline page is', async () => {
    expect((await ask('/offline.html')).body.toString()).toContain('Offline')
  })
})

test('every address of the admin shows its shell', async () => {
  for (const pathname of ['/admin', '/admin/login', '/admin/orders/1']) {
    const { status, body } = await ask(pathname)
    expect(status).toBe(200)
    expect(body.toString()).toContain('<title>Admin</title>')
  }
  expect((await ask('/administrator')).status).toBe(404)
})

test('calls and changes go on to the API', async () => {
  expect((await ask('/api/service-price')).body.toString()).toBe('the api')
  expect((await ask('/__stripe/stripe.js')).body.toString()).toBe('the api')
  expect((await ask('/', {}, 'POST')).body.toString()).toBe('the api')
})

test('crawlers are told what to read', async () => {
  const robots = (await ask('/robots.txt')).body.toString()
  expect(robots).toContain('Disallow: /admin')
  expect(robots).toContain('Sitemap: https://priormark.example/sitemap.xml')
  const sitemap = await ask('/sitemap.xml')
  expect(header(sitemap, 'content-type')).toContain('application/xml')
  expect(sitemap.body.toString()).toContain('<loc>https://priormark.example/terms</loc>')
})

test('the content security policy can allow the inlined style and nothing else', () => {
  // The SHA-256 of 'p{color:red}' as another tool computes it.
  expect(served.pages.contentSecurity).toEqual({
    scriptSources: [],
    styleSources: [
      "'sha256-p0bF+un5yUb9MBO6xRb8kPHlY2BdpHVtLiFkDrZPF64='",
      // And of 'i{color:red}', which pages of the blog bring besides.
      "'sha256-GMwyCzDk+LfN04T46tur6cvM2Iuulc2n/3IihHK78HE='",
    ],
  })
})

test('an operator hears about samples', () => {
  expect(served.pages.warnings).toEqual(['Replace the samples'])
})
