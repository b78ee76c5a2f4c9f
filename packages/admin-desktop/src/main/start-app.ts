import path from 'node:path'
import type { DownloadView } from '@priormark/core/downloads/download-manager'
import { formatDollars } from '@priormark/core/money'
import { app, net, Notification, protocol } from 'electron'
import { createForward } from './api-forward.ts'
import { setMenu } from './app-menu.ts'
import { createAppScheme } from './app-scheme.ts'
import { registerHandlers } from './bridge-handlers.ts'
import { AppSession } from './app-session.ts'
import { createMainWindow } from './main-window.ts'
import { createOrderWatch, orderWatchMs } from './order-watch.ts'
import { openSettings } from './settings-store.ts'
import { tokenVault } from './token-vault.ts'
import { startUpdates } from './updates.ts'
import { lockWindows } from './window-lock.ts'

/** How often the network is checked, in milliseconds, to sync as soon as it is back. */
const networkCheckMs = 5_000

export interface DesktopApp {
  /** Shows the window, optionally at a page. */
  open(path: string | null): void
  /** Syncs drafts, resumes downloads and polls orders now, after sleep or when the network is back. */
  syncNow(): void
  close(): Promise<void>
}

/** Starts the app's parts, once Electron is ready. */
export async function startApp(): Promise<DesktopApp> {
  const root = app.getPath('userData')
  const settings = openSettings(root)
  const window = createMainWindow(settings)
  const session = new AppSession({
    root,
    settings,
    vault: tokenVault,
    onDraftStatus: (status) => window.send('draftStatus', status),
    onDownloads: (downloads) => {
      window.send('downloads', downloads)
      window.showProgress(shareOf(downloads))
    },
  })

  lockWindows({ serverUrl: () => session.server?.url ?? null })
  const forward = createForward({
    fetch: (url, init) => net.fetch(url, init),
    session,
    onCachedAt: (cachedAt) => window.send('cachedAt', cachedAt),
  })
  protocol.handle(
    'app',
    createAppScheme({
      root: path.join(import.meta.dirname, '../renderer'),
      forward,
      image: (sha256) => session.account?.drafts.image(sha256) ?? null,
    }),
  )
  registerHandlers({ session, settings, vault: tokenVault })
  await session.resume()

  /** Keeps references, because a garbage-collected notification loses its click handler. */
  const notifications = new Set<Notification>()
  const orders = createOrderWatch({
    newest: async () => {
      const { account, token } = session
      if (account === null || token === null) return null
      const newest = await account.api.orders.list({ query: { tab: 'to-fulfill', limit: 20 } })
      return { account: account.folder, orders: newest }
    },
    onPaid: ({ id, projectName, fileName, paymentAmount }) => {
      if (!Notification.isSupported()) return
      const notification = new Notification({
        title: `New order: ${formatDollars(paymentAmount)}`,
        body: projectName || fileName,
      })
      notification.on('click', () => {
        notifications.delete(notification)
        window.open(`/admin/orders/${id}`)
      })
      notification.on('close', () => notifications.delete(notification))
      notifications.add(notification)
      notification.show()
    },
  })
  function syncNow(): void {
    void session.account?.drafts.sync()
    session.account?.downloads.resumeAll()
    void orders.check()
  }
  void orders.check()
  const orderTimer = setInterval(() => void orders.check(), orderWatchMs)

  app.setAboutPanelOptions({
    applicationName: 'Priormark',
    applicationVersion: app.getVersion(),
    copyright: 'GPL-3.0-or-later',
  })
  setMenu({
    goTo: (page) => window.open(page),
    syncNow: syncNow,
    zoomLevel: () => settings.get().zoomLevel,
    setZoom: (level) => window.setZoom(level),
    checkForUpdates: startUpdates(),
  })

  let wasOnline = net.isOnline()
  const networkTimer = setInterval(() => {
    const isOnline = net.isOnline()
    if (isOnline && !wasOnline) syncNow()
    wasOnline = isOnline
  }, networkCheckMs)

  return {
    open: (page) => window.open(page ?? undefined),
    syncNow,
    async close() {
      clearInterval(orderTimer)
      clearInterval(networkTimer)
      await session.close()
    },
  }
}

/** Returns the progress of the running downloads, 0 to 1; null if none runs or their sizes are unknown. */
function shareOf(downloads: readonly DownloadView[]): number | null {
  const running = downloads.filter(({ state }) => state === 'running')
  const totalBytes = running.reduce((sum, download) => sum + (download.totalBytes ?? 0), 0)
  if (totalBytes === 0) return null
  return running.reduce((sum, { receivedBytes }) => sum + receivedBytes, 0) / totalBytes
}
