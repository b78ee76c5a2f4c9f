import { maxSearchLength } from '@priormark/core/platform/limits'
import { isDay } from '@priormark/core/platform/page'

const maxPage = 100_000

/** Reads the page number, from 1, from the query of an address. An invalid one counts as 1. */
export function readPage(params: URLSearchParams): number {
  const page = Number(params.get('page') ?? 1)
  return Number.isInteger(page) && page >= 1 && page <= maxPage ? page : 1
}

/** Reads a day such as '2026-11-21' from a parameter of an address or from a field. Returns '' if it is invalid. */
export function readDay(text: string | null): string {
  return text !== null && isDay(text) ? text : ''
}

/** Reads the search text from the query of an address. */
export function readSearch(params: URLSearchParams): string {
  return (params.get('search') ?? '').trim().slice(0, maxSearchLength)
}

/** Returns the query of a list's filter, without what the list shows by default. */
export function filterParams<Filter extends object>(filter: Filter, defaults: Filter): URLSearchParams {
  const defaultValues = new Map(Object.entries(defaults))
  const texts = Object.entries(filter).map(([name, value]) => [name, String(value).trim()])
  return new URLSearchParams(texts.filter(([name = '', text]) => text !== String(defaultValues.get(name))))
}

/** A total as the server counts it: exact, or '1000+' if it stopped counting. */
export interface Total {
  count: number
  isCapped: boolean
}

/** Reads X-Total-Count. Without that header, the response contains every row. */
export function readTotal(header: string | null, rowCount: number): Total {
  const match = /^(\d+)(\+?)$/.exec(header ?? '')
  if (match === null) return { count: rowCount, isCapped: false }
  return { count: Number(match[1]), isCapped: match[2] === '+' }
}

/** Whether another page follows. Beyond a capped count, every full page may have one. */
export function hasNextPage(page: number, pageSize: number, rowCount: number, total: Total): boolean {
  if (page * pageSize < total.count) return true
  return total.isCapped && rowCount === pageSize
}

/** Returns '21–40 of 137', '21–40 of 1000+', or '' for a page without rows. */
export function rangeText(page: number, pageSize: number, rowCount: number, total: Total): string {
  if (rowCount === 0) return ''
  const firstRow = (page - 1) * pageSize + 1
  return `${firstRow}–${firstRow + rowCount - 1} of ${total.count}${total.isCapped ? '+' : ''}`
}

/**
 * Returns the page numbers to show: the first, the last, the current one with a neighbor on each side, and gaps between.
 * A gap of one page shows that page: 1 2 3 4 … 20, 1 … 9 10 11 … 20.
 */
export function pageSteps(current: number, last: number): (number | 'gap')[] {
  const shownPages = Array.from({ length: last }, (_, index) => index + 1).filter(
    (page) => page === 1 || page === last || Math.abs(page - current) <= 1,
  )
  return shownPages.flatMap((page, index): (number | 'gap')[] => {
    const previousPage = shownPages[index - 1] ?? 0
    if (page - previousPage === 1) return [page]
    return page - previousPage === 2 ? [page - 1, page] : ['gap', page]
  })
}
