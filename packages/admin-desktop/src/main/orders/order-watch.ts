import path from 'node:path'
import { ApiError } from '@priormark/core/platform/http/api-error'
import { IsoDate, Uuid } from '@priormark/core/platform/ids'
import type { PaidOrder } from '@priormark/core/orders/endpoints'
import * as v from 'valibot'
import { readJson, writeAtomically } from '../platform/json-file.ts'
import type { Account, ShopSession } from '../staff/shop-session.ts'

/** How often orders are polled, in milliseconds. */
export const orderWatchMs = 60_000

/**
 * How far each check reaches back before the last one, in milliseconds. An order gets its time before its transaction commits, and
 * is visible only afterwards.
 */
const overlapMs = 10 * 60_000
/** How many orders are remembered: more than are paid in the overlap. */
const maxRemembered = 1_000

/** The state of an account's watch, stored next to its drafts. */
const WatchState = v.object({
  /** The server's time of the first and of the last check. */
  begunAt: IsoDate,
  at: IsoDate,
  ids: v.array(Uuid),
  erasureAt: v.nullable(IsoDate),
})

/** A shop as the watch needs it. */
type WatchedShop = Pick<ShopSession, 'url' | 'token' | 'invalidate' | 'canSeeOrders' | 'checkRole'> & {
  readonly account: {
    folder: string
    api: { orders: Pick<Account['api']['orders'], 'news'> }
  } | null
}

interface OrderWatchDeps<Shop extends WatchedShop> {
  /** Called once with the orders that were paid since the last check, even if that ran before the app was restarted; newest first. */
  onPaid: (shop: Shop, orders: PaidOrder[]) => void
  /** Called after a check with the number of orders to fulfill, such as '42' or '1000+'; null without access to them. */
  onCount: (shop: Shop, toFulfill: string | null) => void
  /** A customer's personal data was erased. Called during the first check after that. */
  onErasure: (shop: Shop) => void
  /** The server rejected the login. The orders of the shop are no longer watched. */
  onLoggedOut: (shop: Shop) => void
}

/**
 * Watches the orders of shops. The first check of an account announces no orders: it stores when the watch began.
 * @returns a function that checks a shop now, or joins the check that is running, and returns whether the server responded
 */
export function createOrderWatch<Shop extends WatchedShop>(deps: OrderWatchDeps<Shop>) {
  const runningChecks = new Map<Shop, Promise<boolean>>()
  /** The accounts whose lost login was reported. */
  const reportedAccounts = new WeakSet<object>()

  /** Reports once per login, also if the server rejected a window's call before this check. */
  function reportLogout(shop: Shop, account: object): void {
    if (!reportedAccounts.has(account)) deps.onLoggedOut(shop)
    reportedAccounts.add(account)
  }

  async function runCheck(shop: Shop): Promise<boolean> {
    const { account, token } = shop
    if (account === null || token === null) {
      if (account !== null) reportLogout(shop, account)
      deps.onCount(shop, null)
      return false
    }
    reportedAccounts.delete(account)
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
    const canSeeOrders = await shop.canSeeOrders().catch(onRejected)
    if (canSeeOrders === false) deps.onCount(shop, null)
    if (canSeeOrders !== true) return false
    const file = path.join(account.folder, 'orders-seen.json')
    const parsedState = v.safeParse(WatchState, readJson(file))
    const lastState = parsedState.success ? parsedState.output : null
    const since = lastState === null ? undefined : sinceOf(lastState)
    const news = await account.api.orders.news({ query: { since } }).catch(onRejected)
    // The server rejected the call, or the account was closed in the meantime. The next check finds the orders.
    if (news === null || shop.account !== account) return false

    const announcedIds = new Set(lastState?.ids)
    const newOrders = news.paid.filter(({ id }) => !announcedIds.has(id))
    const erasureAt = news.lastErasureAt ?? lastState?.erasureAt ?? null
    // Stored first, because after a crash an order must not be announced again.
    const ids = [...newOrders.map(({ id }) => id), ...announcedIds].slice(0, maxRemembered)
    writeAtomically(
      file,
      JSON.stringify({ begunAt: lastState?.begunAt ?? news.at, at: news.at, ids, erasureAt }),
    )
    if (lastState !== null && erasureAt !== lastState.erasureAt) deps.onErasure(shop)
    if (newOrders.length > 0) deps.onPaid(shop, newOrders)
    deps.onCount(shop, news.toFulfill)
    return true
  }

  return (shop: Shop): Promise<boolean> => {
    const check = runningChecks.get(shop) ?? runCheck(shop).finally(() => runningChecks.delete(shop))
    runningChecks.set(shop, check)
    return check
  }
}

function sinceOf({ begunAt, at }: v.InferOutput<typeof WatchState>): string {
  return new Date(Math.max(Date.parse(begunAt), Date.parse(at) - overlapMs)).toISOString()
}
