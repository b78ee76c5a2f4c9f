import { readFile } from 'node:fs/promises'
import { brotliDecompressSync } from 'node:zlib'
import { describe, expect, test, vi } from 'vitest'
import { maxSitemapPages, sitemapIndexXml, sitemapXml } from '../../src/pages/crawlers.ts'
import { createFreshness } from '../../src/pages/freshness.ts'
import { createPageCache, type MadePage } from '../../src/pages/page-cache.ts'

const made = (text: string, lasts = true) =>
  vi.fn(async (): Promise<MadePage> => ({ status: 200, text, lasts }))
const textOf = (page: { body: { variants: { identity: { bytes: Buffer } } } } | undefined) =>
  page?.body.variants.identity.bytes.toString()

describe('the cache of pages', () => {
  test('lets go of what nobody has asked for the longest', async () => {
    const cache = createPageCache({ maxPages: 2 })
    await cache.read('/a', made('a'))
    await cache.read('/b', made('b'))
    cache.peek('/a')
    await cache.read('/c', made('c'))
    expect([cache.peek('/a'), cache.peek('/b'), cache.peek('/c')].map(textOf)).toEqual(['a', undefined, 'c'])
  })

  test('does not keep what does not last, nor gives up a kept page for it', async () => {
    const cache = createPageCache({ maxPages: 1 })
    await cache.read('/a', made('a'))
    const search = made('found', false)
    for (let time = 0; time < 3; time += 1) expect(textOf(await cache.read('/s', search))).toBe('found')
    expect(search).toHaveBeenCalledTimes(3)
    expect(textOf(cache.peek('/a'))).toBe('a')
  })

  test('does not show what was being drawn when it was cleared', async () => {
    const cache = createPageCache({ maxPages: 9 })
    const gate = Promise.withResolvers<void>()
    const old = cache.read('/a', async () => {
      await gate.promise
      return { status: 200, text: 'old', lasts: true }
    })
    cache.clear()
    const now = cache.read('/a', made('new'))
    gate.resolve()
    expect(textOf(await old)).toBe('old')
    expect(textOf(await now)).toBe('new')
    expect(textOf(cache.peek('/a'))).toBe('new')
  })

  test('sends a quick copy at first, and the smallest once a page was asked for again', async () => {
    const cache = createPageCache({ maxPages: 9 })
    const text = await readFile(new URL('../../../../LICENSE', import.meta.url), 'utf8')
    const quick = await cache.read('/a', made(text))
    expect(cache.peek('/a')).toBe(quick)
    await expect.poll(() => cache.peek('/a')).not.toBe(quick)
    const smallest = cache.peek('/a')
    expect(await cache.read('/a', made('other'))).toBe(smallest)
    expect(textOf(smallest)).toBe(text)
    for (const encoding of ['br', 'gzip'] as const) {
      const [before, after] = [quick.body.variants[encoding], smallest?.body.variants[encoding]]
      expect(after?.bytes.length).toBeLessThanOrEqual(before.bytes.length)
      expect(after?.etag).not.toBe(before.etag)
    }
    expect(smallest?.body.variants.br.bytes.length).toBeLessThan(quick.body.variants.br.bytes.length)
    expect(brotliDecompressSync(smallest?.body.variants.br.bytes ?? '').toString()).toBe(text)
    expect(smallest?.body.variants.identity).toEqual(quick.body.variants.identity)
  })

  test('does not bring back what was cleared while it was compressed', async () => {
    const cache = createPageCache({ maxPages: 9 })
    await cache.read('/a', made('old'))
    cache.peek('/a')
    cache.clear()
    expect(cache.peek('/a')).toBeUndefined()
    const later = await cache.read('/a', made('new'))
    cache.peek('/a')
    await expect.poll(() => cache.peek('/a')).not.toBe(later)
    expect(textOf(cache.peek('/a'))).toBe('new')
  })

  test('draws again what failed', async () => {
    const cache = createPageCache({ maxPages: 9 })
    await expect(cache.read('/a', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(textOf(await cache.read('/a', made('a')))).toBe('a')
  })
})

describe('freshness', () => {
  test('looks once a moment for all who ask, and tells of a change', async () => {
    const clock = vi.spyOn(performance, 'now').mockReturnValue(10_000)
    const read = vi.fn(async () => 7)
    const onChange = vi.fn()
    const freshness = createFreshness(read, onChange)
    expect(freshness.isFresh()).toBe(false)
    await Promise.all([freshness.check(), freshness.check()])
    await freshness.check()
    expect(read).toHaveBeenCalledTimes(1)
    expect(freshness.isFresh()).toBe(true)

    clock.mockReturnValue(12_000)
    expect(freshness.isFresh()).toBe(false)
    await freshness.check()
    expect(onChange).not.toHaveBeenCalled()
    read.mockResolvedValue(8)
    clock.mockReturnValue(14_000)
    await freshness.check()
    expect(onChange).toHaveBeenCalledTimes(1)

    read.mockRejectedValue(new Error('database gone'))
    clock.mockReturnValue(16_000)
    await freshness.check()
    expect(onChange).toHaveBeenCalledTimes(1)
    clock.mockRestore()
  })

  test('lets what is kept hold while looking takes for ever', async () => {
    const freshness = createFreshness(() => new Promise(() => {}), vi.fn())
    await freshness.check()
    expect(freshness.isFresh()).toBe(true)
  })
})

test('a long sitemap is told in parts, and all of it is escaped', () => {
  expect(maxSitemapPages).toBe(50_000)
  expect(sitemapIndexXml('https://a.example', ['/sitemap-1.xml'])).toContain(
    '<sitemap><loc>https://a.example/sitemap-1.xml</loc></sitemap></sitemapindex>',
  )
  expect(sitemapXml('https://a.example', [{ path: '/a&b' }])).toContain(
    '<loc>https://a.example/a&#38;b</loc>',
  )
})
