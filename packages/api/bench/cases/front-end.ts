import { chromiumPath } from '@priormark/core/testing/chromium'
import { postPath } from '@priormark/core/blog/blog-view'
import { orderPagePath } from '@priormark/core/orders/order-page-view'
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core'
import pg from 'pg'
import { brotliCompressSync } from 'node:zlib'
import { startCopies, type RawResponse } from '../plain-node.ts'
import { bearerOf, type RealServer } from '../real-server.ts'
import type { Figure, Goal, Section } from '../report.ts'
import { median } from '../statistics.ts'

/**
 * Lighthouse's slow 4G: round trips of 150 ms, 1.6 Mbit/s down, 0.75 up. DevTools delays requests, not packets, so Lighthouse
 * gives it 3.75 round trips per request, for the connection and TLS, and 90 % of the throughput, in bytes per second.
 */
const slow4g = {
  offline: false,
  latency: 150 * 3.75,
  downloadThroughput: (1.6 * 1024 * 0.9 * 1024) / 8,
  uploadThroughput: (750 * 0.9 * 1024) / 8,
}
const cpuSlowdown = 4
const phone = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
}
/** Visits of a page with goals; others are visited once. */
const runs = 3
/** A page is at rest after this time without a finished request or a long task, if no request is in progress. */
const restMs = 1_000
/** A page that takes longer has failed. */
const limitMs = 60_000

interface Visit {
  lcpMs: number
  /** Total blocking time, as Lighthouse counts it: what tasks took beyond 50 ms each after the first contentful paint. */
  tbtMs: number
  /** Cumulative layout shift. */
  cls: number
  kilobytes: number
}

interface Target {
  name: string
  url: string
  goals?: Partial<Record<keyof Visit, Goal>>
  token?: string
}

/** A post of Ghost 6.65, measured once by Lighthouse with each of its own themes. */
const ghost: Figure[] = [
  { what: 'a post of Ghost 6.65: largest contentful paint, best theme', value: 2_700, unit: 'ms' },
  { what: 'a post of Ghost 6.65: largest contentful paint, worst theme', value: 8_700, unit: 'ms' },
  { what: 'a post of Ghost 6.65: transferred, best theme', value: 447 * 1.024, unit: 'KB' },
  { what: 'a post of Ghost 6.65: transferred, worst theme', value: 1_457 * 1.024, unit: 'KB' },
].map((figure) => ({ ...figure, note: 'not measured in this run' }))

/** First visits to pages in Chromium, as Lighthouse makes them, but on a network that is slowed down, not simulated. */
export async function measureFrontEnd(
  blog: RealServer,
  shop: RealServer,
  databaseUrl: string,
): Promise<Section> {
  const title = 'Front end: first visit on slow 4G, processor four times slower (Chromium)'
  const browser = await chromium
    .launch({ executablePath: chromiumPath, args: ['--no-sandbox', '--disable-gpu'] })
    .catch(() => null)
  if (browser === null)
    return { title, figures: [], skipped: ['Chromium is not installed (CHROMIUM=path names it)'] }
  const { authorization } = await bearerOf(shop)
  const token = authorization.replace('Bearer ', '')
  const { copies, stop } = await startCopies(await withoutScripts(`${shop.url}/terms`), ['node-page'])
  const [plain] = copies
  try {
    const targets: Target[] = [
      ...(plain === undefined
        ? []
        : [{ name: 'a static page (only the HTML of the terms)', url: plain.url }]),
      {
        name: 'landing page',
        url: `${shop.url}/`,
        goals: { lcpMs: { atMost: 1_200 }, tbtMs: { atMost: 50 } },
      },
      { name: 'a post', url: blog.url + postPath('what-a-fingerprint-of-a-file-is') },
      { name: 'an order page', url: shop.url + orderPagePath(await anyOrderKey(databaseUrl)) },
      {
        name: 'verify',
        url: `${shop.url}/verify`,
        goals: { lcpMs: { atMost: 1_200 }, tbtMs: { atMost: 50 } },
      },
      {
        name: 'admin login',
        url: `${shop.url}/admin/login`,
        goals: { lcpMs: { atMost: 2_000 }, tbtMs: { atMost: 150 }, kilobytes: { atMost: 120 } },
      },
      { name: 'admin dashboard', url: `${shop.url}/admin/dashboard`, token },
    ]
    const figures: Figure[] = []
    for (const target of targets) figures.push(...(await measureTarget(browser, target)))
    figures.push(await rowsAfterClick(browser, shop.url, token))
    return { title, figures: [...figures, ...ghost], skipped: [] }
  } finally {
    await stop()
    await browser.close()
  }
}

async function measureTarget(browser: Browser, target: Target): Promise<Figure[]> {
  const visits: Visit[] = []
  const times = target.goals === undefined ? 1 : runs
  for (let runIndex = 0; runIndex < times; runIndex += 1) visits.push(await visit(browser, target))
  const figure = (what: string, key: keyof Visit, unit: string): Figure => {
    const goal = target.goals?.[key]
    const value = median(visits.map((each) => each[key]))
    return { what: `${target.name}: ${what}`, value, unit, ...(goal === undefined ? {} : { goal }) }
  }
  return [
    figure('largest contentful paint', 'lcpMs', 'ms'),
    figure('total blocking time', 'tbtMs', 'ms'),
    figure('cumulative layout shift', 'cls', ''),
    figure('transferred', 'kilobytes', 'KB'),
  ]
}

async function visit(browser: Browser, { url, token }: Target): Promise<Visit> {
  const context = await newPhone(browser, token)
  try {
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    let bytes = 0
    const inProgress = new Set<string>()
    session.on('Network.requestWillBeSent', ({ requestId, request }) => {
      // Requests for a worker's script end in the worker's own session.
      if (!request.url.includes('worker')) inProgress.add(requestId)
    })
    session.on('Network.loadingFailed', ({ requestId }) => void inProgress.delete(requestId))
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      inProgress.delete(requestId)
      bytes += encodedDataLength
    })
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', slow4g)
    await session.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
    const startedAt = performance.now()
    await page.goto(url)
    let seen = await page.evaluate(readVisit, restMs)
    while (inProgress.size > 0) {
      if (performance.now() - startedAt > limitMs) throw new Error(`${url} is not at rest after a minute`)
      seen = await page.evaluate(readVisit, restMs)
    }
    return { ...seen, kilobytes: bytes / 1000 }
  } finally {
    await context.close()
  }
}

/** Runs in the page: waits until it is at rest, then reads what the browser observed. */
function readVisit(quietMs: number): Promise<{ lcpMs: number; tbtMs: number; cls: number }> {
  return new Promise((resolve) => {
    let [fcpMs, lcpMs, cls] = [0, 0, 0]
    const longTasks: PerformanceEntry[] = []
    const blockingMs = () =>
      longTasks
        .map(({ startTime, duration }) => startTime + duration - Math.max(startTime, fcpMs) - 50)
        .reduce((sum, ms) => sum + Math.max(0, ms), 0)
    let timer: ReturnType<typeof setTimeout> | undefined
    const rest = () => {
      clearTimeout(timer)
      timer = setTimeout(() => resolve({ lcpMs, tbtMs: blockingMs(), cls }), quietMs)
    }
    const observe = (type: string, see: (entry: PerformanceEntry) => void) =>
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) see(entry)
        rest()
      }).observe({ type, buffered: true })
    observe('largest-contentful-paint', ({ startTime }) => (lcpMs = startTime))
    observe('longtask', (task) => longTasks.push(task))
    observe('paint', ({ name, startTime }) => name === 'first-contentful-paint' && (fcpMs = startTime))
    observe('layout-shift', (entry) => {
      if (!('hadRecentInput' in entry) || entry.hadRecentInput === true) return
      cls += 'value' in entry ? Number(entry.value) : 0
    })
    observe('resource', () => {})
    rest()
  })
}

/** How long the orders take to appear after the first click on them, on another screen that is at rest. */
async function rowsAfterClick(browser: Browser, url: string, token: string): Promise<Figure> {
  const times: number[] = []
  for (let runIndex = 0; runIndex < runs; runIndex += 1) {
    // Without a service worker the admin does not store its files for offline use, which happens at any time after its start.
    const context = await browser.newContext({
      viewport: { width: 1440, height: 900 },
      serviceWorkers: 'block',
    })
    await context.addInitScript(
      (adminToken) => localStorage.setItem('priormark.admin-token', adminToken),
      token,
    )
    const page = await context.newPage()
    await page.goto(`${url}/admin/health`)
    await page.getByRole('heading', { level: 1, name: 'Health' }).waitFor()
    await page.waitForLoadState('networkidle')
    const session = await context.newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
    times.push(await timeToRows(page, limitMs))
    await context.close()
  }
  return {
    what: 'admin: from the first click on Orders to 20 rows',
    value: median(times),
    unit: 'ms',
    goal: { atMost: 600 },
    note: 'without the slow network',
  }
}

function timeToRows(page: Page, atMostMs: number): Promise<number> {
  return page.evaluate(
    (limit) =>
      new Promise<number>((resolve, reject) => {
        const startedAt = performance.now()
        const look = () => {
          const tookMs = performance.now() - startedAt
          // A task after the frame: the rows are painted then.
          if (document.querySelectorAll('main a[href^="/admin/orders/"]').length >= 20)
            setTimeout(() => resolve(performance.now() - startedAt))
          else if (tookMs > limit) reject(new Error('no 20 rows'))
          else requestAnimationFrame(look)
        }
        document.querySelector<HTMLElement>('a[href="/admin/dashboard"]')?.click()
        look()
      }),
    atMostMs,
  )
}

/** Returns a page as a static file would be sent. */
async function withoutScripts(url: string): Promise<RawResponse> {
  const html = (await (await fetch(url)).text()).replaceAll(/<script.*?<\/script>|<link [^>]*>/gs, '')
  const headers: [string, string][] = [
    ['Content-Type', 'text/html; charset=utf-8'],
    ['Content-Encoding', 'br'],
  ]
  return { status: 200, headers, body: brotliCompressSync(html) }
}

async function newPhone(browser: Browser, token: string | undefined): Promise<BrowserContext> {
  const context = await browser.newContext({ ...phone, serviceWorkers: 'block' })
  if (token !== undefined)
    await context.addInitScript(
      (adminToken) => localStorage.setItem('priormark.admin-token', adminToken),
      token,
    )
  return context
}

async function anyOrderKey(databaseUrl: string): Promise<string> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 })
  try {
    const { rows } = await pool.query<{ key: string }>(
      "select access_key as key from orders where status = 'completed' order by created_at desc limit 1",
      [],
    )
    const [order] = rows
    if (order === undefined) throw new Error('the database has no completed order')
    return order.key
  } finally {
    await pool.end()
  }
}
