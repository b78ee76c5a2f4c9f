import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { authEndpoints, type Session } from '@priormark/core/staff/auth/endpoints'
import { newestOrdersPath } from '@priormark/core/orders/offline-orders'
import type { Role } from '@priormark/core/platform/roles'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openSettings, type SettingsStore } from '../../src/main/platform/settings-store.ts'
import { accountFolder, type ShopSession } from '../../src/main/staff/shop-session.ts'
import { Shops } from '../../src/main/staff/shops.ts'
import type { TokenVault } from '../../src/main/staff/token-vault.ts'

/** Who the servers say the person is; null if no server is reachable. */
const server = vi.hoisted((): { person: Session | null } => ({ person: null }))
vi.mock('electron', () => ({
  net: {
    fetch: async () =>
      server.person === null ? Promise.reject(new TypeError('no network')) : Response.json(server.person),
    request: () => {},
  },
  safeStorage: {},
}))

const [ours, others, loggedOut] = ['https://ours.example', 'https://others.example', 'https://out.example']

let root: string
let settings: SettingsStore
let shops: Shops
let opened: string[]
beforeEach(() => {
  server.person = null
  root = mkdtempSync(path.join(tmpdir(), 'priormark-shops-'))
  settings = openSettings(root)
  settings.change({
    servers: [
      { url: ours, name: 'Ours', username: 'ann' },
      { url: others, name: 'Others', username: 'ann' },
      { url: loggedOut, name: 'Logged out', username: null },
    ],
    windows: [{ slot: 0, shop: ours, position: null }],
  })
  const vault: TokenVault = {
    isPersistent: async () => true,
    read: async (folder) => `credential in ${path.basename(folder)}`,
    store: async () => {},
    delete: () => {},
  }
  opened = []
  shops = new Shops({
    root,
    settings,
    vault,
    onOpen: ({ url }) => void opened.push(url),
    onDraftStatus: () => {},
    onDownloads: () => {},
  })
})
afterEach(async () => {
  await shops.close()
  rmSync(root, { recursive: true, force: true })
})

const person = (role: Role) => ({ username: 'ann', role, timeZone: 'UTC', needsSecondFactor: false })
const credentialOf = (url: string) => `credential in ${path.basename(accountFolder(root, url, 'ann'))}`

test('uses the credential of each shop for that shop only', async () => {
  await shops.resumeAll()
  expect(opened.toSorted()).toEqual([others, ours].toSorted())
  expect(shops.get(ours)?.token).toBe(credentialOf(ours))
  expect(shops.get(others)?.token).toBe(credentialOf(others))
  expect(shops.get(loggedOut)?.token).toBeNull()
  expect(shops.get('https://unknown.example')).toBeNull()
})

test('shares one session, and so one store of drafts, between all windows of a shop', async () => {
  await shops.resumeAll()
  expect(shops.get(ours)).toBe(shops.get(ours))
  expect(shops.get(ours)?.account?.drafts).not.toBe(shops.get(others)?.account?.drafts)
})

test('deletes the cached responses from the disk at a logout and at the removal of a shop', async () => {
  await shops.resumeAll()
  const cacheFiles = [ours, others].map((url) =>
    path.join(accountFolder(root, url, 'ann'), 'responses.sqlite'),
  )
  expect(cacheFiles.map((file) => existsSync(file))).toEqual([true, true])
  await shops.get(ours)?.logout()
  await shops.remove(others)
  expect(cacheFiles.map((file) => existsSync(file))).toEqual([false, false])
  expect(shops.get(ours)?.server).toMatchObject({ username: null })
  expect(shops.get(others)).toBeNull()
})

test.each([
  ['the server rejects the credential', (shop: ShopSession) => shop.invalidate(credentialOf(ours))],
  ['a call was forbidden and the role cannot be asked for', (shop: ShopSession) => shop.checkRole()],
  [
    'a call was forbidden because the role has changed',
    async (shop: ShopSession) => {
      server.person = person('blog')
      await shop.checkRole()
    },
  ],
  ['the role no longer has orders', (shop: ShopSession) => shop.updateSession(person('blog'))],
])(
  'deletes the cached orders once %s',
  async (_case, reject: (shop: ShopSession) => void | Promise<void>) => {
    await shops.resumeAll()
    const shop = shops.get(ours)
    const cache = shop?.account?.responseCache
    cache?.beginRequest()(newestOrdersPath, { at: '2026-11-23T10:00:00Z', headers: {}, body: '[]' })
    shop?.updateSession(person('orders'))
    expect(cache?.read(newestOrdersPath)).toMatchObject({ body: '[]' })
    if (shop != null) await reject(shop)
    expect(cache?.read(newestOrdersPath)).toBeNull()
  },
)

test('deletes the cached posts once the role is another one than in the last run', async () => {
  await shops.resumeAll()
  const shop = shops.get(ours)
  const cache = shop?.account?.responseCache
  const keep = (path: string, body: string) =>
    cache?.beginRequest()(path, { at: '2026-11-23T10:00:00Z', headers: {}, body })
  keep(authEndpoints.ping.path, JSON.stringify(person('owner')))
  keep('/api/admin/blog/posts', '[]')
  shop?.updateSession(person('owner'))
  expect(cache?.read('/api/admin/blog/posts')).not.toBeNull()
  await shops.close()
  await shops.resumeAll()
  shops.get(ours)?.updateSession(person('orders'))
  expect(shops.get(ours)?.account?.responseCache.read('/api/admin/blog/posts')).toBeNull()
})

test('keeps the cached responses after a forbidden call of someone whose role is the same', async () => {
  await shops.resumeAll()
  const shop = shops.get(ours)
  const cache = shop?.account?.responseCache
  shop?.updateSession(person('blog'))
  cache?.beginRequest()('/api/admin/blog/posts', { at: '2026-11-23T10:00:00Z', headers: {}, body: '[]' })
  server.person = person('blog')
  await shop?.checkRole()
  expect(cache?.read('/api/admin/blog/posts')).toMatchObject({ body: '[]' })
})
