import { adminOrdersPageSize } from '@priormark/core/platform/limits'
import { orderTabs, type Order, type OrderTab } from '@priormark/core/orders/order'
import { Button } from 'antd'
import { useEffect, useId, useRef, useState } from 'react'
import { useNavigate, type NavigateOptions } from 'react-router-dom'
import { lazyDialog } from '../../ui/lazy-load.ts'
import { homePath } from '../platform/session/admin-paths.ts'
import { useMediaQuery, narrowQuery } from '../platform/ui/media.ts'
import { useListFilter } from '../platform/ui/list-filter.ts'
import { Pager } from '../platform/ui/Pager.tsx'
import { useRowKeys } from '../platform/ui/row-keys.ts'
import { SearchField } from '../platform/ui/SearchField.tsx'
import { tabId, Tabs } from '../platform/ui/Tabs.tsx'
import { BulkBar } from './BulkBar.tsx'
import { orderCursor, orderPath } from './order-rows.ts'
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
import { useDownloadCsv, useOrderCounts, useOrderPage } from './order-queries.ts'
import { EmptyList, LoadFailed, Loading } from '../platform/ui/list-states.tsx'
import { useIsServerLost } from '../platform/ui/lost-server.tsx'
import styles from './OrdersPanel.module.css'
import { rememberList, useOrdersView } from './orders-view.ts'
import { useOrderActions, type OrderDialog } from './use-order-actions.ts'

const OrderLinkDialog = lazyDialog(
  async () => (await import('./OrderLinkDialog.tsx')).OrderLinkDialog,
  'order',
)

const MarkDialog = lazyDialog(async () => (await import('./MarkDialogs.tsx')).MarkDialog, 'asked')

const listId = 'orders-list'
const noOrders: Order[] = []

/** As wide as a digit: without it, the tabs would move once the counts are known. */
const figureSpace = '\u2007'

/** The list of orders with its tabs, search, pages and actions. The filter is in the address. */
export function OrdersPanel() {
  // A search looks in all orders. Once it is cleared, the tab before it is shown again, unless another one was chosen meanwhile.
  const tabBefore = useRef<OrderTab>('all')
  const { filter, changeFilter, search } = useListFilter({
    read: readOrderFilter,
    write: orderFilterParams,
    onSearch: ({ search: former, tab }, text): Partial<OrderFilter> => {
      if (former === '') tabBefore.current = tab
      if (former === '') return { tab: 'all' }
      return text === '' && tab === 'all' ? { tab: tabBefore.current } : {}
    },
  })
  const list = useOrderPage(filter)
  const counts = useOrderCounts(filter)
  const csv = useDownloadCsv()
  const isServerLost = useIsServerLost()
  const navigate = useNavigate()
  const exportId = useId()
  const isNarrow = useMediaQuery(narrowQuery)
  const List = isNarrow ? OrderCards : OrdersTable
  const [dialog, setDialog] = useState<OrderDialog | null>(null)
  const actions = useOrderActions(setDialog)
  const selectedIds = useOrdersView((view) => view.selectedIds)
  const orders = list.data?.orders ?? noOrders
  const selected = orders.filter((order) => selectedIds.includes(order.id))
  const pathOf = (id: string) => {
    const order = orders.find((one) => one.id === id)
    return order === undefined ? homePath : orderPath(order)
  }
  useRowKeys(orders, { cursor: orderCursor, pathOf })

  const query = orderFilterParams(filter).toString()
  useEffect(() => rememberList(query), [query])

  /** Opens the only order that was found, else moves to the first one. */
  function openFound() {
    const [first, second] = orders
    if (first === undefined) return
    if (second === undefined && filter.search !== '' && filter.page === 1) void navigate(orderPath(first))
    else orderCursor.focus(first.id)
  }

  function refresh() {
    void list.refetch()
    void counts.refetch()
  }

  const closeDialog = () => setDialog(null)
  const days = <DayRange {...filter} onChange={changeFilter} />
  const exportButton = (
    <Button
      loading={csv.isPending}
      disabled={isReversedRange(filter) || isServerLost}
      aria-describedby={exportId}
      onClick={() => csv.mutate(filter)}
    >
      Export CSV
    </Button>
  )
  const exportNote = (
    <p className={`admin-soft ${styles.exportNote}`}>
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
          onEnter={openFound}
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
      <BulkBar selected={selected} />
      <div
        id={listId}
        role="tabpanel"
        tabIndex={-1}
        aria-labelledby={tabId(listId, filter.tab)}
        aria-busy={list.isFetching}
        className={list.isPlaceholderData ? styles.waiting : undefined}
      >
        {list.isPending && <Loading label="Loading orders" />}
        {list.isError && (
          <LoadFailed onRetry={() => list.refetch()}>Failed to load orders. Please try again.</LoadFailed>
        )}
        {list.isSuccess && orders.length === 0 && (
          <NoOrders filter={filter} foundInAll={counts.data?.all} onFilter={changeFilter} />
        )}
        {list.isSuccess && orders.length > 0 && (
          <List orders={orders} hasTabs={filter.search !== ''} onAction={actions.act} />
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
        order={dialog?.action === 'add-link' ? dialog.order : null}
        onClose={closeDialog}
        onClosed={orderCursor.refocus}
      />
      <MarkDialog
        asked={
          dialog === null || dialog.action === 'add-link'
            ? null
            : { order: dialog.order, mark: dialog.action }
        }
        isBusy={actions.isMarking}
        onConfirm={(order, mark) => actions.mark(order, mark, closeDialog)}
        onClose={closeDialog}
        onClosed={orderCursor.refocus}
      />
    </section>
  )
}

interface NoOrdersProps {
  filter: OrderFilter
  /** How many orders of all tabs match the search and days; undefined if unknown. */
  foundInAll: string | undefined
  onFilter: (change: Partial<OrderFilter>, options?: NavigateOptions) => void
}

/** An empty list, with the way out if a search or a tab is the reason. */
function NoOrders({ filter, foundInAll = '', onFilter }: NoOrdersProps) {
  const { tab, search, from, to } = filter
  return (
    <EmptyList label="No orders found.">
      {isReversedRange(filter) && <p>The first day is after the last one.</p>}
      {search === '' && from === '' && to === '' && tab === 'to-fulfill' && (
        <p className="admin-soft">Nothing is waiting for a link.</p>
      )}
      <div className={`admin-line ${styles.ways}`}>
        {search !== '' && tab !== 'all' && foundInAll !== '0' && (
          <Button onClick={() => onFilter({ tab: 'all' })}>
            {foundInAll === '' ? 'Search all orders' : `Show ${foundInAll} found in All Orders`}
          </Button>
        )}
        {search !== '' && (
          <Button onClick={() => onFilter({ search: '' }, { replace: true })}>Clear search</Button>
        )}
      </div>
    </EmptyList>
  )
}
