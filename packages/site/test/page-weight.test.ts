import { readdir, readFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import type { PageView, SiteServer } from '@priormark/core/pages/site-server'
import { describe, expect, test } from 'vitest'
import { shownPost } from './public/blog/blog-fixtures.ts'
import { orderKey, testAnchor, testOrder } from './public/orders/order-fixtures.ts'
import { pageData, siteTexts } from './page-data-fixture.ts'

const dist = new URL('../dist/', import.meta.url)
const { openSiteServer }: { openSiteServer: () => Promise<SiteServer> } = await import(
  new URL('server/entry-server.js', dist).href
)
const site = await openSiteServer()
const template = await readFile(new URL('client/index.html', dist), 'utf8')

const post: PageView = { kind: 'post', post: shownPost, isPreview: false }
const list: PageView = { kind: 'list', posts: [shownPost], page: 1, total: 1, search: '' }
const order: PageView = { kind: 'order', key: orderKey, order: testOrder({ anchors: [testAnchor()] }) }

function render(path: string, view: PageView | null): string {
  const page = site.renderPage({ path, data: pageData, texts: siteTexts, view })
  return template.replace(/<!--page-(head|html|data)-->/g, (_, part: 'head' | 'html' | 'data') => page[part])
}

const inlineStyle = (html: string) => /<style>(.*?)<\/style>/s.exec(html)?.[1] ?? ''
const classesIn = (css: string) => new Set([...css.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name]) => name))

describe('the HTML of a page', () => {
  test.each([
    ['the landing page', 13_000, '/', null],
    ['a post', 9_750, `/blog/${shownPost.slug}`, post],
    ['an order page', 9_250, `/order/${orderKey}`, order],
  ])('%s takes at most %d bytes after gzip', (_name, most, path, view) => {
    expect(gzipSync(render(path, view), { level: 9 }).length).toBeLessThanOrEqual(most)
  })

  test.each([
    ['/', null],
    ['/verify', null],
    ['/terms', null],
    ['/privacy', null],
    ['/blog', list],
    [`/blog/${shownPost.slug}`, post],
    ['/blog/missing', { kind: 'post-missing' } satisfies PageView],
    ['/blog/test/post', { kind: 'sample-post' } satisfies PageView],
    [`/order/${orderKey}`, order],
    [`/order/${orderKey}`, { kind: 'missing' } satisfies PageView],
    [`/order/${orderKey}`, { kind: 'failed' } satisfies PageView],
  ])('%s inlines the rules of all classes that it shows', async (path, view) => {
    const assets = await readdir(new URL('client/assets/', dist))
    const sheet = assets.find((name) => /^style-.*\.css$/.test(name)) ?? ''
    const all = classesIn(await readFile(new URL(`client/assets/${sheet}`, dist), 'utf8'))
    const html = render(path, view)
    const inlined = classesIn(inlineStyle(html))
    const shown = [...html.matchAll(/class="([^"]*)"/g)].flatMap(([, names = '']) => names.split(' '))
    expect(shown.filter((name) => all.has(name) && !inlined.has(name))).toEqual([])
    expect(shown.some((name) => inlined.has(name))).toBe(true)
  })
})
