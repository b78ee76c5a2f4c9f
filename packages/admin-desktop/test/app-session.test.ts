import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { accountFolder } from '../src/main/account.ts'
import { AppSession } from '../src/main/app-session.ts'
import { openSettings, type SettingsStore } from '../src/main/settings-store.ts'
import type { TokenVault } from '../src/main/token-vault.ts'

/** No server is reachable. */
vi.mock('electron', () => ({
  net: { fetch: async () => Promise.reject(new TypeError('no network')), request: () => {} },
  safeStorage: {},
}))

const [ours, others] = ['https://ours.example', 'https://others.example']

let root: string
let settings: SettingsStore
let session: AppSession
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'priormark-session-'))
  settings = openSettings(root)
  settings.change({
    servers: [
      { url: ours, name: 'Ours', username: 'ann' },
      { url: others, name: 'Others', username: null },
    ],
    current: ours,
  })
  const vault: TokenVault = {
    isPersistent: async () => true,
    read: async () => 'credential of ours',
    keep: async () => {},
    delete: () => {},
  }
  session = new AppSession({ root, settings, vault, onDraftStatus: () => {}, onDownloads: () => {} })
})
afterEach(async () => {
  await session.close()
  rmSync(root, { recursive: true, force: true })
})

test('uses the credential of the connected server', async () => {
  await session.resume()
  expect(session.token).toBe('credential of ours')
})

test('never uses the credential for another server, even during a switch', async () => {
  await session.resume()
  settings.change({ current: others })
  expect(session.token).toBeNull()
})

test('deletes the cached responses from the disk at a logout', async () => {
  await session.resume()
  const cacheFile = path.join(accountFolder(root, ours, 'ann'), 'seen.sqlite')
  expect(existsSync(cacheFile)).toBe(true)
  await session.logout()
  expect(existsSync(cacheFile)).toBe(false)
})
