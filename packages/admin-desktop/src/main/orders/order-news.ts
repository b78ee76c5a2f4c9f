import process from 'node:process'
import { app, type BrowserWindow } from 'electron'
import { log } from '../platform/log.ts'
import { storeNewestOrders } from './offline-orders.ts'
import { notify, orderNotices } from './order-notifications.ts'
import { createOrderWatch, orderWatchMs } from './order-watch.ts'
import type { ShopSession } from '../staff/shop-session.ts'
import type { ShopWindows } from '../windows/shop-windows.ts'
import type { Shops } from '../staff/shops.ts'
import { ordersText, type AppTray } from '../windows/tray.ts'
import { overlayImage } from '../windows/tray-image.ts'

/** How often the orders for offline reading are fetched if nothing else happens, in milliseconds. */
const storeMs = 15 * 60_000

interface OrderNewsParts {
  shops: Shops
  windows: ShopWindows
  tray: AppTray
}

/** Watches the orders of all shops: shows notifications and the number to fulfill, and keeps the newest for offline reading. */
export function startOrderNews({ shops, windows, tray }: OrderNewsParts) {
  const counts = new Map<string, number>()
  /** When the orders of an account were stored, and how many were to be fulfilled. */
  const stored = new WeakMap<object, { atMs: number; count: string | null }>()

  const watch = createOrderWatch<ShopSession>({
    onPaid(shop, orders) {
      if (shop.account !== null) stored.delete(shop.account)
      const body = shopName(shop)
      for (const { title, path } of orderNotices(orders)) {
        notify({ title, body }, () => windows.showShop(shop.url, path))
      }
    },
    onCount(shop, toFulfill) {
      counts.set(shop.url, Number.parseInt(toFulfill ?? '0', 10))
      showBadge()
      if (toFulfill !== null) void store(shop, toFulfill)
    },
    onErasure(shop) {
      if (shop.account === null) return
      shop.account.responseCache.clear()
      stored.delete(shop.account)
    },
    onLoggedOut(shop) {
      notify({ title: 'Log in again to be notified about new orders', body: shopName(shop) }, () =>
        windows.showShop(shop.url),
      )
    },
  })

  async function store({ account }: ShopSession, count: string): Promise<void> {
    if (account === null) return
    const last = stored.get(account)
    if (last !== undefined && last.count === count && Date.now() - last.atMs < storeMs) return
    stored.set(account, { atMs: Date.now(), count })
    try {
      await storeNewestOrders(account)
    } catch (error) {
      // The next look tries again.
      stored.delete(account)
      log(`The newest orders were not stored: ${error instanceof Error ? error.message : String(error)}`)
    }
  }

  function showBadge(): void {
    const saved = new Set(shops.all().map(({ url }) => url))
    const total = [...counts].reduce((sum, [url, count]) => (saved.has(url) ? sum + count : sum), 0)
    // Shown by the dock of macOS, and by some desktops on Linux.
    app.setBadgeCount(total)
    tray.show(total)
    if (process.platform !== 'win32') return
    for (const open of windows.open) open.with((window) => showOverlay(window, total))
  }

  const check = (shop: ShopSession) =>
    watch.check(shop).catch((error: unknown) => log(`Orders: ${String(error)}`))
  const checkAll = () => {
    for (const shop of shops.all()) void check(shop)
  }
  const timer = setInterval(checkAll, orderWatchMs)
  return { check, checkAll, stop: () => clearInterval(timer) }
}

/** Two shops may have the same name. */
function shopName({ server, url }: ShopSession): string {
  return `${server?.name ?? 'Priormark'} (${new URL(url).host})`
}

function showOverlay(window: BrowserWindow, toFulfill: number): void {
  window.setOverlayIcon(toFulfill === 0 ? null : overlayImage(), toFulfill === 0 ? '' : ordersText(toFulfill))
}
