import {
  adminShellCache,
  blogCache,
  draftImageCache,
  orderPageCache,
  siteCache,
} from '@priormark/core/platform/offline-copies'

declare const self: ServiceWorkerGlobalScope

/** Set by scripts/build.ts: what is cached at installation, and a version that changes with the built pages. */
declare const SHELL_FILES: readonly string[]
declare const SHELL_VERSION: string

const cacheName = siteCache.name + SHELL_VERSION
const blogCacheName = blogCache.name + SHELL_VERSION
const offlinePage = '/offline.html'

self.addEventListener('install', (event) => {
  event.waitUntil(install())
})

self.addEventListener('activate', (event) => {
  event.waitUntil(activate())
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (request.mode === 'navigate' && pathname === '/checkout')
    event.respondWith(networkFirst(request, pathname))
  if (request.mode === 'navigate' && isAdminPage(pathname)) event.respondWith(readAdminPage(request))
  if (isNeverCached(pathname)) return
  if (request.mode === 'navigate' && isBlogPage(request.url)) {
    const networkPage = readBlogPage(request)
    event.waitUntil(networkPage.catch(() => {}))
    event.respondWith(cacheFirst(networkPage, request, pathname))
  } else if (request.mode === 'navigate' && isOrderPage(pathname)) event.respondWith(readOrderPage(request))
  else if (request.mode === 'navigate') event.respondWith(networkFirst(request, pathname))
  else if (pathname.startsWith('/assets/')) event.respondWith(cacheFirstAsset(event))
  else if (pathname.startsWith('/_media/')) event.respondWith(readDraftImage(pathname))
})

function isAdminPage(pathname: string): boolean {
  return /^\/admin(\/|$)/.test(pathname)
}

/** Every screen of the admin is the same page. A copy keeps its headers, and so the nonce of its Content-Security-Policy. */
async function readAdminPage(request: Request): Promise<Response> {
  const response = await networkFirst(request, '/admin')
  const isFromProxy = response.status >= 502 && response.status <= 504
  return (isFromProxy ? await caches.match('/admin') : undefined) ?? response
}

/**
 * Whether the worker never stores a response from this path. Offline, the admin opens from the copy that its pages stored, and
 * the checkout is the offline page.
 */
function isNeverCached(pathname: string): boolean {
  return /^\/(api|admin|checkout|__stripe)(\/|$)/.test(pathname)
}

/** Whether a page is the list or a post. Searches differ each time, and previews are secret. */
function isBlogPage(url: string): boolean {
  const { pathname, searchParams } = new URL(url)
  return /^\/blog(?:\/[^/.]+)?$/.test(pathname) && !searchParams.has('search')
}

/** Fetches a page and caches it for the next visit. A page that no longer exists is removed from the cache. */
async function readBlogPage(request: Request): Promise<Response> {
  const response = await fetch(request)
  const cache = await caches.open(blogCacheName)
  if (response.ok && !response.redirected) {
    await cache.put(request, response.clone())
    await removeOldest(cache, blogCache.maxEntries)
  } else if (response.status < 500) {
    await cache.delete(request)
  }
  return response
}

/** Returns the cached page at once, or the page from the network, or the offline page. */
async function cacheFirst(
  networkPage: Promise<Response>,
  request: Request,
  pathname: string,
): Promise<Response> {
  const cached = await (await caches.open(blogCacheName)).match(request)
  if (cached !== undefined && request.cache !== 'reload' && request.cache !== 'no-cache') return cached
  try {
    return await networkPage
  } catch (failure) {
    const fallback = cached ?? (await caches.match(pathname)) ?? (await caches.match(offlinePage))
    if (fallback === undefined) throw failure
    return fallback
  }
}

/** The page of an order, whose address is a secret that its customer has. */
function isOrderPage(pathname: string): boolean {
  return /^\/order\/[^/]+$/.test(pathname)
}

/**
 * Returns an order's page from the network and keeps a copy for reading it offline. The copy is deleted when the server no longer
 * has the order, as after an erasure, and when it is too old.
 */
async function readOrderPage(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url)
  try {
    const response = await fetch(request)
    await cacheOrderPage(pathname, response)
    return response
  } catch {
    await removeOldOrderPages()
    const copy = await (await caches.open(orderPageCache.name)).match(pathname)
    return copy ?? networkFirst(request, pathname)
  }
}

async function cacheOrderPage(pathname: string, response: Response): Promise<void> {
  const cache = await caches.open(orderPageCache.name)
  if (response.ok && !response.redirected) {
    await cache.put(pathname, response.clone())
    await removeOldest(cache, orderPageCache.maxEntries)
  } else if (response.status === 404 || response.status === 410) {
    await cache.delete(pathname)
  }
}

/** Caches the order pages that were open when the worker was installed, because they were loaded without it. */
async function cacheOpenOrderPages(): Promise<void> {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const paths = new Set(windows.map(({ url }) => new URL(url).pathname).filter(isOrderPage))
  await Promise.all([...paths].map(async (path) => cacheOrderPage(path, await fetch(path)))).catch(() => {})
}

async function removeOldOrderPages(): Promise<void> {
  const cache = await caches.open(orderPageCache.name)
  for (const request of await cache.keys()) {
    const date = (await cache.match(request))?.headers.get('date')
    const ageMs = Date.now() - Date.parse(date ?? '')
    if (!(ageMs < orderPageCache.maxAgeMs)) await cache.delete(request)
  }
}

async function removeOldest(cache: Cache, maxEntries: number): Promise<void> {
  const requests = await cache.keys()
  await Promise.all(
    requests.slice(0, Math.max(0, requests.length - maxEntries)).map((request) => cache.delete(request)),
  )
}

async function readDraftImage(pathname: string): Promise<Response> {
  const cache = await caches.open(draftImageCache.name)
  return (await cache.match(pathname)) ?? new Response(null, { status: 404 })
}

async function install(): Promise<void> {
  const cache = await caches.open(cacheName)
  await cache.addAll(SHELL_FILES)
  await self.skipWaiting()
}

async function activate(): Promise<void> {
  const names = await caches.keys()
  const currentNames = [cacheName, blogCacheName, draftImageCache.name, orderPageCache.name]
  await Promise.all(
    names
      .filter((name) => !currentNames.includes(name) && !name.startsWith(adminShellCache.name))
      .map((name) => caches.delete(name)),
  )
  await removeOldOrderPages()
  await self.clients.claim()
  await cacheOpenOrderPages()
}

async function networkFirst(request: Request, pathname: string): Promise<Response> {
  try {
    return await fetch(request)
  } catch (failure) {
    const cached = (await caches.match(pathname)) ?? (await caches.match(offlinePage))
    if (cached === undefined) throw failure
    return cached
  }
}

/**
 * Names of files under /assets contain a hash of their content, so a cached copy is never out of date. The admin stores its files
 * itself, once.
 */
async function cacheFirstAsset({ request, clientId }: FetchEvent): Promise<Response> {
  const cached = await caches.match(request)
  if (cached !== undefined) return cached
  const response = await fetch(request)
  const page = await self.clients.get(clientId)
  const isAdmin = page !== undefined && isAdminPage(new URL(page.url).pathname)
  if (response.ok && !isAdmin) await (await caches.open(cacheName)).put(request, response.clone())
  return response
}
