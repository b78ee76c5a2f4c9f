import path from 'node:path'
import { ApiError } from '@priormark/core/platform/http/api-error'
import { IsoDate, Uuid } from '@priormark/core/platform/ids'
import type { PaidOrder } from '@priormark/core/orders/order-news'
import * as v from 'valibot'
import { readJson, writeAtomically } from '../platform/json-file.ts'
import type { Account, ShopSession } from '../staff/shop-session.ts'

/** How often orders are polled, in milliseconds. */
export const orderWatchMs = 60_000

/**
 * How far each check reaches back before the last one, in milliseconds: an order gets its time before its transaction ends,
 * and is visible only then.
 */
const overlapMs = 10 * 60_000
/** How many orders are remembered: more than are paid in the overlap. */
const maxRemembered = 1_000

/** What an account has seen, stored next to its drafts. */
const Seen = v.object({
  /** The server's time of the first and of the last check. */
  begunAt: IsoDate,
  at: IsoDate,
  ids: v.array(Uuid),
  erasureAt: v.nullable(IsoDate),
})

/** A shop as the watch needs it. */
type WatchedShop = Pick<ShopSession, 'url' | 'token' | 'invalidate' | 'hasOrders' | 'checkRole'> & {
  readonly account: {
    folder: string
    api: { orders: Pick<Account['api']['orders'], 'news'> }
  } | null
}

interface OrderWatchDeps<Shop extends WatchedShop> {
  /** Called once for the orders that were paid since the last check, also one of an earlier run; newest first. */
  onPaid: (shop: Shop, orders: PaidOrder[]) => void
  /** Called with the number of orders to fulfill after a check that reached the server, and with null without access to them. */
  onCount: (shop: Shop, toFulfill: string | null) => void
  /** A customer was erased. Called before a later check returns. */
  onErasure: (shop: Shop) => void
  /** The server rejected the login. The orders of the shop are no longer watched. */
  onLoggedOut: (shop: Shop) => void
}

/** Watches the orders of shops. The first check of an account only notes where its watch begins. */
export function createOrderWatch<Shop extends WatchedShop>(deps: OrderWatchDeps<Shop>) {
  const running = new Map<Shop, Promise<boolean>>()
  /** The accounts whose lost login was reported. */
  const reported = new WeakSet<object>()

  /** A window's call may have been the one that the server rejected, so this check only finds that the token is gone. */
  function reportLogout(shop: Shop, account: object): void {
    if (!reported.has(account)) deps.onLoggedOut(shop)
    reported.add(account)
  }

  async function runCheck(shop: Shop): Promise<boolean> {
    const { account, token } = shop
    if (account === null || token === null) {
      if (account !== null) reportLogout(shop, account)
      deps.onCount(shop, null)
      return false
    }
    reported.delete(account)
    const onRejected = async (error: unknown) => {
      const status = error instanceof ApiError ? error.status : null
      if (shop.token !== token || (status !== 401 && status !== 403)) return null
      if (status === 403) await shop.checkRole()
      else {
        shop.invalidate(token)
        reportLogout(shop, account)
      }
      deps.onCount(shop, null)
      return null
    }
    const hasOrders = await shop.hasOrders().catch(onRejected)
    if (hasOrders === false) deps.onCount(shop, null)
    if (hasOrders !== true) return false
    const file = path.join(account.folder, 'orders-seen.json')
    const stored = v.safeParse(Seen, readJson(file))
    const seen = stored.success ? stored.output : null
    const since = seen === null ? undefined : sinceOf(seen)
    const news = await account.api.orders.news({ query: { since } }).catch(onRejected)
    // Unreachable, or logged out meanwhile: the next check finds the orders.
    if (news === null || shop.account !== account) return false

    const announcedIds = new Set(seen?.ids)
    const newOrders = news.paid.filter(({ id }) => !announcedIds.has(id))
    const erasureAt = news.lastErasureAt ?? seen?.erasureAt ?? null
    // Stored first, because after a crash an order must not be announced again.
    const ids = [...newOrders.map(({ id }) => id), ...announcedIds].slice(0, maxRemembered)
    writeAtomically(file, JSON.stringify({ begunAt: seen?.begunAt ?? news.at, at: news.at, ids, erasureAt }))
    if (seen !== null && erasureAt !== seen.erasureAt) deps.onErasure(shop)
    if (newOrders.length > 0) deps.onPaid(shop, newOrders)
    deps.onCount(shop, news.toFulfill)
    return true
  }

  return {
    /** Checks now, or joins the check that is running. @returns whether the server responded */
    check(shop: Shop): Promise<boolean> {
      const current = running.get(shop) ?? runCheck(shop).finally(() => running.delete(shop))
      running.set(shop, current)
      return current
    },
  }
}

function sinceOf({ begunAt, at }: v.InferOutput<typeof Seen>): string {
  return new Date(Math.max(Date.parse(begunAt), Date.parse(at) - overlapMs)).toISOString()
}
