import { orderPageDays } from './retention.ts'

/**
 * All copies of the server's responses that the admin on the web, the desktop app and the service worker make, to be shown without
 * the server: what, where, for how long, and what deletes them before that.
 */

const dayMs = 24 * 3_600_000

export interface OfflineRead {
  what: 'login' | 'orders' | 'customers' | 'shop' | 'post' | 'drafts' | 'other'
  /** The paths of the reads, without their query. */
  path: RegExp
  /** Absent: not stored. 'tab': deleted with the tab. 'browser': also available in new tabs. */
  web?: 'tab' | 'browser'
  /** Whether the desktop app stores them, in one file per person. It keeps the newest 1,000. */
  isOnDesktop?: true
  /** After this, the web ignores a copy in a reloaded or restored tab. Absent: no limit. */
  maxAgeMs?: number
}

/** The reads of the admin. The first row that matches a path applies. The desktop app stores no short-lived secrets. */
const offlineReads: readonly OfflineRead[] = [
  { what: 'login', path: /^\/api\/admin\/direct\/ping$/, web: 'browser', isOnDesktop: true },
  {
    what: 'orders',
    path: /^\/api\/admin\/(?:direct\/orders|orders\/[0-9a-f-]{36}(?:\/timeline|\/payment|\/customer-view|\/anchors)?|overview)$/,
    web: 'tab',
    isOnDesktop: true,
    maxAgeMs: dayMs,
  },
  {
    what: 'customers',
    path: /^\/api\/admin\/(?:direct\/orders|orders\/|overview|audit)/,
    web: 'tab',
    maxAgeMs: dayMs,
  },
  {
    what: 'shop',
    path: /^\/api\/(?:admin\/(?:order-counts|opening|blog\/views|blog\/posts\/[0-9a-f-]{36}\/views)|service-price)$/,
    web: 'tab',
    isOnDesktop: true,
    maxAgeMs: dayMs,
  },
  { what: 'post', path: /^\/api\/admin\/blog\/posts\/[0-9a-f-]{36}$/, isOnDesktop: true },
  {
    // Not stored: the local drafts already contain them.
    what: 'drafts',
    path: /^\/api\/admin\/blog\/(?:posts|changes)/,
  },
  { what: 'other', path: /^\/api\/(?:admin\/|auth\/check)/, web: 'tab', maxAgeMs: dayMs },
]

/** Returns the row for a path, which may have a query; undefined if none matches. */
export function offlineReadOf(path: string): OfflineRead | undefined {
  const [pathname = ''] = path.split('?')
  return offlineReads.find((row) => row.path.test(pathname))
}

interface OfflineCache {
  /** The name of the cache, or what its name begins with, before the build's version. */
  name: string
  /** Later additions delete the oldest; absent: no limit. */
  maxEntries?: number
  /** Absent: no limit. */
  maxAgeMs?: number
  /** 'build': the next one has a cache of its own. 'gone': the server no longer has the page. */
  deletedBy: readonly ('build' | 'gone' | 'logout')[]
}

// The caches of the browser, which the service worker reads (site/src/sw.ts). Separate constants, so that the admin loads only
// those that it uses.

/** The files that every public page needs. */
export const siteCache = { name: 'priormark-', deletedBy: ['build'] } as const satisfies OfflineCache

/** Pages of the blog that were visited. They name the files of their build. */
export const blogCache = {
  name: 'priormark-blog-',
  maxEntries: 40,
  deletedBy: ['build', 'gone'],
} as const satisfies OfflineCache

/** Pages of orders that were visited, for their customers. */
export const orderPageCache = {
  name: 'priormark-order-pages',
  maxEntries: 20,
  maxAgeMs: orderPageDays * dayMs,
  deletedBy: ['gone'],
} as const satisfies OfflineCache

/**
 * Images of drafts that are not on the server yet (site/src/app/user-drafts.ts). The next login of
 * the same person recreates the cache from the images of unsent drafts.
 */
export const draftImageCache = {
  name: 'priormark-draft-images',
  deletedBy: ['logout'],
} as const satisfies OfflineCache

/** The page and the files of the admin, for people who are logged in (site/src/app/admin-shell.ts). */
export const adminShellCache = {
  name: 'priormark-admin-',
  deletedBy: ['build', 'logout'],
} as const satisfies OfflineCache
