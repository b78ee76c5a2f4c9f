import { counted } from '@priormark/core/platform/counted'
import process from 'node:process'
import { app, Notification } from 'electron'
import { formatDollars } from '@priormark/core/platform/money'
import type { PaidOrder } from '@priormark/core/orders/endpoints'
import { newestOrdersPath, offlineOrderCount } from '@priormark/core/orders/offline-orders'
import { Order } from '@priormark/core/orders/order'
import * as v from 'valibot'
import { log } from '../platform/log.ts'
import { createOrderWatch, orderWatchMs } from './order-watch.ts'
import type { Account, ShopSession } from '../staff/shop-session.ts'
import type { ShopWindows } from '../windows/shop-windows.ts'
import type { Shops } from '../staff/shops.ts'
import { ordersText, overlayImage } from '../windows/tray.ts'
import type { ResponseCache } from '../platform/response-cache.ts'

/** How often the orders for offline reading are fetched while the number of orders to fulfill stays the same, in milliseconds. */
const fetchIntervalMs = 15 * 60_000

interface OrderNotificationsDeps {
  shops: Shops
  windows: ShopWindows
  /** Shows the number of orders to fulfill in the tray. */
  showInTray: (toFulfill: number) => void
}

/** Watches all shops: shows notifications and the number of orders to fulfill, and stores the newest orders for offline reading. */
export function startOrderNotifications({ shops, windows, showInTray }: OrderNotificationsDeps) {
  const counts = new Map<string, number>()
  /** When the orders of an account were fetched, and how many were to be fulfilled. */
  const lastFetches = new WeakMap<object, { atMs: number; count: string | null }>()

  const check = createOrderWatch<ShopSession>({
    onPaid(shop, orders) {
      if (shop.account !== null) lastFetches.delete(shop.account)
      const body = shopName(shop)
      for (const { title, path } of orderNotifications(orders)) {
        notify({ title, body }, () => windows.showShop(shop.url, path))
      }
    },
    onCount(shop, toFulfill) {
      counts.set(shop.url, Number.parseInt(toFulfill ?? '0', 10))
      showBadge()
      if (toFulfill !== null) void storeOrders(shop, toFulfill)
    },
    onErasure(shop) {
      if (shop.account === null) return
      shop.account.responseCache.clear()
      lastFetches.delete(shop.account)
    },
    onLoggedOut(shop) {
      notify({ title: 'Log in again to be notified about new orders', body: shopName(shop) }, () =>
        windows.showShop(shop.url),
      )
    },
  })

  async function storeOrders({ account }: ShopSession, count: string): Promise<void> {
    if (account === null) return
    const lastFetch = lastFetches.get(account)
    if (lastFetch !== undefined && lastFetch.count === count && Date.now() - lastFetch.atMs < fetchIntervalMs)
      return
    lastFetches.set(account, { atMs: Date.now(), count })
    try {
      await storeNewestOrders(account)
    } catch (error) {
      // The next check tries again.
      lastFetches.delete(account)
      log(`The newest orders were not stored: ${error instanceof Error ? error.message : String(error)}`)
    }
  }

  function showBadge(): void {
    const savedUrls = new Set(shops.all().map(({ url }) => url))
    const total = [...counts].reduce((sum, [url, count]) => (savedUrls.has(url) ? sum + count : sum), 0)
    // Shown by the dock of macOS, and by some desktops on Linux.
    app.setBadgeCount(total)
    showInTray(total)
    if (process.platform !== 'win32') return
    const [overlay, description] = total === 0 ? [null, ''] : [overlayImage(), ordersText(total)]
    for (const shopWindow of windows.openWindows) {
      shopWindow.withWindow((window) => window.setOverlayIcon(overlay, description))
    }
  }

  const checkAndLog = (shop: ShopSession) =>
    check(shop).catch((error: unknown) => log(`Orders: ${String(error)}`))
  const checkAll = () => {
    for (const shop of shops.all()) void checkAndLog(shop)
  }
  const timer = setInterval(checkAll, orderWatchMs)
  return { check: checkAndLog, checkAll, stop: () => clearInterval(timer) }
}

/** Returns the shop's name and host, because two shops may have the same name. */
function shopName({ server, url }: ShopSession): string {
  return `${server?.name ?? 'Priormark'} (${new URL(url).host})`
}

/** How many orders of one check get a notification each. */
const maxOrderNotifications = 3

/**
 * Returns the notifications of the orders that were paid since the last check: their text, and the page that a click opens.
 * @param orders newest first
 */
function orderNotifications(orders: readonly PaidOrder[]) {
  const otherOrders = orders.slice(maxOrderNotifications)
  const amount = otherOrders.reduce((sum, { paymentAmount }) => sum + paymentAmount, 0)
  const summary = {
    title: `${counted(otherOrders.length, 'more new order', 'more new orders')}: ${formatDollars(amount)}`,
    path: '/admin/dashboard',
  }
  const notifications = orders
    .slice(0, maxOrderNotifications)
    .map(({ id, projectName, fileName, paymentAmount }) => ({
      title: `New order: ${formatDollars(paymentAmount)}, ${projectName || fileName}`,
      path: `/admin/orders/${id}`,
    }))
  return otherOrders.length === 0 ? notifications : [...notifications, summary]
}

/** Keeps references, because a garbage-collected notification loses its click handler. */
const openNotifications = new Set<Notification>()

/** Shows a notification. @returns false if the system does not support notifications */
export function notify(text: { title: string; body: string }, onClick: () => void): boolean {
  if (!Notification.isSupported()) return false
  const notification = new Notification(text)
  notification.on('click', () => {
    openNotifications.delete(notification)
    onClick()
  })
  notification.on('close', () => openNotifications.delete(notification))
  openNotifications.add(notification)
  notification.show()
  return true
}

const headers = { 'content-type': 'application/json' }
/** How old a stored timeline may be, in milliseconds. A new note does not change the order, so comparing orders misses it. */
const maxTimelineAgeMs = 24 * 3_600_000

/**
 * Stores the newest orders with their timelines, one call at a time. Timelines of orders that did not change are fetched again
 * once a day. @throws if the server cannot be reached
 */
export async function storeNewestOrders({ api, responseCache }: Pick<Account, 'api' | 'responseCache'>) {
  const store = responseCache.beginRequest()
  const storedOrders = new Map(readOrders(responseCache).map((order) => [order.id, JSON.stringify(order)]))
  const orders = await api.orders.list({ query: { tab: 'all', limit: offlineOrderCount } })
  const now = Date.now()
  const outdated = orders.filter((order) => {
    const timeline = responseCache.read(timelinePath(order.id))
    if (timeline === null || storedOrders.get(order.id) !== JSON.stringify(order)) return true
    return now - Date.parse(timeline.at) > maxTimelineAgeMs
  })
  store(newestOrdersPath, { at: new Date(now).toISOString(), headers, body: JSON.stringify(orders) })
  for (const { id } of outdated) {
    const timeline = await api.orders.timeline({ params: { id } })
    store(timelinePath(id), { at: new Date().toISOString(), headers, body: JSON.stringify(timeline) })
  }
}

const timelinePath = (id: string) => `/api/admin/orders/${id}/timeline`

function readOrders(responseCache: ResponseCache): Order[] {
  const response = responseCache.read(newestOrdersPath)
  const orders = v.safeParse(v.array(Order), JSON.parse(response?.body ?? '[]'))
  return orders.success ? orders.output : []
}
