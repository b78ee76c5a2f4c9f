import path from 'node:path'
import { propertyRuns } from '@priormark/core/testing/depth'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createLog } from '../../src/platform/logging/log.ts'
import { openBlogSource } from '../../src/pages/blog-source.ts'
import { createPages } from '../../src/pages/pages.ts'
import { openAppDatabase } from '../../testing/database.ts'
import { fixedSettings } from '../../testing/fixed-settings.ts'
import { startTestApp, testShop, type TestApp } from '../../testing/test-app.ts'
import { newAdmin } from '../../testing/visitor.ts'
import { publishPost } from '../blog/blog-fixtures.ts'
import { paidOrder } from '../proofs/proofs-fixtures.ts'
import { send, type FuzzedResponse } from './fuzz-requests.ts'
import { hostilePathPart, hostileText } from './fuzz-values.ts'
import { openOrderPageSource } from '../../src/orders/fulfillment/order-progress-service.ts'

const siteDir = path.resolve(import.meta.dirname, '../../../site')
const runs = propertyRuns({ normal: 150, deep: 10_000 })

let app: TestApp
/** Everything that was logged, and all other output. */
let written: string[] = []
let orderKey = ''
let previewPath = ''
let paths: string[] = []

beforeAll(async () => {
  const database = await openAppDatabase()
  const log = createLog('debug', { write: (line) => void written.push(line) })
  const onFailure = (error: unknown) => log.error({ err: error }, 'a page failed')
  const pages = await createPages({
    siteDir,
    publicUrl: testShop.publicUrl,
    readSettings: fixedSettings(testShop).current,
    readPaymentsMode: async () => 'embedded',
    readTerms: async () => null,
    onPostSent: () => {},
    showsSamples: true,
    readPrice: async () => 8.97,
    dataVersion: async () => '',
    blog: openBlogSource(database, onFailure),
    readOrder: openOrderPageSource({ database, settings: fixedSettings(testShop) }, onFailure),
  })
  app = await startTestApp(
    {
      log,
      pages,
      stripeStandIn: null,
      trustedProxies: { hops: 1 },
      limits: { maxConcurrentUploads: 5, uploadsPerNetwork: 5, rateLimitFactor: 0 },
    },
    { database },
  )
  const admin = await newAdmin(app)
  const post = await publishPost(admin)
  previewPath = (await admin.api.blog.makePreview({ params: { id: post.id } })).path
  const order = await paidOrder(app)
  orderKey = order.key
  paths = [
    '/',
    '/checkout',
    '/success',
    '/verify',
    '/terms',
    '/privacy',
    '/blog',
    `/blog/${post.slug}`,
    previewPath,
    '/blog/feed.xml',
    '/blog/test/post',
    `/order/${order.key}`,
    '/admin',
    '/admin/orders/1',
    '/robots.txt',
    '/sitemap.xml',
    '/sw.js',
    '/offline.html',
    '/assets/x.js',
    '/media/x.webp',
    `/badge/${order.proofId}.svg`,
    '/api/blog/posts',
    `/api/orders/${order.key}`,
    `/api/proofs/${order.proofId}`,
    '/api/service-price',
    '/api/admin/orders/1',
    '/api/health',
    '/api/none',
    '/none',
  ]
})
afterAll(async () => {
  await app.close()
  await app.database.close()
})

beforeEach(() => {
  written = []
  for (const name of ['log', 'info', 'warn', 'error', 'debug'] as const)
    vi.spyOn(console, name).mockImplementation((...words: unknown[]) => void written.push(words.join(' ')))
})
afterEach(() => {
  vi.restoreAllMocks()
})

/** Each request uses a new address, because order pages have a limit per address. */
let addresses = 0
const get = (target: string): Promise<FuzzedResponse> =>
  send(app.url, {
    role: 'stranger',
    method: 'GET',
    target,
    headers: [
      ['x-forwarded-for', `10.${(addresses += 1) >> 16}.${(addresses >> 8) & 255}.${addresses & 255}`],
    ],
    body: null,
  })

/**
 * Whether an address must be rejected: its path cannot be decoded, or it contains the character that PostgreSQL cannot store.
 * Only API calls also reject a query for its encoding.
 */
function isMalformed(target: string): boolean {
  const [path = '', ...query] = target.split('?')
  const read = path.startsWith('/api/') ? [path, ...query] : [path]
  try {
    return (
      query.some((part) => part.includes('%00')) ||
      read.some((part) => decodeURIComponent(part).includes('\0'))
    )
  } catch {
    return true
  }
}

describe('pages and calls', () => {
  test.each([
    '/blog?search=%00',
    '/blog?search=a%00b&page=2',
    '/blog?page=%00',
    '/blog/a%00b',
    '/blog/%E2%80',
    '/blog/preview/%00',
    '/order/%00',
    '/%00',
    '/terms?x=%00',
    '/admin/%zz',
    '/api/blog/posts?search=%00',
    '/api/blog/posts?other=%zz',
    '/api/health?x=%00',
    '/badge/%00.svg',
    '/media/%00.webp',
  ])('%s is rejected as an error of the request', async (target) => {
    expect([400, 404]).toContain((await get(target)).status)
  })

  test.each(['/terms?utm_campaign=50%off', '/?x=%zz', '/blog?utm_term=%E2%80', '/verify?x=%'])(
    '%s shows its page although its query is badly encoded',
    async (target) => {
      expect((await get(target)).status).toBe(200)
    },
  )

  test('respond to any address, and never with a server error', async () => {
    const query = fc.oneof(
      fc.constantFrom('', '', 'search=%00', 'search=%', 'page=%ED%A0%80', 'utm_source=mail', 'search=a%2500'),
      fc
        .tuple(
          fc.constantFrom('search', 'page', 'proof', 'orderId', 'x'),
          fc.oneof(hostileText, hostilePathPart),
        )
        .map(([name, text]) => `${name}=${encodeURIComponent(text.toWellFormed())}`.slice(0, 4_000)),
      hostilePathPart.map((part) => `search=${part}`),
    )
    const pick = fc.nat(1_000).map((n) => paths[n % paths.length] ?? '/')
    const changed = fc
      .tuple(pick, hostilePathPart, fc.constantFrom('replace', 'append', 'beside', 'keep'))
      .map(([known, part, how]) => {
        if (how === 'replace') return known.replace(/[^/]*$/, () => part)
        if (how === 'append') return known + part
        return how === 'beside' ? `${known}/${part}` : known
      })
    const target = fc
      .tuple(changed, query)
      .map(([address, search]) => encodeControls(search === '' ? address : `${address}?${search}`))
    await fc.assert(
      fc.asyncProperty(target, async (one) => {
        const { status } = await get(one)
        expect(status, `${one.slice(0, 300)}\n${written.at(-1)}`).toBeLessThan(500)
        // One that is too long is not examined further.
        const isTooLong = status === 414 || status === 431
        if (isMalformed(one) && !isTooLong) expect([400, 404], one.slice(0, 300)).toContain(status)
      }),
      runs,
    )
  })
})

/** Encodes characters that a request line cannot contain. */
function encodeControls(target: string): string {
  return target.replace(/[^\u0021-\u007e]/g, (character) => encodeURIComponent(character))
}

describe('the log', () => {
  test('contains no part of a secret in an address, however its link was mangled', async () => {
    const cut = (text: string, at: number) => text.slice(0, 43 - (at % 20))
    const mangled = fc
      .tuple(
        fc.constantFrom('order', 'preview', 'call'),
        fc.constantFrom(
          '',
          '%E2%80',
          '%00',
          '%',
          '%zz',
          '.',
          ',',
          '%C2%A0',
          '%0D%0A',
          '=3D',
          ')',
          '/evidence.zip',
          'x',
        ),
        fc.constantFrom(
          'whole',
          'upper',
          'lower',
          'encoded',
          'cut',
          'prefixed',
          'glued',
          'in the query',
          'split',
        ),
        fc.nat(42),
      )
      .map(([kind, trail, how, at]) => {
        const secret = kind === 'preview' ? (previewPath.split('/').at(-1) ?? '') : orderKey
        const base = { order: '/order/', preview: '/blog/preview/', call: '/api/orders/' }[kind]
        const forms: Record<string, string> = {
          whole: base + secret,
          upper: base + secret.toUpperCase(),
          lower: (base + secret.toLowerCase()).replace('order', 'Order'),
          encoded: `${base}${secret.slice(0, at)}%${(secret.codePointAt(at) ?? 0).toString(16)}${secret.slice(at + 1)}`,
          cut: base + cut(secret, at),
          prefixed: `/shop/x${base}${secret}`,
          glued: base.replace(/\/$/, '') + secret,
          'in the query': `/blog?search=${base}${secret}`,
          split: `${base}${secret.slice(0, 22)}=%0A${secret.slice(22)}`,
        }
        return { secret, target: `${forms[how] ?? base}${trail}` }
      })
    // Without a table each of these requests fails while reading the database, and failures are logged.
    await app.database.fork().execute('alter table orders rename to orders_away')
    await app.database.fork().execute('alter table blog_preview rename to preview_away')
    try {
      await fc.assert(
        fc.asyncProperty(mangled, async ({ secret, target }) => {
          written = []
          await get(target)
          const all = written.join('\n').toLowerCase()
          for (let at = 0; at + 12 <= secret.length; at += 1)
            expect(all, target).not.toContain(secret.slice(at, at + 12).toLowerCase())
        }),
        runs,
      )
      written = []
      await get(`/api/orders/${orderKey}`)
      expect(written.join('\n'), 'failures are logged').toContain('request failed')
    } finally {
      await app.database.fork().execute('alter table orders_away rename to orders')
      await app.database.fork().execute('alter table preview_away rename to blog_preview')
    }
  })

  test('is the only output', async () => {
    for (const target of [`/order/${orderKey}%E2%80`, '/blog/%E2%80', '/terms/%zz', '/%']) await get(target)
    expect(written.filter((line) => !line.startsWith('{'))).toEqual([])
  })
})
