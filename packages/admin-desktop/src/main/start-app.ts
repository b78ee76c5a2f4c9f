import path from 'node:path'
import type { DownloadView } from '@priormark/core/platform/downloads/download-manager'
import { app, dialog, net, type Session } from 'electron'
import type { MenuScreen } from '../shared/bridge.ts'
import { createForwarder } from './api-forward.ts'
import { AddressError } from './staff/server-connect.ts'
import { setMenu } from './windows/app-menu.ts'
import { createAppScheme } from './platform/app-scheme.ts'
import { registerHandlers } from './bridge-handlers.ts'
import type { DeepLink } from './deep-link.ts'
import { loginItem } from './operations/login-item.ts'
import { startOrderNotifications, notify } from './orders/order-notifications.ts'
import { openSettings } from './platform/settings-store.ts'
import type { ShopWindow } from './windows/shop-window.ts'
import { ShopWindows } from './windows/shop-windows.ts'
import { Shops } from './staff/shops.ts'
import { tokenVault } from './staff/token-vault.ts'
import { createTray } from './windows/tray.ts'
import { startUpdates } from './operations/updates.ts'
import { restrictSession, restrictWindows } from './platform/window-restrictions.ts'

/** How often the network is checked, in milliseconds, to sync as soon as it is back. */
const networkCheckMs = 5_000

export type DesktopApp = Awaited<ReturnType<typeof startApp>>

/** Starts the app's parts, once Electron is ready. */
export async function startApp() {
  const root = app.getPath('userData')
  const settings = openSettings(root)
  const windows = new ShopWindows({
    settings,
    shops: () => shops,
    prepareSession: (session, window) => prepareSession(session, window),
    onHidden: () => explainTray(),
    onFocus: () => {
      if (windows.frontWindow.screens !== menuScreens) showMenu()
    },
  })
  const shops = new Shops({
    root,
    settings,
    vault: tokenVault,
    onOpen: (shop) => void orderNotifications.check(shop),
    onDraftStatus: (url, status) => windows.send(url, 'draftStatus', status),
    onDownloads(url, downloads) {
      windows.send(url, 'downloads', downloads)
      const progress = progressOf(downloads)
      for (const shopWindow of windows.windowsOf(url)) {
        shopWindow.withWindow((window) => window.setProgressBar(progress ?? -1))
      }
    },
  })
  const showInTray = createTray(() => windows.show())
  const orderNotifications = startOrderNotifications({ shops, windows, showInTray })
  const updates = startUpdates({ onReady: () => showMenu(), beginQuit: () => windows.beginQuit() })

  function prepareSession(session: Session, window: ShopWindow): void {
    restrictSession(session)
    const shopOfWindow = () => shops.get(window.shopUrl)
    const pages = createAppScheme({
      root: path.join(import.meta.dirname, '../renderer'),
      forward: createForwarder({ fetch: (url, init) => net.fetch(url, init), shop: shopOfWindow }),
      image: async (sha256) => (await shopOfWindow()?.account?.drafts.image(sha256)) ?? null,
    })
    session.protocol.handle('app', pages)
  }

  function explainTray(): void {
    if (settings.get().hasSeenTrayNotice) return
    settings.change({ hasSeenTrayNotice: true })
    const title = 'Priormark is still running'
    const body = 'You’ll be notified about new orders. To quit, choose Quit in the tray icon’s menu.'
    const isShown = notify({ title, body }, () => windows.show())
    if (!isShown) void dialog.showMessageBox({ message: title, detail: body })
  }

  /** Syncs drafts, resumes downloads and polls orders now, after sleep or when the network is back. */
  function syncNow(): void {
    for (const { account } of shops.all()) {
      void account?.drafts.sync()
      account?.downloads.resumeAll()
    }
    orderNotifications.checkAll()
  }

  /** The screens that the menu shows. */
  let menuScreens: readonly MenuScreen[] = []
  function showMenu(): void {
    menuScreens = windows.frontWindow.screens
    setMenu({ windows, settings, syncNow, updates })
  }

  restrictWindows((contents) => windows.windowOf(contents)?.shopUrl ?? null)
  registerHandlers({ shops, windows, settings, vault: tokenVault, onScreensChange: () => showMenu() })
  app.setAboutPanelOptions({
    applicationName: 'Priormark',
    applicationVersion: app.getVersion(),
    copyright: 'GPL-3.0-or-later',
  })
  showMenu()
  await shops.resumeAll()
  if (!loginItem.hasStartedApp()) windows.restore()

  let wasOnline = net.isOnline()
  const networkTimer = setInterval(() => {
    const isOnline = net.isOnline()
    if (isOnline && !wasOnline) syncNow()
    wasOnline = isOnline
  }, networkCheckMs)

  return {
    show: () => windows.show(),
    openLink: (link: DeepLink) => void openDeepLink(link, { shops, windows }),
    syncNow,
    beginQuit: () => windows.beginQuit(),
    async close() {
      orderNotifications.stop()
      clearInterval(networkTimer)
      await shops.close()
    },
  }
}

/** Returns the progress of the running downloads, 0 to 1; null if none runs or their sizes are unknown. */
function progressOf(downloads: readonly DownloadView[]): number | null {
  const runningDownloads = downloads.filter(({ state }) => state === 'running')
  const totalBytes = runningDownloads.reduce((sum, download) => sum + (download.totalBytes ?? 0), 0)
  if (totalBytes === 0) return null
  return runningDownloads.reduce((sum, { receivedBytes }) => sum + receivedBytes, 0) / totalBytes
}

/** Opens the page of a link. A shop that is not saved is connected only if the person agrees. */
async function openDeepLink(
  { path, shop }: DeepLink,
  { shops, windows }: { shops: Shops; windows: ShopWindows },
): Promise<void> {
  if (shop === null) return windows.show(path)
  if (shops.get(shop) === null) {
    const { response } = await dialog.showMessageBox({
      message: `Connect to ${new URL(shop).host}?`,
      detail: `A link leads to ${shop}, which is not one of your saved shops. Connect only if you trust the link: the shop will ask for your password.`,
      buttons: ['Cancel', 'Connect'],
      defaultId: 0,
      cancelId: 0,
    })
    if (response !== 1) return
    try {
      await shops.connect(shop)
    } catch (error) {
      const message = error instanceof AddressError ? error.message : 'Something went wrong. Try again.'
      await dialog.showMessageBox({ message })
      return
    }
  }
  windows.showShop(shop, path)
}
