import type { DraftStatus } from '@priormark/core/blog/drafts/draft-service'
import { app, clipboard, shell, type WebContents } from 'electron'
import type { BridgeCalls } from '../shared/bridge.ts'
import { type Account, saveFile } from './staff/account.ts'
import { serve } from './platform/ipc.ts'
import { AddressError } from './staff/server-connect.ts'
import type { SettingsStore } from './platform/settings-store.ts'
import type { ShopSession } from './staff/shop-session.ts'
import { connectPath, type ShopWindows } from './windows/shop-windows.ts'
import type { Shops } from './staff/shops.ts'
import type { TokenVault } from './staff/token-vault.ts'
import { openOutside } from './platform/window-lock.ts'

const loggedOutStatus: DraftStatus = {
  connection: 'unauthenticated',
  waiting: 0,
  conflicts: 0,
  blocked: 0,
  syncedAt: null,
}

/** The drafts' calls that work without a login. */
const loggedOutDrafts: Partial<BridgeCalls['drafts']> = {
  list: async () => [],
  read: async () => null,
  unsaved: async () => [],
  discarded: async () => [],
  sync: async () => loggedOutStatus,
  status: async () => loggedOutStatus,
}

interface HandlerDeps {
  shops: Shops
  windows: ShopWindows
  settings: SettingsStore
  vault: TokenVault
  /** The screens of a page have changed. */
  onScreens: () => void
}

/** Implements every call that pages may make. Each belongs to the shop of the window that makes it. */
export function registerHandlers({ shops, windows, settings, vault, onScreens }: HandlerDeps): void {
  const shopOf = (sender: WebContents): ShopSession | null => shops.get(windows.of(sender)?.shopUrl ?? null)

  serve('app', (sender) => ({
    async state() {
      const shop = shopOf(sender)
      return {
        version: app.getVersion(),
        server: shop?.server ?? null,
        hasLogin: (shop?.token ?? null) !== null,
        servers: settings.get().servers,
        remembersLogin: await vault.isPersistent(),
      }
    },
    async connect(address) {
      try {
        const server = await shops.connect(address)
        const window = windows.of(sender)
        if (window !== null) window.shopUrl = server.url
        return { outcome: 'connected', server }
      } catch (error) {
        if (error instanceof AddressError) return { outcome: 'refused', message: error.message }
        throw error
      }
    },
    async removeServer(url) {
      const showing = windows.showing(url)
      await shops.remove(url)
      for (const window of showing) {
        window.shopUrl = null
        if (!window.owns(sender)) window.open(connectPath)
      }
    },
    async download(path, fileName) {
      const account = shopOf(sender)?.account ?? null
      if (account === null) throw new Error('Log in first')
      return saveFile(account, path, fileName)
    },
    openExternal: async (url) => void (await openOutside(url, shopOf(sender)?.url ?? null)),
    copyText: async (text) => clipboard.writeText(text),
    async setScreens(screens) {
      const window = windows.of(sender)
      if (window === null) return
      window.screens = screens
      onScreens()
    },
    async findInPage(text, { isNew, isForward }) {
      if (text === '') sender.stopFindInPage('clearSelection')
      // Electron's `findNext` begins a new search.
      else sender.findInPage(text, { findNext: isNew, forward: isForward })
    },
  }))

  serve('drafts', (sender) => shopOf(sender)?.account?.drafts ?? null, loggedOutDrafts)

  serve(
    'downloads',
    (sender) => {
      const account = shopOf(sender)?.account ?? null
      return account && downloadCalls(account)
    },
    { list: async () => [] },
  )
}

function downloadCalls({ downloads }: Account): BridgeCalls['downloads'] {
  return {
    list: async () => downloads.list(),
    pause: async (id) => downloads.pause(id),
    resume: async (id) => downloads.resume(id),
    remove: async (id) => downloads.remove(id),
    async reveal(id) {
      const file = downloads.pathOf(id)
      if (file !== null) shell.showItemInFolder(file)
    },
  }
}
