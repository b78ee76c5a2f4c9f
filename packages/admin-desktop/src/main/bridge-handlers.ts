import path from 'node:path'
import type { DraftStatus } from '@priormark/core/blog/drafts/draft-service'
import { orderEndpoints } from '@priormark/core/orders/endpoints'
import { maxFileNameBytes, portableName } from '@priormark/core/platform/downloads/portable-name'
import { endpointPath } from '@priormark/core/platform/http/endpoint'
import { app, BrowserWindow, clipboard, dialog, ipcMain, shell, type WebContents } from 'electron'
import * as v from 'valibot'
import { calls, type BridgeCalls } from '../shared/bridge.ts'
import { partEnding } from './platform/downloads/transfer.ts'
import type { SettingsStore } from './platform/settings-store.ts'
import { isAppAddress, openOutside } from './platform/window-restrictions.ts'
import { AddressError } from './staff/server-connect.ts'
import type { Account, ShopSession } from './staff/shop-session.ts'
import type { Shops } from './staff/shops.ts'
import type { TokenVault } from './staff/token-vault.ts'
import { connectPath, type ShopWindows } from './windows/shop-windows.ts'

const loggedOutStatus: DraftStatus = {
  connection: 'unauthenticated',
  waitingCount: 0,
  conflictCount: 0,
  blockedCount: 0,
  syncedAt: null,
}

/** The calls for drafts that work without a login. */
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
  /** A page has changed which screens the menu lists. */
  onScreensChange: () => void
}

/** Implements every call that pages may make. Each belongs to the shop of the window that makes it. */
export function registerHandlers({ shops, windows, settings, vault, onScreensChange }: HandlerDeps): void {
  const shopOf = (sender: WebContents): ShopSession | null =>
    shops.get(windows.windowOf(sender)?.shopUrl ?? null)

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
        const window = windows.windowOf(sender)
        if (window !== null) window.shopUrl = server.url
        return { outcome: 'connected', server }
      } catch (error) {
        if (error instanceof AddressError) return { outcome: 'rejected', message: error.message }
        throw error
      }
    },
    async removeServer(url) {
      const shopWindows = windows.windowsOf(url)
      await shops.remove(url)
      for (const window of shopWindows) {
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
      const window = windows.windowOf(sender)
      if (window === null) return
      window.screens = screens
      onScreensChange()
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

/**
 * Registers every call of a group. Rejects callers that are not the top frame of our own origin, and invalid arguments.
 * @param target returns the object that implements the group for a page at the moment of a call; null while logged out
 * @param loggedOut implements those calls that work without a login; the others are rejected
 */
function serve<Group extends keyof BridgeCalls>(
  group: Group,
  target: (sender: WebContents) => BridgeCalls[Group] | null,
  loggedOut: Partial<BridgeCalls[Group]> = {},
): void {
  const schemas: Record<string, v.GenericSchema<unknown, unknown[]>> = { ...calls[group] }
  for (const [name, schema] of Object.entries(schemas)) {
    const channel = `${group}.${name}`
    ipcMain.handle(channel, (event, ...args: unknown[]) => {
      const { senderFrame: frame } = event
      if (frame === null || frame.parent !== null || !isAppAddress(frame.url))
        throw new Error('Only pages of the app may call this')
      const parsed = v.safeParse(schema, args)
      if (!parsed.success) throw new Error(`Invalid arguments for ${channel}`)
      const implementation: object = target(event.sender) ?? loggedOut
      const call: unknown = Reflect.get(implementation, name)
      if (typeof call !== 'function') throw new Error('Log in first')
      return Reflect.apply(call, implementation, parsed.output)
    })
  }
}

/** Asks where to save a file that the API serves, and starts its download. A customer's file is checked against its order. */
async function saveFile(account: Account, apiPath: string, fileName: string): Promise<boolean> {
  const { origin, pathname, search } = new URL(apiPath, account.serverUrl)
  if (origin !== account.serverUrl || !pathname.startsWith('/api/')) {
    throw new Error('Only files from the server can be saved')
  }
  const expectedSha256 = await orderFileSha256(account, pathname)
  const defaultPath = path.join(app.getPath('downloads'), safeFileName(fileName))
  const window = BrowserWindow.getFocusedWindow() ?? BrowserWindow.getAllWindows()[0]
  const { canceled, filePath } = await (window === undefined
    ? dialog.showSaveDialog({ defaultPath })
    : dialog.showSaveDialog(window, { defaultPath }))
  if (canceled || filePath === '') return false
  account.downloads.start({
    url: account.serverUrl + pathname + search,
    fileName: path.basename(filePath),
    filePath,
    expectedSha256,
  })
  return true
}

/** Returns a name for a file on this machine, without a path. It leaves room for the `.part` of an unfinished download. */
function safeFileName(fileName: string): string {
  const last = fileName.split(/[/\\]/).at(-1) ?? ''
  return portableName(last, { fallback: 'download', maxBytes: maxFileNameBytes - partEnding.length })
}

/** Returns the fingerprint in the order; null for a file that does not belong to an order. */
async function orderFileSha256({ api }: Account, pathname: string): Promise<string | null> {
  const id = /^\/api\/admin\/orders\/([0-9a-f-]{36})\/file$/.exec(pathname)?.[1]
  if (id === undefined || pathname !== endpointPath(orderEndpoints.file, { params: { id } })) return null
  return (await api.orders.read({ params: { id } })).fileSha256
}
