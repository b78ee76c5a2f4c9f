const lastPage = 100_000

/** The page an address asks for, from 1; the first where it asks for none that can exist. */
export function readPage(params: URLSearchParams): number {
  const page = Number(params.get('page') ?? 1)
  return Number.isInteger(page) && page >= 1 && page <= lastPage ? page : 1
}

/** A total as the server counts it: exact, or '1000+' where counting stopped. */
export interface Total {
  count: number
  isCapped: boolean
}

/** Reads X-Total-Count; without one, what was answered is all there is. */
export function readTotal(header: string | null, answered: number): Total {
  const match = /^(\d+)(\+?)$/.exec(header ?? '')
  if (match === null) return { count: answered, isCapped: false }
  return { count: Number(match[1]), isCapped: match[2] === '+' }
}

/** Whether another page follows: beyond a capped count only a page that is not full says no. */
export function hasNextPage(page: number, pageSize: number, shown: number, total: Total): boolean {
  if (page * pageSize < total.count) return true
  return total.isCapped && shown === pageSize
}

/** '21-40 of 137', '21-40 of 1000+', or '' where nothing is shown. */
export function rangeText(page: number, pageSize: number, shown: number, total: Total): string {
  if (shown === 0) return ''
  const first = (page - 1) * pageSize + 1
  return `${first}–${first + shown - 1} of ${total.count}${total.isCapped ? '+' : ''}`
}
