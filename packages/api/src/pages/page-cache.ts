import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { Context } from 'koa'
import {
  chooseEncoding,
  encodeText,
  sendEncoded,
  encodePage,
  redirect,
  sendReply,
  type EncodedPage,
  type PageResponse,
} from './page-response.ts'

export interface PageCacheDeps {
  maxEntries: number
  /** Returns a value that changes whenever the data that pages show changes. */
  readVersion: () => Promise<string>
  /** Called whenever the page of a post is sent, from the cache or not, or confirmed as unchanged. */
  onPostSent: (postId: string, request: IncomingMessage) => void
}

interface Entry {
  pagePromise: Promise<EncodedPage>
  /** Set once the promise is fulfilled. */
  page?: EncodedPage
  isRecompressed?: true
}

/** How long a version counts as current after it was read, and how long a request waits for it, in milliseconds. */
const versionFreshMs = 1_000
const versionTimeoutMs = 1_000

export type PageCache = ReturnType<typeof createPageCache>

/**
 * Caches responses to GET requests, compressed and with their headers.
 *
 * All entries are dropped when the version of the data that pages show changes, and at the turn of the
 * year. Pages are rendered in less than a millisecond, so finer rules would not be worth it. Apart from that, an entry is
 * evicted only to make room, the least recently used one first.
 *
 * The version is read from the database during requests, at most once a second, and after `checkVersion()`. If that fails
 * or takes longer than a second, the entries stay: without the database, a cached page is better than none.
 */
export function createPageCache({ maxEntries, readVersion, onPostSent }: PageCacheDeps) {
  let entries = new Map<string, Entry>()
  let recompression = Promise.resolve()
  const version = watchVersion(readVersion, () => {
    // A new map, so that a page that is being rendered at that moment goes into the old one and is dropped.
    entries = new Map()
  })
  // Keyed by the bytes, so that headers go together with their page.
  const sentHeaders = new WeakMap<Buffer, string[]>()

  function read(address: string, make: () => Promise<PageResponse>): Promise<EncodedPage> {
    const cached = entries.get(address)
    if (cached !== undefined) return reuse(address, cached).pagePromise
    const target = entries
    const entry: Entry = { pagePromise: makePage(make, () => target.delete(address)) }
    target.set(address, entry)
    entry.pagePromise.then(
      (page) => {
        entry.page = page
        evictOldest(target)
      },
      () => target.delete(address),
    )
    return entry.pagePromise
  }

  function evictOldest(target: Map<string, Entry>): void {
    for (const oldest of target.keys()) {
      if (target.size <= maxEntries) return
      target.delete(oldest)
    }
  }

  function reuse(address: string, entry: Entry): Entry {
    // A map keeps the order in which its keys were set: the last one is the most recently used.
    if (entries.size >= maxEntries) {
      entries.delete(address)
      entries.set(address, entry)
    }
    const { page } = entry
    if (page !== undefined && !page.isReply && entry.isRecompressed === undefined) {
      entry.isRecompressed = true
      recompression = recompression.then(async () => {
        if (entries.get(address) !== entry) return
        entry.page = await recompress(page)
        entry.pagePromise = Promise.resolve(entry.page)
      })
    }
    return entry
  }

  return {
    /** Lets the next request read the version again. */
    checkVersion: version.expire,

    /**
     * Sends the response for an address. `make` is called if there is no entry, once for all requests that wait for it.
     * The first response is compressed quickly; the strongest compression follows once an entry is used again.
     */
    async send(ctx: Context, address: string, make: () => Promise<PageResponse>): Promise<void> {
      await version.check()
      const { status, body, location, postId, isReply } = await read(address, make)
      ctx.state.setSecurityHeaders?.()
      if (location !== undefined) return redirect(ctx, location)
      if (isReply) sendReply(ctx, body)
      else {
        ctx.set('Cache-Control', 'no-cache')
        sendEncoded(ctx, status, body)
      }
      if (postId !== undefined) onPostSent(postId, ctx.req)
      if (ctx.method === 'GET' && Buffer.isBuffer(ctx.body))
        sentHeaders.set(ctx.body, flatten(ctx.res.getHeaders()))
    },

    /**
     * Sends again what `send` has sent, with the same headers and without Koa, whose middleware costs more than the
     * page itself. Returns false if there is none, or if the request has conditions: then Koa must handle it.
     */
    resend(request: IncomingMessage, response: ServerResponse): boolean {
      const { method, url, headers } = request
      if (method !== 'GET' || url === undefined || headers['if-none-match'] !== undefined) return false
      const entry = version.isFresh() ? entries.get(url) : undefined
      if (entry?.page === undefined) return false
      reuse(url, entry)
      const { status, body, postId } = entry.page
      const { bytes } = body.variants[chooseEncoding(headers['accept-encoding'] ?? '')]
      const pageHeaders = sentHeaders.get(bytes)
      if (pageHeaders === undefined) return false
      response.writeHead(status, pageHeaders)
      response.end(bytes)
      if (postId !== undefined) onPostSent(postId, request)
      return true
    },
  }
}

/** Calls `onChange` when the version or the year has changed. */
function watchVersion(readVersion: () => Promise<string>, onChange: () => void) {
  let version: string | null = null
  let checkedAt = Number.NEGATIVE_INFINITY
  let currentCheck: Promise<void> | null = null
  const isFresh = () => performance.now() - checkedAt < versionFreshMs

  async function readAndCompare(): Promise<void> {
    try {
      const newestVersion = `${new Date().getUTCFullYear()} ${await readVersion()}`
      // Also at the first success: pages may have been cached while the version could not be read.
      if (version !== newestVersion) onChange()
      version = newestVersion
    } catch {
      // The database is down: the entries stay.
    }
  }

  function startCheck(): Promise<void> {
    const check = readAndCompare().then(() => {
      if (currentCheck !== check) return
      currentCheck = null
      checkedAt = performance.now()
    })
    return check
  }

  return {
    isFresh,
    /** Makes the next check read the version again, since a check in progress may have begun before a change. */
    expire(): void {
      currentCheck = null
      checkedAt = Number.NEGATIVE_INFINITY
    },
    async check(): Promise<void> {
      if (isFresh()) return
      currentCheck ??= startCheck()
      const check = currentCheck
      await Promise.race([check, wait(versionTimeoutMs, undefined, { ref: false })])
      // The check is slow; requests of the next second do not wait for it.
      if (currentCheck === check) checkedAt = performance.now()
    },
  }
}

async function makePage(make: () => Promise<PageResponse>, drop: () => void): Promise<EncodedPage> {
  const response = await make()
  if (!response.isCacheable) drop()
  return encodePage(response)
}

/** Returns a page with the strongest compression, or unchanged if that fails. */
async function recompress(page: EncodedPage): Promise<EncodedPage> {
  const { type, variants } = page.body
  const body = await encodeText(type, variants.identity.bytes).catch(() => page.body)
  return { ...page, body }
}

/** Returns headers in the form that writeHead() handles fastest: name, value, name, value. */
function flatten(headers: OutgoingHttpHeaders): string[] {
  return Object.entries(headers).flatMap(([name, value]) => [name, String(value)])
}
