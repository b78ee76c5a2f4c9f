import type { IncomingMessage } from 'node:http'
import { dayIn } from '@priormark/core/platform/dates'
import { hasLoginCookie } from '../platform/http/session.ts'
import type { Log } from '../platform/logging/log.ts'
import type { Database } from '../platform/database/database.ts'
import { addViews, type DailyViews } from './post-views.ts'

/** How often counts are written to the database, in milliseconds. A process that crashes loses the counts since the last write. */
const flushIntervalMs = 10_000

/** The parts of a request that decide whether it counts. They are not stored. */
type PageRequest = Pick<IncomingMessage, 'method' | 'headers'>

/** Counts views of posts in memory, so that no response waits for the database, and writes the counts at intervals. */
export type PostViewCounter = ReturnType<typeof startPostViewCounter>

interface CounterDeps {
  database: Database
  /** Returns the shop's time zone, whose days are counted. */
  readTimeZone: () => Promise<string>
  log: Log
}

export function startPostViewCounter({ database, readTimeZone, log }: CounterDeps) {
  /** The views since the last write, by post. */
  let counts = new Map<string, number>()
  /** Earlier views that could not be written, by day and post. */
  let unwrittenViews = new Map<string, DailyViews>()
  let lastFlush = Promise.resolve()

  function add({ postId, day, views }: DailyViews): void {
    const key = `${day} ${postId}`
    unwrittenViews.set(key, { postId, day, views: views + (unwrittenViews.get(key)?.views ?? 0) })
  }

  async function write(): Promise<void> {
    let batch: DailyViews[] = []
    try {
      const day = dayIn(await readTimeZone(), new Date())
      for (const [postId, views] of counts) add({ postId, day, views })
      counts = new Map()
      batch = [...unwrittenViews.values()]
      unwrittenViews = new Map()
      if (batch.length > 0) await addViews(database.fork(), batch)
    } catch (error) {
      batch.forEach(add)
      log.warn({ err: error }, 'could not store the views of posts')
    }
  }

  const flush = () => (lastFlush = lastFlush.then(write))
  const timer = setInterval(() => void flush(), flushIntervalMs).unref()

  return {
    /** Counts that a post's page was sent, unless the request is not from a reader. */
    count(postId: string, request: PageRequest): void {
      if (isFromReader(request)) counts.set(postId, (counts.get(postId) ?? 0) + 1)
    },
    /** Writes the counts to the database. If that fails, the next flush writes them. */
    flush,
    /** Stops, and writes the counts. */
    close(): Promise<void> {
      clearInterval(timer)
      return flush()
    },
  }
}

/** The User-Agent of every browser begins like this. Feed readers, scripts and monitors have other names. */
const browserPattern = /^Mozilla\/5\.0 \(/

/** Matches robots whose User-Agent begins like a browser's. Most give a URL for questions. Cubot is a phone brand. */
const robotPattern = /(?<!cu)bot\b|compatible;|crawl|spider|slurp|preview|headless|lighthouse|https?:/i

/**
 * Whether a person reads the page: not a robot, not a page that the browser fetches in advance, not an administrator who is
 * logged in, and not a person who asked not to be counted, which the privacy page promises.
 */
function isFromReader({ method, headers }: PageRequest): boolean {
  const userAgent = headers['user-agent'] ?? ''
  const purpose = `${String(headers['sec-purpose'])} ${String(headers['purpose'])} ${String(headers['x-moz'])}`
  return (
    method === 'GET' &&
    browserPattern.test(userAgent) &&
    !robotPattern.test(userAgent) &&
    !/prefetch|prerender/.test(purpose) &&
    headers['sec-gpc'] !== '1' &&
    !hasLoginCookie(headers.cookie)
  )
}
