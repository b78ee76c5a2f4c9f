import { ordersFileName } from '@priormark/core/orders/orders-file-name'
import { describe, expect, test } from 'vitest'
import {
  exportText,
  tabCount,
  orderFilterParams,
  readOrderFilter,
  type OrderFilter,
} from '../../../src/admin/orders/order-filter.ts'
import { applyFilterChange } from '../../../src/admin/platform/ui/list-filter.ts'
import { hasNextPage, rangeText, readTotal } from '../../../src/admin/platform/ui/page-params.ts'
import { returnPath } from '../../../src/admin/platform/session/admin-paths.ts'

const none = { tab: 'to-fulfill', search: '', date: 'ordered', from: '', to: '', page: 1 } as const
const read = (query: string) => readOrderFilter(new URLSearchParams(query))

describe('the filter in the address', () => {
  test('is To Fulfill, no search and the first page by default', () => {
    expect(read('')).toEqual(none)
  })

  test('is all orders for a search, unless a tab is chosen', () => {
    expect(read('search=ada')).toEqual({ ...none, tab: 'all', search: 'ada' })
    expect(orderFilterParams({ ...none, tab: 'all', search: 'ada' }).toString()).toBe('search=ada')
    const chosen = { ...none, search: 'ada' }
    expect(read(orderFilterParams(chosen).toString())).toEqual(chosen)
  })

  test('is read as it was written', () => {
    const filter = {
      tab: 'paid',
      search: 'ada & co',
      date: 'paid',
      from: '2026-11-01',
      to: '2026-11-23',
      page: 3,
    } as const
    expect(read(orderFilterParams(filter).toString())).toEqual(filter)
  })

  test('omits default values', () => {
    expect(orderFilterParams({ ...none, search: ' ' }).toString()).toBe('')
  })

  test.each([
    'tab=none',
    'page=0',
    'page=-2',
    'page=1.5',
    'page=x',
    'date=x',
    'page=100001',
    'from=x',
    'to=2026-13-01',
  ])('ignores invalid values: %s', (query) => {
    expect(read(query)).toEqual(none)
  })

  test('starts another search or tab at its first page', () => {
    const filter: OrderFilter = { ...none, tab: 'all', search: 'ada', page: 4 }
    expect(applyFilterChange(filter, { search: 'bob' })).toEqual({ ...filter, search: 'bob', page: 1 })
    expect(applyFilterChange(filter, { tab: 'paid' })).toEqual({ ...filter, tab: 'paid', page: 1 })
    expect(applyFilterChange(filter, { page: 5 })).toEqual({ ...filter, page: 5 })
    expect(applyFilterChange(filter, { from: '2026-11-01' })).toMatchObject({ from: '2026-11-01', page: 1 })
    expect(applyFilterChange(filter, { search: 'bob', page: 5 })).toMatchObject({ search: 'bob', page: 1 })
  })

  test('keeps what is chosen together with a new search', () => {
    const inAllOrders = (): Partial<OrderFilter> => ({ tab: 'all' })
    expect(applyFilterChange(none, { search: 'ada' }, inAllOrders)).toMatchObject({
      search: 'ada',
      tab: 'all',
    })
    const chosen = applyFilterChange(none, { search: 'ada', tab: 'pending' }, inAllOrders)
    expect(chosen).toMatchObject({ search: 'ada', tab: 'pending' })
    expect(applyFilterChange(chosen, { search: 'ada', page: 2 }, inAllOrders)).toEqual({ ...chosen, page: 2 })
  })
})

describe('paging', () => {
  test('reads exact, capped and missing totals', () => {
    expect(readTotal('137', 20)).toEqual({ count: 137, isCapped: false })
    expect(readTotal('1000+', 20)).toEqual({ count: 1000, isCapped: true })
    expect(readTotal(null, 7)).toEqual({ count: 7, isCapped: false })
  })

  test('stops after the last row of an exact total', () => {
    expect(hasNextPage(1, 20, 20, { count: 21, isCapped: false })).toBe(true)
    expect(hasNextPage(2, 20, 20, { count: 40, isCapped: false })).toBe(false)
  })

  test('continues beyond a capped total until a page is not full', () => {
    expect(hasNextPage(60, 20, 20, { count: 1000, isCapped: true })).toBe(true)
    expect(hasNextPage(61, 20, 3, { count: 1000, isCapped: true })).toBe(false)
  })

  test('shows the range of rows', () => {
    expect(rangeText(2, 20, 20, { count: 137, isCapped: false })).toBe('21–40 of 137')
    expect(rangeText(1, 20, 20, { count: 1000, isCapped: true })).toBe('1–20 of 1000+')
    expect(rangeText(1, 20, 0, { count: 0, isCapped: false })).toBe('')
  })
})

describe('returnPath', () => {
  test('is the screen that required the login', () => {
    expect(returnPath({ from: '/admin/orders/1?tab=progress' })).toBe('/admin/orders/1?tab=progress')
  })

  test.each([
    null,
    undefined,
    {},
    { from: 7 },
    { from: '/admin/login' },
    { from: '//evil.example' },
    { from: '/' },
  ])('is the dashboard for %j', (state) => {
    expect(returnPath(state)).toBe('/admin/dashboard')
  })
})

describe('an export', () => {
  test('says which orders it takes', () => {
    expect(exportText(none)).toBe('Exports To Fulfill, ordered on any day.')
    const month = { ...none, search: 'ada', date: 'paid', from: '2026-11-01', to: '2026-11-23' } as const
    expect(exportText({ ...month, tab: 'all' }, '1')).toBe(
      'Exports 1 order: All Orders, search “ada”, paid from Nov 1, 2026 to Nov 23, 2026.',
    )
    expect(exportText({ ...none, tab: 'paid' }, '1000+')).toBe(
      'Exports 1000+ orders: Paid (not Completed), ordered on any day.',
    )
  })

  test('names its tab and days in its file, and not the search', () => {
    const today = '2026-11-23'
    expect(ordersFileName(none, today)).toBe('orders-to-fulfill-until-2026-11-23.csv')
    expect(ordersFileName({ ...none, tab: 'paid', search: 'ada', from: '2026-11-01' }, today)).toBe(
      'orders-paid-search-2026-11-01-to-2026-11-23.csv',
    )
    expect(ordersFileName({ ...none, tab: 'all', date: 'paid', from: '2026-11-01' }, today)).toBe(
      'orders-all-paid-from-2026-11-01-to-2026-11-23.csv',
    )
  })
})

test('shows no count where the newest orders do not tell one', () => {
  expect([tabCount('0+'), tabCount('0'), tabCount('3+'), tabCount(undefined)]).toEqual([
    undefined,
    '0',
    '3+',
    undefined,
  ])
})
