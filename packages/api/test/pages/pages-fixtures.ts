import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startLocalServer } from '@priormark/core/testing/local-server'
import Koa from 'koa'
import type { BlogSource } from '../../src/pages/blog-source.ts'
import { fixedSettings } from '../../testing/fixed-settings.ts'
import { createPages, type Pages, type PagesDeps } from '../../src/pages/pages.ts'

export const shownShop = {
  name: 'Priormark',
  supportEmail: 'support@example.org',
  tradingName: 'A',
  tradingAddress: 'B',
  replyHours: 48,
  publicUrl: 'https://priormark.example',
}

/** Writes the files of a built site into a temporary folder and returns its path. */
export async function writeSite(files: Record<string, string>): Promise<string> {
  const siteDir = await mkdtemp(path.join(tmpdir(), 'pages-test-'))
  for (const [name, text] of Object.entries({ 'package.json': '{"type":"module"}', ...files })) {
    const file = path.join(siteDir, name)
    await mkdir(path.dirname(file), { recursive: true })
    await writeFile(file, text)
  }
  return siteDir
}

/** The smallest build with the interface of the site's. */
const serverBuild = `
const paths = ['/', '/terms']
const canonicalPath = (path) => {
  const trimmed = path === '/' ? path : path.replace(/\\/+$/, '')
  return paths.includes(trimmed) ? trimmed : null
}
function renderPage({ path, data }) {
  return {
    status: paths.includes(path) ? 200 : 404,
    head: '<title>' + path + '</title>',
    html: '<p>$& price ' + data.price + ' of ' + data.shop.name + ' ' + 'x'.repeat(2000) + '</p>',
    data: '<script type="application/json">{}</script>',
  }
}
const siteServer = {
  renderPage,
  canonicalPath,
  sitemapPaths: paths,
  extraStyles: ['i{color:red}'],
}
export const openSiteServer = async () => siteServer
`
const template =
  '<!doctype html><head><!--page-head--><style>p{color:red}</style></head><body><div id="root"><!--page-html--></div><!--page-data--></body>'

/** The files of a small site. */
export const smallSite: Record<string, string> = {
  'dist/server/entry-server.js': serverBuild,
  'dist/client/index.html': template,
  'dist/client/admin.html': '<!doctype html><title>Admin</title>',
  'dist/client/admin-login.html': '<!doctype html><title>Admin login</title>',
  'dist/client/offline.html': '<!doctype html><title>Offline</title>',
  'dist/client/sw.js': 'self.addEventListener("fetch", () => {})',
  'dist/client/assets/app-abc123.js': `console.log(${'1'.repeat(3000)})`,
  'dist/client/assets/face-abc123.woff2': 'font',
  'dist/client/.vite/manifest.json': '{}',
}

/** A blog without posts; pages-blog-fixtures.ts has the real one. */
const emptyBlog: BlogSource = {
  list: async () => ({ posts: [], total: 0 }),
  post: async () => null,
  preview: async () => null,
  newest: async () => [],
  countPublished: async () => 0,
  addresses: async () => [],
  version: async () => '',
  onFailure(error) {
    throw error
  },
}

/** A response as sent over the network. */
export interface RawResponse {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: Buffer
}

/** Returns a header, or '' if it is missing. */
export const header = (reply: RawResponse, name: string): string => String(reply.headers[name] ?? '')

/** The served pages of a site, with an API behind them that only responds 'the api'. */
export interface ServedPages {
  pages: Pages
  /** Sends a request without decompressing the response. */
  request(pathname: string, headers?: Record<string, string>, method?: string): Promise<RawResponse>
  close(): Promise<void>
}

/** The options of a site without data. @param readPrice in dollars */
export function emptySite(
  siteDir: string,
  readPrice: () => Promise<number>,
  dataVersion = async () => '',
): PagesDeps {
  return {
    siteDir,
    publicUrl: shownShop.publicUrl,
    readSettings: fixedSettings(shownShop).current,
    readPaymentsMode: async () => 'stripe',
    readTerms: async () => null,
    onPostSent: () => {},
    showsSamples: true,
    readPrice,
    dataVersion,
    blog: emptyBlog,
    readOrder: async () => ({ kind: 'missing' }),
  }
}

/** @param readPrice in dollars */
export async function servePages(
  siteDir: string,
  readPrice: () => Promise<number>,
  dataVersion?: () => Promise<string>,
): Promise<ServedPages> {
  const pages = await createPages(emptySite(siteDir, readPrice, dataVersion))
  const app = new Koa()
  app.silent = true
  app.use(pages.middleware)
  app.use((ctx) => {
    ctx.body = 'the api'
  })
  const callback = app.callback()
  const { url, close } = await startLocalServer((asked, response) => void callback(asked, response))

  return {
    pages,
    request: (pathname, headers = {}, method = 'GET') =>
      new Promise((resolve, reject) => {
        const asking = request(url + pathname, { method, headers, agent: false }, (response) => {
          const chunks: Buffer[] = []
          response.on('data', (chunk: Buffer) => chunks.push(chunk))
          response.on('end', () =>
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              body: Buffer.concat(chunks),
            }),
          )
        })
        asking.on('error', reject)
        asking.end()
      }),
    close,
  }
}
