import { foldText } from '@priormark/core/platform/search-text'
import { postState, postStateLabels } from '@priormark/core/blog/post'
import { maxSearchLength } from '@priormark/core/platform/limits'
import { formatDollars } from '@priormark/core/platform/money'
import type { Order } from '@priormark/core/orders/order'
import { actionObstacle } from '@priormark/core/orders/order-rules'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from 'react-router-dom'
import { editorPath } from '../../blog/post-rows.ts'
import { actionLabel, orderPath } from '../../orders/order-actions.ts'
import { orderKey, useDownloadOrder } from '../../orders/order-queries.ts'
import { openPrompt, resendPrompt, type OrderPrompt } from '../../orders/orders-view.ts'
import { orderStateText } from '../../orders/order-state-labels.ts'
import { useShopDates } from '../../platform/session/shop-dates.tsx'
import { useAdmin } from '../../platform/session/admin-context.tsx'
import { useMay } from '../../platform/ui/use-role.ts'

/** The groups of the command palette, in the order in which it shows them. */
export const paletteGroups = [
  'This order',
  'Actions',
  'Screens',
  'Orders',
  'Actions for this order',
  'Posts',
] as const
type PaletteGroup = (typeof paletteGroups)[number]

/** One line of the command palette. */
export interface PaletteEntry {
  id: string
  group: PaletteGroup
  label: string
  /** Distinguishes entries with the same label, such as a customer's name. */
  detail?: string
  /** Other search words. */
  keywords?: string
  run: () => void
}

/** Creates an entry whose label no other entry of its group has. */
export function createEntry(
  group: PaletteGroup,
  label: string,
  keywords: string,
  run: () => void,
): PaletteEntry {
  return { id: `${group} ${label}`.replaceAll(' ', '-'), group, label, keywords, run }
}

/**
 * Returns the entries that contain every word of the search: first those whose label begins with the text, last those that match
 * only with their keywords.
 */
export function matchingEntries(entries: readonly PaletteEntry[], search: string): PaletteEntry[] {
  const words = foldText(search).split(/\s+/).filter(Boolean)
  const contains = (text: string) => words.every((word) => foldText(text).includes(word))
  const rank = ({ label }: PaletteEntry) =>
    Number(contains(label)) + Number(foldText(label).startsWith(words.join(' ')))
  return entries
    .filter(({ label, keywords = '' }) => contains(`${label} ${keywords}`))
    .toSorted((a, b) => rank(b) - rank(a))
}

/** Returns the entry that a key moves to. The list wraps around. An active entry that is no longer in the list counts as the first. */
export function nextEntryId(ids: readonly string[], activeId: string | null, key: 'ArrowDown' | 'ArrowUp') {
  const index = ids.findIndex((id) => id === activeId)
  return ids.at((Math.max(0, index) + (key === 'ArrowDown' ? 1 : -1)) % ids.length) ?? null
}

const orderScreen = /^\/admin\/orders\/([^/]+)$/

/** The order on whose screen the palette was opened; null on any other screen. */
export function useCurrentOrder(): Order | null {
  const id = orderScreen.exec(useLocation().pathname)?.[1] ?? ''
  return useQuery<Order>({ queryKey: orderKey(id), enabled: false }).data ?? null
}

const refundable: readonly Order['paymentState'][] = ['paid', 'partially_refunded', 'mismatch']

/** Returns a function that lists the actions that an order allows now. All except the file's download open the order's screen. */
export function useOrderEntries(): (order: Order, group: PaletteEntry['group']) => PaletteEntry[] {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const download = useDownloadOrder()

  return (order, group) => {
    const promptEntry = (label: string, keywords: string, prompt: OrderPrompt) =>
      createEntry(group, label, keywords, () => {
        openPrompt(order.id, prompt)
        const [path = ''] = orderPath(order).split('?', 1)
        // The emails are in the progress of the order.
        if (prompt.startsWith('resend')) void navigate(`${path}?tab=progress`, { replace: path === pathname })
        else if (path !== pathname) void navigate(orderPath(order))
      })
    const resend = (kind: 'confirmation' | 'fulfillment') =>
      promptEntry(`Send the ${kind} email again`, 'resend mail', resendPrompt({ kind, refund: null }))
    const hasCustomer = order.email !== ''
    return [
      refundable.includes(order.paymentState) && promptEntry('Refund', 'return money payment', 'refund'),
      promptEntry('Add a note', 'internal comment', 'note'),
      actionObstacle(order, 'add-link') === null &&
        promptEntry(actionLabel['add-link'], 'complete record transaction', 'add-link'),
      hasCustomer && order.confirmationEmailSent && resend('confirmation'),
      hasCustomer && order.fulfillmentEmailSent && resend('fulfillment'),
      actionObstacle(order, 'download') === null &&
        createEntry(group, actionLabel.download, 'open file', () => download.mutate(order)),
      hasCustomer && promptEntry('Export customer data', 'privacy gdpr', 'export'),
    ].filter((entry) => entry !== false)
  }
}

const searchDelayMs = 200
/** How many orders and how many posts are shown. */
const maxResults = 5

/**
 * Searches orders and posts by name after a pause in typing. Without the server, searches the posts on this computer. If only one
 * order matches, its actions follow.
 */
export function useSearchEntries(input: string) {
  const { api, platform } = useAdmin()
  const navigate = useNavigate()
  const orderEntries = useOrderEntries()
  const search = input.trim().slice(0, maxSearchLength)
  const hasSearch = search !== ''
  const may = useMay()
  const dates = useShopDates()

  const orders = useQuery({
    queryKey: ['palette', 'orders', search],
    queryFn: async ({ signal }) => {
      await pauseInTyping(signal)
      return api.orders.list({ query: { tab: 'all', search, limit: maxResults } }, { signal })
    },
    enabled: hasSearch && may('orders'),
    gcTime: 0,
    staleTime: 0,
  })
  const posts = useQuery({
    queryKey: ['palette', 'posts', search],
    queryFn: async ({ signal }) => {
      await pauseInTyping(signal)
      const query = { status: 'all', search, limit: maxResults } as const
      try {
        const { posts } = await api.blog.adminList({ query }, { signal })
        return posts.map((post) => ({ id: post.id, title: post.title, state: postState(post) }))
      } catch (error) {
        const drafts = await platform.drafts.list({ search }).catch(() => [])
        if (drafts.length === 0) throw error
        return drafts
          .filter(({ isRemoved }) => !isRemoved)
          .slice(0, maxResults)
          .map(({ id, title, status: state }) => ({ id, title, state }))
      }
    },
    enabled: hasSearch && may('blog'),
    gcTime: 0,
    staleTime: 0,
  })

  const matchingOrders = orders.data ?? []
  return {
    isSearching: orders.isFetching || posts.isFetching,
    // Neither could be searched. Orders or posts that the role does not include are not searched.
    isFailed: hasSearch && (orders.isError || !may('orders')) && (posts.isError || !may('blog')),
    entries: [
      ...matchingOrders.map((order): PaletteEntry => ({
        id: `order-${order.id}`,
        group: 'Orders',
        label: order.projectName || order.fileName,
        detail: `${order.firstName} ${order.lastName}, ${formatDollars(order.paymentAmount)}, ${orderStateText(order, dates)}`,
        run: () => void navigate(orderPath(order)),
      })),
      ...(matchingOrders.length === 1
        ? matchingOrders.flatMap((order) => orderEntries(order, 'Actions for this order'))
        : []),
      ...(posts.data ?? []).map(({ id, title, state }): PaletteEntry => ({
        id: `post-${id}`,
        group: 'Posts',
        label: title || 'Untitled',
        detail: postStateLabels[state],
        run: () => void navigate(editorPath(id)),
      })),
    ],
  }
}

/** Waits for a pause in typing. @throws the reason of the signal if another key press has canceled the query */
async function pauseInTyping(signal: AbortSignal): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, searchDelayMs))
  signal.throwIfAborted()
}
