import { readFile } from 'node:fs/promises'
import { request } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { startLocalServer, type LocalServer } from '@priormark/core/testing/local-server'
import Koa from 'koa'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { maxSitemapPages, sitemapIndexXml, sitemapXml } from '../../src/pages/crawlers.ts'
import { createPageCache, type PageCache } from '../../src/pages/page-cache.ts'
import type { PageResponse } from '../../src/pages/page-response.ts'

/** The server's responses by address; a request for another address fails. */
let pages: Map<string, () => Promise<PageResponse>>
/** The addresses that were rendered, and those that were sent through Koa, in order. */
let made: string[]
let throughKoa: string[]
/** The posts whose pages were sent, in order. */
let sentPosts: string[]
let readVersion: () => Promise<string>
let server: LocalServer | undefined

beforeEach(() => {
  pages = new Map()
  made = []
  throughKoa = []
  sentPosts = []
  readVersion = async () => '1'
})
afterEach(async () => {
  vi.restoreAllMocks()
  await server?.close()
})

const page =
  (text: string, isCacheable = true) =>
  async (): Promise<PageResponse> => ({ status: 200, text, isCacheable })

interface Received {
  status: number
  etag: string
  policy: string
  body: Buffer
}

/** Starts a server over a cache. */
async function start(maxEntries = 9): Promise<{ cache: PageCache; get: typeof get }> {
  const cache = createPageCache({
    maxEntries,
    readVersion: () => readVersion(),
    onPostSent: (postId) => sentPosts.push(postId),
  })
  const app = new Koa()
  app.silent = true
  app.use(async (ctx) => {
    throughKoa.push(ctx.path)
    ctx.set('Content-Security-Policy', "default-src 'self'")
    await cache.send(ctx, ctx.path, async () => {
      made.push(ctx.path)
      const make = pages.get(ctx.path)
      if (make === undefined) throw new Error('no such page')
      return make()
    })
  })
  const callback = app.callback()
  server = await startLocalServer((asked, response) => {
    if (!cache.resend(asked, response)) void callback(asked, response)
  })
  const { port } = server

  function get(path: string, headers: Record<string, string> = {}): Promise<Received> {
    return new Promise((resolve, reject) => {
      const sent = request({ host: '127.0.0.1', port, path, headers, agent: false }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            etag: response.headers.etag ?? '',
            policy: String(response.headers['content-security-policy'] ?? ''),
            body: Buffer.concat(chunks),
          }),
        )
      })
      sent.on('error', reject)
      sent.end()
    })
  }
  return { cache, get }
}

/** The version is read again a second later, which is the time of several requests on a busy machine. */
const stopClock = () => vi.spyOn(performance, 'now').mockReturnValue(10_000)

function changeVersion(cache: PageCache): void {
  readVersion = async () => '2'
  cache.checkVersion()
}

describe('createPageCache', () => {
  test('sends a response again with all its headers, without rendering it or going through Koa again', async () => {
    stopClock()
    pages.set('/a', page('one'))
    const { get } = await start()
    const first = await get('/a')
    expect(await get('/a')).toEqual(first)
    expect(first).toMatchObject({ status: 200, policy: "default-src 'self'" })
    expect(made).toEqual(['/a'])
    expect(throughKoa).toEqual(['/a'])
  })

  test('leaves conditions, queries and other encodings to Koa', async () => {
    pages.set('/a', page('one'))
    const { get } = await start()
    await get('/a')
    await get('/a', { 'if-none-match': '"x"' })
    await get('/a?b=1')
    await get('/a', { 'accept-encoding': 'gzip' })
    expect(throughKoa).toHaveLength(4)
    expect(made).toEqual(['/a'])
  })

  test('reports the page of a post each time it is sent: rendered, from the cache, or unchanged', async () => {
    stopClock()
    pages.set('/a', async () => ({ status: 200, text: 'post', isCacheable: true, postId: 'one' }))
    pages.set('/b', page('no post'))
    const { get } = await start()
    const { etag } = await get('/a')
    await get('/a')
    expect((await get('/a', { 'if-none-match': etag })).status).toBe(304)
    await get('/b')
    expect(throughKoa).toEqual(['/a', '/a', '/b'])
    expect(sentPosts).toEqual(['one', 'one', 'one'])
  })

  test('drops the least recently used entry when it is full', async () => {
    for (const path of ['/a', '/b', '/c']) pages.set(path, page(path))
    const { get } = await start(2)
    for (const path of ['/a', '/b', '/a', '/c', '/a', '/b']) await get(path)
    expect(made).toEqual(['/a', '/b', '/c', '/b'])
  })

  test('does not cache a response that may differ next time, or evict an entry for it', async () => {
    pages.set('/a', page('a'))
    pages.set('/search', page('found', false))
    const { get } = await start(1)
    await get('/a')
    for (let time = 0; time < 3; time += 1) expect((await get('/search')).body.toString()).toBe('found')
    await get('/a')
    expect(made).toEqual(['/a', '/search', '/search', '/search'])
  })

  test('renders a page again after a change, even if it was being rendered at that moment', async () => {
    const isMaking = Promise.withResolvers<void>()
    const gate = Promise.withResolvers<void>()
    pages.set('/a', async () => {
      isMaking.resolve()
      await gate.promise
      return { status: 200, text: 'old', isCacheable: true }
    })
    const { cache, get } = await start()
    const old = get('/a')
    await isMaking.promise
    changeVersion(cache)
    pages.set('/a', page('new'))
    expect((await get('/a')).body.toString()).toBe('new')
    gate.resolve()
    expect((await old).body.toString()).toBe('old')
    expect((await get('/a')).body.toString()).toBe('new')
    expect(made).toEqual(['/a', '/a'])
  })

  test('sends a quickly compressed copy first, and the smallest once a page was requested again', async () => {
    const text = await readFile(new URL('../../../../LICENSE', import.meta.url), 'utf8')
    pages.set('/a', page(text))
    const { get } = await start()
    const copies = {
      br: await get('/a', { 'accept-encoding': 'br' }),
      gzip: await get('/a', { 'accept-encoding': 'gzip' }),
    }
    for (const [encoding, quick] of Object.entries(copies)) {
      const headers = { 'accept-encoding': encoding }
      await expect.poll(async () => (await get('/a', headers)).etag).not.toBe(quick.etag)
      const smallest = await get('/a', headers)
      expect(smallest.body.length).toBeLessThanOrEqual(quick.body.length)
      const decompressed = encoding === 'br' ? brotliDecompressSync(smallest.body) : gunzipSync(smallest.body)
      expect(decompressed.toString()).toBe(text)
    }
    expect((await get('/a', { 'accept-encoding': 'br' })).body.length).toBeLessThan(copies.br.body.length)
    expect(made).toEqual(['/a'])
  })

  test('does not restore what was dropped during compression', async () => {
    pages.set('/a', page('old '.repeat(500_000)))
    const { cache, get } = await start()
    const headers = { 'accept-encoding': 'br' }
    await get('/a', headers)
    // The second request starts the compression, which takes longer than its response.
    await get('/a', headers)
    changeVersion(cache)
    pages.set('/a', page('new'))
    const later = await get('/a', headers)
    await expect.poll(async () => (await get('/a', headers)).etag).not.toBe(later.etag)
    expect(brotliDecompressSync((await get('/a', headers)).body).toString()).toBe('new')
  })

  test('renders again after a failure', async () => {
    const { get } = await start()
    expect((await get('/a')).status).toBe(500)
    pages.set('/a', page('a'))
    expect((await get('/a')).body.toString()).toBe('a')
  })
})

describe('the version of what pages show', () => {
  /** Responds with the number of times that the page was rendered. */
  async function startCounting() {
    pages.set('/a', async () => ({ status: 200, text: String(made.length), isCacheable: true }))
    const { cache, get } = await start()
    return { cache, show: async () => (await get('/a')).body.toString() }
  }

  test('is read at most once a second for all requests, and drops the entries when it changes', async () => {
    const clock = stopClock()
    const read = vi.fn(async () => '7')
    readVersion = read
    const { show } = await startCounting()
    expect(await Promise.all([show(), show()])).toEqual(['1', '1'])
    expect(await show()).toBe('1')
    expect(read).toHaveBeenCalledTimes(1)

    clock.mockReturnValue(12_000)
    expect(await show()).toBe('1')
    expect(read).toHaveBeenCalledTimes(2)
    read.mockResolvedValue('8')
    clock.mockReturnValue(14_000)
    expect(await show()).toBe('2')

    read.mockRejectedValue(new Error('database gone'))
    clock.mockReturnValue(16_000)
    expect(await show()).toBe('2')
  })

  test('is read again after a change, also if it was being read at that moment', async () => {
    stopClock()
    const { cache, show } = await startCounting()
    expect(await show()).toBe('1')
    const isReading = Promise.withResolvers<void>()
    const gate = Promise.withResolvers<string>()
    readVersion = () => {
      isReading.resolve()
      return gate.promise
    }
    cache.checkVersion()
    const during = show()
    await isReading.promise
    changeVersion(cache)
    gate.resolve('1')
    expect(await during).toBe('1')
    expect(await show()).toBe('2')
  })

  test('keeps the entries if reading it takes forever', async () => {
    readVersion = () => new Promise(() => {})
    const { show } = await startCounting()
    expect(await show()).toBe('1')
    expect(await show()).toBe('1')
  })

  test('includes the year, which every page shows', async () => {
    const clock = stopClock()
    vi.spyOn(Date.prototype, 'getUTCFullYear').mockReturnValueOnce(2030).mockReturnValue(2031)
    const { show } = await startCounting()
    expect(await show()).toBe('1')
    clock.mockReturnValue(12_000)
    expect(await show()).toBe('2')
  })
})

test('splits a long sitemap into parts, and escapes it', () => {
  expect(maxSitemapPages).toBe(50_000)
  expect(sitemapIndexXml('https://a.example', ['/sitemap-1.xml'])).toContain(
    '<sitemap><loc>https://a.example/sitemap-1.xml</loc></sitemap></sitemapindex>',
  )
  expect(sitemapXml('https://a.example', [{ path: '/a&b' }])).toContain(
    '<loc>https://a.example/a&#38;b</loc>',
  )
})
