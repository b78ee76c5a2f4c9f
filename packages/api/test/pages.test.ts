import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { Server } from 'node:http'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import Koa from 'koa'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { BlogSource } from '../src/pages/blog-source.ts'
import { createPages, type Pages } from '../src/pages/pages.ts'

/** A build as small as one can be, with the shape of the site's. */
const serverBuild = `
const known = ['/', '/terms']
export const canonicalPath = (path) => {
  const trimmed = path === '/' ? path : path.replace(/\\/+$/, '')
  return known.includes(trimmed) ? trimmed : null
}
export const sitemapPaths = known
export const extraStyles = ['i{color:red}']
export const renderBlogPage = () => renderPage({ path: '/', data: { shop: {} } })
export const renderOrderPage = renderBlogPage
export const sampleWarnings = ['Replace the samples']
export function renderPage({ path, data }) {
  return {
    status: known.includes(path) ? 200 : 404,
    head: '<title>' + path + '</title>',
    html: '<p>$& price ' + data.price + ' of ' + data.shop.name + ' ' + 'x'.repeat(2000) + '</p>',
    data: '<script type="application/json">{}</script>',
  }
}
`
const template =
  '<!doctype html><head><!--page-head--><style>p{color:red}</style></head><body><div id="root"><!--page-html--></div><!--page-data--></body>'

let siteDir: string
let server: Server
let pages: Pages
let origin: string
let price: number | Error
let priceReads: number

beforeAll(async () => {
  siteDir = await mkdtemp(path.join(tmpdir(), 'pages-test-'))
  const files: Record<string, string> = {
    'dist/server/entry-server.js': serverBuild,
    'dist/client/index.html': template,
    'dist/client/admin.html': '<!doctype html><title>Admin</title>',
    'dist/client/offline.html': '<!doctype html><title>Offline</title>',
    'dist/client/sw.js': 'self.addEventListener("fetch", () => {})',
    'dist/client/assets/app-abc123.js': `console.log(${'1'.repeat(3000)})`,
    'dist/client/assets/face-abc123.woff2': 'font',
    'dist/client/.vite/manifest.json': '{}',
    'package.json': '{"type":"module"}',
  }
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(siteDir, name)
    await mkdir(path.dirname(file), { recursive: true })
    await writeFile(file, text)
  }
})

afterAll(() => rm(siteDir, { recursive: true }))

beforeEach(async () => {
  price = 8.97
  priceReads = 0
  pages = await createPages({
    siteDir,
    shop: {
      name: 'Priormark',
      supportEmail: 'support@example.org',
      tradingName: 'A',
      tradingAddress: 'B',
      publicUrl: 'https://priormark.example',
    },
    paymentsMode: 'stripe',
    readPrice: async () => {
      priceReads += 1
      if (price instanceof Error) throw price
      return price
    },
    blog: emptyBlog,
    orders: { read: async () => ({ kind: 'missing' }) },
  })
  const app = new Koa()
  app.silent = true
  app.use(pages.middleware)
  app.use((ctx) => {
    ctx.body = 'the api'
  })
  server = app.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No port')
  origin = `http://127.0.0.1:${address.port}`
  return () => new Promise((resolve) => server.close(resolve))
})

/** A blog without posts; pages-blog.test.ts has the real one. */
const emptyBlog: BlogSource = {
  list: async () => ({ posts: [], total: 0 }),
  post: async () => null,
  preview: async () => null,
  newest: async () => [],
  countPublished: async () => 0,
  addresses: async () => [],
  sequence: async () => 0,
  onFailure(error) {
    throw error
  },
}

interface Answer {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: Buffer
}

/** A request whose answer is not decompressed on the way. */
function ask(pathname: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asking = request(origin + pathname, { method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
      )
    })
    asking.on('error', reject)
    asking.end()
  })
}

const header = (answer: Answer, name: string) => String(answer.headers[name] ?? '')

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
    pages.clear('everything')
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
  expect(pages.contentSecurity).toEqual({
    scriptSources: [],
    styleSources: [
      "'sha256-p0bF+un5yUb9MBO6xRb8kPHlY2BdpHVtLiFkDrZPF64='",
      // And of 'i{color:red}', which pages of the blog bring besides.
      "'sha256-GMwyCzDk+LfN04T46tur6cvM2Iuulc2n/3IihHK78HE='",
    ],
  })
})

test('an operator hears about samples', () => {
  expect(pages.warnings).toEqual(['Replace the samples'])
})
