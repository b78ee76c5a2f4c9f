import { rm } from 'node:fs/promises'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll, describe, expect, test } from 'vitest'
import { header, servePages, smallSite, writeSite, type ServedPages } from './pages-fixtures.ts'

const siteDir = await writeSite(smallSite)
const served = await servePages(siteDir, async () => 8.97)
afterAll(async () => {
  await served.close()
  await rm(siteDir, { recursive: true })
})

const request: ServedPages['request'] = (...request) => served.request(...request)

describe('files', () => {
  test('with a hash in their name are cached permanently', async () => {
    const { status, headers, body } = await request('/assets/app-abc123.js', { 'accept-encoding': 'br' })
    expect(status).toBe(200)
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(headers['content-type']).toBe('text/javascript; charset=utf-8')
    expect(brotliDecompressSync(body).toString()).toContain('console.log')
  })

  test('that are already compressed are sent unchanged', async () => {
    const { headers, body } = await request('/assets/face-abc123.woff2', { 'accept-encoding': 'br' })
    expect(headers['content-type']).toBe('font/woff2')
    expect(headers['content-encoding']).toBeUndefined()
    expect(body.toString()).toBe('font')
  })

  test('the service worker is revalidated on every request', async () => {
    const { headers } = await request('/sw.js')
    expect(headers['cache-control']).toBe('no-cache')
    expect(headers['content-type']).toBe('text/javascript; charset=utf-8')
  })

  test('that do not exist give a bare 404', async () => {
    const { status, headers } = await request('/assets/gone.js')
    expect(status).toBe(404)
    expect(headers['content-type']).toContain('text/plain')
  })

  test.each([
    '/index.html',
    '/admin.html',
    '/admin-login.html',
    '/.vite/manifest.json',
    '/../package.json',
    '/%2e%2e/package.json',
  ])('does not serve %s', async (pathname) => {
    const { status, body } = await request(pathname)
    expect(status).toBe(404)
    expect(body.toString()).toContain('<div id="root">')
  })

  test('serves the offline page', async () => {
    expect((await request('/offline.html')).body.toString()).toContain('Offline')
  })
})

test("serves the admin's document at all its addresses, and a lighter one for the login", async () => {
  for (const [pathname, title] of [
    ['/admin', 'Admin'],
    ['/admin/login', 'Admin login'],
    ['/admin/orders/1', 'Admin'],
  ]) {
    const { status, body } = await request(pathname ?? '')
    expect(status).toBe(200)
    expect(body.toString()).toContain(`<title>${title}</title>`)
  }
  expect((await request('/administrator')).status).toBe(404)
})

test('passes API calls and other methods on', async () => {
  expect((await request('/api/blog/posts')).body.toString()).toBe('the api')
  expect((await request('/__stripe/stripe.js')).body.toString()).toBe('the api')
  expect((await request('/', {}, 'POST')).body.toString()).toBe('the api')
})

test('serves robots.txt', async () => {
  const robots = (await request('/robots.txt')).body.toString()
  expect(robots).toContain('Disallow: /admin')
  expect(robots).toContain('Sitemap: https://priormark.example/sitemap.xml')
  const sitemap = await request('/sitemap.xml')
  expect(header(sitemap, 'content-type')).toContain('application/xml')
  expect(sitemap.body.toString()).toContain('<loc>https://priormark.example/terms</loc>')
})

test('the content security policy allows only the inlined style', () => {
  // The SHA-256 of 'p{color:red}', computed with another tool.
  expect(served.pages.contentSecurity).toEqual({
    scriptSources: [],
    styleSources: [
      "'sha256-p0bF+un5yUb9MBO6xRb8kPHlY2BdpHVtLiFkDrZPF64='",
      // And of 'i{color:red}', which only pages of the blog have.
      "'sha256-GMwyCzDk+LfN04T46tur6cvM2Iuulc2n/3IihHK78HE='",
    ],
  })
})
