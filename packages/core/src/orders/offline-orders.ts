import * as v from 'valibot'
import { authEndpoints } from '../staff/auth/endpoints.ts'
import { dayIn, isTimeZone } from '../platform/dates.ts'
import { parseJson } from '../platform/http/api-error.ts'
import { endpointPath } from '../platform/http/endpoint.ts'
import { orderEndpoints } from './endpoints.ts'
import { isMet, tabConditions } from './order-conditions.ts'
import { Order, orderNumberText, orderTabs, type OrderTab } from './order.ts'
import { foldText } from '../platform/search-text.ts'

/** How many of the newest orders can be read without the server, also those that were never opened. */
export const offlineOrderCount = 200

/** The path of the call that reads them. */
export const newestOrdersPath = endpointPath(orderEndpoints.list, {
  query: { tab: 'all', limit: offlineOrderCount },
})

/** A response of the server that is stored for offline reading. */
export interface StoredResponse {
  /** When it was read, ISO 8601. */
  at: string
  headers: Record<string, string>
  body: string
}

interface Query {
  get(name: string): string | null
}

/**
 * Returns what can be shown for a read without the server: its last response, or one made from the newest orders if they were
 * read later: any tab, search or page of the list, the counts, or a single order.
 * @param read returns the stored response to a path
 */
export function offlineResponse(
  read: (path: string) => StoredResponse | null,
  { pathname, search, searchParams }: { pathname: string; search: string; searchParams: Query },
): StoredResponse | null {
  const lastResponse = read(pathname + search)
  const newestOrders = read(newestOrdersPath)
  const isList = pathname === orderEndpoints.list.path
  const listedOrders = lastResponse !== null && isList ? readOrders(read, lastResponse) : null
  const updatedResponse = lastResponse && {
    ...lastResponse,
    ...(listedOrders !== null && { body: JSON.stringify(listedOrders) }),
  }
  if (newestOrders === null || (lastResponse !== null && lastResponse.at >= newestOrders.at))
    return updatedResponse
  const orders = readOrders(read, newestOrders)
  if (orders === null) return updatedResponse
  const response = (body: unknown, headers: Record<string, string> = {}) => ({
    at: newestOrders.at,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })

  const id = /^\/api\/admin\/orders\/([^/]+)$/.exec(pathname)?.[1]
  if (id !== undefined) {
    const order = orders.find((one) => one.id === id)
    return order === undefined ? lastResponse : response(order)
  }
  if (!isList && pathname !== orderEndpoints.counts.path) return lastResponse
  const timeZone = readTimeZone(read)
  const matches = orders.filter((order) => isMatch(order, searchParams, timeZone))
  // Older orders may match too.
  const totalOf = (count: number) => `${count}${orders.length < offlineOrderCount ? '' : '+'}`
  const ordersOf = (tab: OrderTab) => matches.filter((order) => isMet(tabConditions[tab], order))
  if (!isList)
    return response(Object.fromEntries(orderTabs.map((tab) => [tab, totalOf(ordersOf(tab).length)])))
  const tabOrders = ordersOf(orderTabs.find((name) => name === searchParams.get('tab')) ?? 'all')
  const limit = Number(searchParams.get('limit') ?? offlineOrderCount)
  const offset = (Number(searchParams.get('page') ?? 1) - 1) * limit
  return response(tabOrders.slice(offset, offset + limit), { 'x-total-count': totalOf(tabOrders.length) })
}

/** Returns the orders of a response. One that was read alone later is returned as it was then. Null if they cannot be parsed. */
function readOrders(
  read: (path: string) => StoredResponse | null,
  { at, body }: StoredResponse,
): Order[] | null {
  const orders = v.safeParse(v.array(Order), parseJson(body))
  if (!orders.success) return null
  return orders.output.map((order) => {
    const orderCopy = read(endpointPath(orderEndpoints.read, { params: { id: order.id } }))
    if (orderCopy === null || orderCopy.at <= at) return order
    const laterOrder = v.safeParse(Order, parseJson(orderCopy.body))
    return laterOrder.success ? laterOrder.output : order
  })
}

/** Returns the shop's time zone, as the last check of the login had it. */
function readTimeZone(read: (path: string) => StoredResponse | null): string {
  const session = v.safeParse(
    v.object({ timeZone: v.pipe(v.string(), v.check(isTimeZone)) }),
    parseJson(read(authEndpoints.ping.path)?.body ?? ''),
  )
  return session.success ? session.output.timeZone : 'UTC'
}

/** Searches and filters by day as the server's list does. */
function isMatch(order: Order, query: Query, timeZone: string): boolean {
  const [from, to] = [query.get('from') ?? '', query.get('to') ?? '']
  const at = query.get('date') === 'paid' ? order.paidAt : order.createdAt
  if (at === null) return false
  const day = from === '' && to === '' ? '' : dayIn(timeZone, new Date(at))
  const { firstName, lastName, email, projectName, id } = order
  const searchableText = [orderNumberText(order), firstName, lastName, email, projectName, id].join(' ')
  return (
    (from === '' || day >= from) &&
    (to === '' || day <= to) &&
    foldText(searchableText).includes(foldText(query.get('search') ?? ''))
  )
}
