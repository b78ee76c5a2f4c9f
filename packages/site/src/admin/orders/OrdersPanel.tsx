import { orderEndpoints } from '@priormark/core/orders/endpoints'
import { ordersFileName } from '@priormark/core/orders/orders-file-name'
import { dayIn } from '@priormark/core/platform/dates'
import { endpointPath } from '@priormark/core/platform/http/endpoint'
import { adminOrdersPageSize } from '@priormark/core/platform/limits'
import { orderTabs, type Order, type OrderTab } from '@priormark/core/orders/order'
import type { OrderAction } from '@priormark/core/orders/order-rules'
import { Button } from 'antd'
import { useEffect, useId, useRef, useState } from 'react'
import { useNavigate, type NavigateOptions } from 'react-router-dom'
import { lazyDialog } from '../../ui/lazy-load.ts'
import { useDownload } from '../platform/downloads/use-download.ts'
import { useShopDates } from '../platform/session/shop-dates.tsx'
import { useMediaQuery, narrowQuery } from '../platform/ui/media.ts'
import { useListFilter } from '../platform/ui/list-filter.ts'
import { Pager } from '../platform/ui/Pager.tsx'
import { useRowKeys } from '../platform/ui/row-keys.ts'
import { SearchField } from '../platform/ui/SearchField.tsx'
import { tabId, Tabs } from '../platform/ui/Tabs.tsx'
import { BulkBar } from './BulkBar.tsx'
import { orderCursor, orderPath } from './order-actions.ts'
import {
  exportText,
  tabCount,
  isReversedRange,
  orderFilterParams,
  readOrderFilter,
  tabLabel,
  type OrderFilter,
} from './order-filter.ts'
import { DayRange } from './DayRange.tsx'
import { OrderCards, OrdersTable } from './OrderList.tsx'
import type { MarkQuestion } from './MarkDialogs.tsx'
import { useDownloadOrder, useOrderCounts, useOrderPage } from './order-queries.ts'
import { EmptyList, LoadFailed, Loading } from '../platform/ui/list-states.tsx'
import { useIsServerLost } from '../platform/ui/lost-server.tsx'
import styles from './OrdersPanel.module.css'
import { rememberList, useOrdersView } from './orders-view.ts'

const OrderLinkDialog = lazyDialog(
  async () => (await import('./OrderLinkDialog.tsx')).OrderLinkDialog,
  'order',
)

const MarkDialog = lazyDialog(async () => (await import('./MarkDialogs.tsx')).MarkDialog, 'question')

const listId = 'orders-list'
const noOrders: Order[] = []

/** A space as wide as a digit, so that the tabs do not move when the counts arrive. */
const figureSpace = '\u2007'

/** The list of orders with its tabs, search, pages and actions. The filter is in the address. */
export function OrdersPanel() {
  // A search covers all orders. Once it is cleared, the previous tab is shown again, unless another one was chosen meanwhile.
  const tabBeforeSearch = useRef<OrderTab>('all')
  const { filter, changeFilter, search } = useListFilter({
    read: readOrderFilter,
    write: orderFilterParams,
    onSearch: ({ search: previousText, tab }, text): Partial<OrderFilter> => {
      if (previousText === '') {
        tabBeforeSearch.current = tab
        return { tab: 'all' }
      }
      return text === '' && tab === 'all' ? { tab: tabBeforeSearch.current } : {}
    },
  })
  const list = useOrderPage(filter)
  const counts = useOrderCounts(filter)
  const csv = useDownload()
  const { timeZone } = useShopDates()
  const isServerLost = useIsServerLost()
  const navigate = useNavigate()
  const exportId = useId()
  const isNarrow = useMediaQuery(narrowQuery)
  const List = isNarrow ? OrderCards : OrdersTable
  const [orderToLink, setOrderToLink] = useState<Order | null>(null)
  const [question, setQuestion] = useState<MarkQuestion | null>(null)
  const download = useDownloadOrder()
  const selectedIds = useOrdersView((view) => view.selectedIds)
  const orders = list.data?.orders ?? noOrders
  const selectedOrders = orders.filter((order) => selectedIds.includes(order.id))
  useRowKeys(orders, { cursor: orderCursor, pathOf: orderPath })

  const query = orderFilterParams(filter).toString()
  useEffect(() => rememberList(query), [query])

  /** Opens the only search result, or focuses the first of several. */
  function openResult() {
    const [first, second] = orders
    if (first === undefined) return
    if (second === undefined && filter.search !== '' && filter.page === 1) void navigate(orderPath(first))
    else orderCursor.focus(first.id)
  }

  function runAction(order: Order, action: OrderAction) {
    orderCursor.moveTo(order.id)
    if (action === 'view') void navigate(orderPath(order))
    else if (action === 'download') download.mutate(order)
    else if (action === 'add-link') setOrderToLink(order)
    else setQuestion({ order, mark: action })
  }

  function exportCsv() {
    const { tab, search: text, date, from, to } = filter
    const csvQuery = { tab, search: text, date, from, to }
    const fileName = ordersFileName(csvQuery, dayIn(timeZone, new Date()))
    csv.mutate({ path: endpointPath(orderEndpoints.csv, { query: csvQuery }), fileName })
  }

  function refresh() {
    void list.refetch()
    void counts.refetch()
  }

  const days = <DayRange {...filter} onChange={changeFilter} />
  const exportButton = (
    <Button
      loading={csv.isPending}
      disabled={isReversedRange(filter) || isServerLost}
      aria-describedby={exportId}
      onClick={exportCsv}
    >
      Export CSV
    </Button>
  )
  const exportNote = (
    <p className="admin-soft">
      <span id={exportId}>
        {isServerLost
          ? 'Orders can be exported once the server can be reached.'
          : exportText(filter, counts.data?.[filter.tab])}
      </span>
      {filter.tab === 'paid' && (
        <>
          {' '}
          <Button size="small" onClick={() => changeFilter({ tab: 'all', date: 'paid' })}>
            Show everything that was paid
          </Button>
        </>
      )}
    </p>
  )

  return (
    <section className={`admin-card ${styles.panel}`} aria-labelledby="orders-title">
      <div className={`admin-line ${styles.head}`}>
        <h2 id="orders-title">Order management</h2>
        <SearchField
          label="Search orders"
          placeholder="Name, email, project or ID"
          search={search}
          isLoaded={list.isSuccess && !list.isPlaceholderData}
          onEnter={openResult}
        />
        {!isNarrow && days}
        <Button className={styles.refresh ?? ''} loading={list.isFetching} onClick={refresh}>
          Refresh
        </Button>
        {!isNarrow && exportButton}
        {!isNarrow && exportNote}
      </div>
      {isNarrow && (
        <details className={styles.more} open={filter.from !== '' || filter.to !== ''}>
          <summary>Days and export</summary>
          {days}
          {exportButton}
          {exportNote}
        </details>
      )}
      <Tabs
        label="Order filter"
        panelId={listId}
        tabs={orderTabs.map((tab) => ({
          key: tab,
          label: tabLabel[tab],
          count: counts.isPending ? figureSpace : tabCount(counts.data?.[tab]),
        }))}
        active={filter.tab}
        onChange={(tab) => changeFilter({ tab })}
      />
      <BulkBar selectedOrders={selectedOrders} />
      <div
        id={listId}
        role="tabpanel"
        tabIndex={-1}
        aria-labelledby={tabId(listId, filter.tab)}
        aria-busy={list.isFetching}
        className={list.isPlaceholderData ? 'row-waiting' : undefined}
      >
        {list.isPending && <Loading label="Loading orders" />}
        {list.isError && (
          <LoadFailed onRetry={() => list.refetch()}>Failed to load orders. Please try again.</LoadFailed>
        )}
        {list.isSuccess && orders.length === 0 && (
          <NoOrders filter={filter} totalCount={counts.data?.all} onFilter={changeFilter} />
        )}
        {list.isSuccess && orders.length > 0 && (
          <List orders={orders} hasTabs={filter.search !== ''} onAction={runAction} />
        )}
      </div>
      {list.isSuccess && (orders.length > 0 || filter.page > 1) && (
        <Pager
          label="Pages of orders"
          page={filter.page}
          pageSize={adminOrdersPageSize}
          rowCount={orders.length}
          total={list.data.total}
          onPage={(page) => {
            changeFilter({ page })
            document.getElementById(listId)?.scrollIntoView()
          }}
        />
      )}
      <OrderLinkDialog
        order={orderToLink}
        onClose={() => setOrderToLink(null)}
        onClosed={orderCursor.refocus}
      />
      <MarkDialog
        question={question}
        failure="Could not update the order"
        onClose={() => setQuestion(null)}
        onClosed={orderCursor.refocus}
      />
    </section>
  )
}

interface NoOrdersProps {
  filter: OrderFilter
  /** How many orders of all tabs match the search and days; undefined if unknown. */
  totalCount: string | undefined
  onFilter: (change: Partial<OrderFilter>, options?: NavigateOptions) => void
}

/** An empty list, with a button that shows more orders if a search or a tab is the reason. */
function NoOrders({ filter, totalCount = '', onFilter }: NoOrdersProps) {
  const { tab, search, from, to } = filter
  return (
    <EmptyList label="No orders found.">
      {isReversedRange(filter) && <p>The first day is after the last one.</p>}
      {search === '' && from === '' && to === '' && tab === 'to-fulfill' && (
        <p className="admin-soft">Nothing is waiting for a link.</p>
      )}
      <div className={`admin-line ${styles.buttons}`}>
        {search !== '' && tab !== 'all' && totalCount !== '0' && (
          <Button onClick={() => onFilter({ tab: 'all' })}>
            {totalCount === '' ? 'Search all orders' : `Show ${totalCount} found in All Orders`}
          </Button>
        )}
        {search !== '' && (
          <Button onClick={() => onFilter({ search: '' }, { replace: true })}>Clear search</Button>
        )}
      </div>
    </EmptyList>
  )
}
