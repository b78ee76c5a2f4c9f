import { rm } from 'node:fs/promises'
import { dollarsFromCents } from '@priormark/core/platform/money'
import { openBlogSource, type BlogSource } from '../../src/pages/blog-source.ts'
import { readPriceCents } from '../../src/orders/price/price-service.ts'
import { createPages } from '../../src/pages/pages.ts'
import { startPostViewCounter, type PostViewCounter } from '../../src/blog/post-view-counter.ts'
import { silentLog } from '../../testing/silent-log.ts'
import { fixedSettings } from '../../testing/fixed-settings.ts'
import { shownShop, writeSite } from './pages-fixtures.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { newAdmin, newVisitor, type Visitor } from '../../testing/visitor.ts'

/** A build that prints its input: the view as text, and the price. */
const serverBuild = `
const page = (status, text) => ({ status, head: '', html: text, data: '' })
function renderPage({ path, data, view }) {
  if (view === null) return page(path === '/' ? 200 : 404, 'home at ' + data.price)
  const isPast = view.kind === 'list' && view.page > 1 && view.posts.length === 0
  const status = view.kind === 'list-limited' ? 429 : view.kind === 'list-failed' ? 503 : view.kind === 'post-missing' || isPast ? 404 : 200
  return page(status, path + ' at ' + data.price + ' ' + JSON.stringify(view))
}
const siteServer = {
  renderPage,
  canonicalPath: (path) => path === '/' ? path : null,
  sitemapPaths: ['/'],
  extraStyles: [],
}
export const openSiteServer = async () => siteServer
`

/** The real blog behind real pages, which print as text what they were rendered from. */
export interface BlogPages {
  app: TestApp
  views: PostViewCounter
  admin: Visitor
  reader: Visitor
  /** How often each was read from the database. */
  reads: Record<'list' | 'post', number>
  /** The reported errors. */
  failures: unknown[]
  /** While true, pages cannot read the database. */
  isBroken: boolean
  look(
    address: string,
    headers?: Record<string, string>,
  ): Promise<{ status: number; headers: Headers; text: string }>
  close(): Promise<void>
}

export async function startBlogPages(): Promise<BlogPages> {
  const siteDir = await writeSite({
    'dist/server/entry-server.js': serverBuild,
    'dist/client/index.html': '<!doctype html><!--page-head--><!--page-html--><!--page-data-->',
    'dist/client/admin.html': '<!doctype html><title>Admin</title>',
    'dist/client/admin-login.html': '<!doctype html><title>Admin login</title>',
  })
  const opened = (): BlogSource => {
    if (site.isBroken) throw new Error('database gone')
    return openBlogSource(app.database, (error) => site.failures.push(error))
  }
  const pages = await createPages({
    siteDir,
    publicUrl: shownShop.publicUrl,
    readSettings: fixedSettings(shownShop).current,
    readPaymentsMode: async () => 'stripe',
    readTerms: async () => null,
    onPostSent: (postId, request) => views.count(postId, request),
    showsSamples: true,
    readPrice: async () => dollarsFromCents(await readPriceCents(app.database.fork())),
    dataVersion: async () => String(await readPriceCents(app.database.fork())),
    readOrder: async () => ({ kind: 'missing' }),
    blog: {
      list: async (asked) => {
        site.reads.list += 1
        return opened().list(asked)
      },
      post: async (slug) => {
        site.reads.post += 1
        return opened().post(slug)
      },
      preview: async (token) => opened().preview(token),
      newest: async () => opened().newest(),
      countPublished: async () => opened().countPublished(),
      addresses: async (part) => opened().addresses(part),
      version: async () => opened().version(),
      onFailure: (error) => site.failures.push(error),
    },
  })
  const app = await startTestApp({ pages })
  const admin = await newAdmin(app)
  const views = startPostViewCounter({
    database: app.database,
    readTimeZone: async () => (await admin.api.auth.ping()).timeZone,
    log: silentLog,
  })
  const reader = newVisitor(app)
  const site: BlogPages = {
    app,
    views,
    admin,
    reader,
    reads: { list: 0, post: 0 },
    failures: [],
    isBroken: false,
    async look(address, headers = {}) {
      const response = await reader.fetch(address, { headers })
      return { status: response.status, headers: response.headers, text: await response.text() }
    },
    async close() {
      await views.close()
      await app.close()
      await rm(siteDir, { recursive: true })
    },
  }
  return site
}
