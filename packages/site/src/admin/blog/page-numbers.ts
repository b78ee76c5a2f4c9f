/** A page number, or the gap between two. */
export type PageStep = number | 'gap'

/** How many pages are shown on each side of the current one. */
const neighbours = 1

/**
 * The numbers to page by: the first, the last, the current one with its neighbours, and gaps between.
 * A gap of one page is that page: 1 2 3 4 … 20, 1 … 9 10 11 … 20.
 */
export function pageSteps(current: number, last: number): PageStep[] {
  const shown = Array.from({ length: last }, (_, index) => index + 1).filter(
    (page) => page === 1 || page === last || Math.abs(page - current) <= neighbours,
  )
  return shown.flatMap((page, index): PageStep[] => {
    const before = shown[index - 1] ?? 0
    if (page - before === 1) return [page]
    return page - before === 2 ? [page - 1, page] : ['gap', page]
  })
}
