import { adminShellCache } from '@priormark/core/platform/offline-copies'
import * as v from 'valibot'

/** How long storing waits, in milliseconds, so that the first screens load before. */
const delayMs = 3_000

/** The list of files that scripts/build.ts writes. */
const Shell = v.object({ version: v.string(), files: v.array(v.string()) })

/**
 * Stores the admin's page and files, so that it opens without the server: the service worker then serves the page. They contain no
 * data of the shop. They are stored for people who are logged in, and each build replaces those of the previous one.
 */
export function createAdminShell() {
  /** Aborts the storing of files, which the page does once; null before that and after a logout. */
  let storing: AbortController | null = null
  return {
    store(): void {
      if (!import.meta.env.PROD || !('serviceWorker' in navigator) || storing !== null) return
      const { signal } = (storing = new AbortController())
      // If this fails, the admin cannot be opened offline, and the next start tries again.
      setTimeout(() => void store(signal).catch(() => {}), delayMs)
    },
    /** Call it on logout. */
    delete(): void {
      storing?.abort()
      storing = null
      if ('caches' in globalThis) void deleteShells(null).catch(() => {})
    },
  }
}

async function store(signal: AbortSignal): Promise<void> {
  // Only a service worker serves what is stored. On a first visit over a slow network it starts later than the screens.
  await navigator.serviceWorker.ready
  if (signal.aborted) return
  const get = (path: string) => fetch(path, { signal, credentials: 'omit', priority: 'low' })
  const { version, files } = v.parse(Shell, await (await get('/admin-files.json')).json())
  if (signal.aborted) return
  const name = adminShellCache.name + version
  const cache = await caches.open(name)
  const storedPaths = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname))
  if (storedPaths.has('/admin')) return
  const storeFile = async (file: string) => {
    const response = await get(file)
    if (!response.ok) throw new Error(`${file}: ${response.status}`)
    await cache.put(file, response)
  }
  // One after another: a hundred requests at once hold up a click.
  for (const file of files) if (!storedPaths.has(file)) await storeFile(file)
  // Last, because a page without its files would stay blank. Its script is another one if the server was updated in the meantime.
  const page = await get('/admin')
  const [, script = ''] = /<script type="module"[^>]* src="([^"]+)"/.exec(await page.clone().text()) ?? []
  if (!page.ok || !files.includes(script)) return
  await cache.put('/admin', page)
  await deleteShells(signal.aborted ? null : name)
}

async function deleteShells(keptName: string | null): Promise<void> {
  const names = await caches.keys()
  await Promise.all(
    names
      .filter((name) => name.startsWith(adminShellCache.name) && name !== keptName)
      .map((name) => caches.delete(name)),
  )
}
