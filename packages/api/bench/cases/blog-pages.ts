import path from 'node:path'
import pg from 'pg'
import { blogListPath, blogPath, postPath } from '@priormark/core/blog/blog-view'
import type { PageView } from '@priormark/core/pages/site-server'
import { openPostgres } from '../../src/operations/database/orm.ts'
import { openBlogSource } from '../../src/pages/blog-source.ts'
import { fillTemplate, openSiteBuild } from '../../src/pages/site-source.ts'
import type { BlogServer } from '../blog-server.ts'
import { compareServers } from '../http-load.ts'
import { asBrowser, readCached, startCopies } from '../plain-node.ts'
import type { Figure, Section } from '../report.ts'
import { costOfRequests } from '../request-times.ts'
import { cpuMsOf, pageData, siteTexts } from './uncached-page.ts'

const siteDir = path.resolve(import.meta.dirname, '../../../site')

/** A demo post with images. */
const post = postPath('what-a-fingerprint-of-a-file-is')

/** A post and the list: from the cache, compared with plain Node; rendered; and requested for the first time. */
export async function measureBlogPages(blog: BlogServer): Promise<Section> {
  const cached = [
    ...(await cachedPage(blog, 'a post', post)),
    ...(await cachedPage(blog, 'the list', blogPath)),
  ]
  return {
    title: 'Blog pages, cached and not',
    figures: [...cached, ...(await renderedPages(blog)), ...(await firstRequests(blog))],
    skipped: [],
  }
}

async function cachedPage({ server }: BlogServer, name: string, page: string): Promise<Figure[]> {
  const response = await readCached(server.url + page)
  const { copies, stop } = await startCopies(response, ['node-page'])
  const [node] = copies
  try {
    if (!node) throw new Error('the baseline is missing')
    const [ours, plain] = await compareServers([
      { name: 'priormark', url: server.url + page, pid: server.pid, headers: asBrowser },
      { name: 'plain node:http', url: `${node.url}/`, pid: node.pid, headers: asBrowser },
    ])
    if (!ours || !plain) throw new Error('a result is missing')
    return [
      {
        what: `${name}, cached: work done per CPU second, of plain node:http`,
        value: plain.cpuMicros / ours.cpuMicros,
        unit: 'x',
        goal: { atLeast: 0.9 },
        note: `${Math.round(ours.requestsPerSecond)} and ${Math.round(plain.requestsPerSecond)} requests per second`,
      },
      {
        what: `${name}, cached: CPU per request`,
        value: ours.cpuMicros,
        unit: 'us',
        goal: { atMost: 30 },
        note: `node:http ${plain.cpuMicros.toFixed(1)} us; ${response.body.length} bytes of Brotli`,
      },
    ]
  } finally {
    await stop()
  }
}

async function renderedPages({ databaseUrl }: BlogServer): Promise<Figure[]> {
  const build = await openSiteBuild(siteDir)
  const [site, template] = [await build.server(), await build.readTemplate('/')]
  const database = await openPostgres(databaseUrl)
  try {
    const source = openBlogSource(database, (error) => {
      throw error
    })
    const shown = await source.post(post.slice(blogPath.length + 1))
    if (shown === null) throw new Error(`there is no ${post}`)
    const list = { search: '', page: 1 }
    const posts = await source.list(list)
    const draw = (page: string, view: PageView) => () =>
      void fillTemplate(template, site.renderPage({ path: page, data: pageData, texts: siteTexts, view }))
    const drawPost = draw(post, { kind: 'post', post: shown, isPreview: false })
    const drawList = draw(blogPath, { kind: 'list', ...list, ...posts })
    const goal = { atMost: 0.3 }
    return [
      { what: 'a post: render', value: cpuMsOf(drawPost, 300), unit: 'ms CPU', goal },
      { what: 'the list: render', value: cpuMsOf(drawList, 300), unit: 'ms CPU', goal },
    ]
  } finally {
    await database.close()
  }
}

/** Pages requested for the first time: read, rendered, compressed quickly, and cached. */
async function firstRequests({ server, databaseUrl }: BlogServer): Promise<Figure[]> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 })
  const measure = async (what: string, addresses: string[]): Promise<Figure> => {
    const { p50Ms, cpuMs } = await costOfRequests({
      addresses: addresses.map((address) => server.url + address),
      headers: asBrowser,
      // The last five are for the warm-up.
      tries: addresses.length - 5,
      pid: server.pid,
      pool,
    })
    return {
      what,
      value: cpuMs,
      unit: 'ms CPU',
      note: `p50 ${p50Ms.toFixed(1)} ms; with reading in PostgreSQL and quick compression`,
    }
  }
  const count = (length: number) => Array.from({ length }, (_, index) => index + 1)
  try {
    return [
      await measure(
        'a post: first request',
        count(205).map((number) => postPath(`seed-${number}`)),
      ),
      await measure(
        'the list: first request of a page',
        count(95).map((number) => blogListPath({ page: number + 1 })),
      ),
    ]
  } finally {
    await pool.end()
  }
}
