import { useEffect, useRef, type RefObject } from 'react'

/** Scrolls a row of tabs sideways to its current one when that changes. @param current what names it */
export function useCurrentTabInView<Row extends HTMLElement>(current: string): RefObject<Row | null> {
  const row = useRef<Row>(null)
  useEffect(() => {
    const tab = row.current?.querySelector<HTMLElement>('[aria-selected="true"], [aria-current="page"]')
    if (!tab || row.current === null) return
    const { left, right } = row.current.getBoundingClientRect()
    const box = tab.getBoundingClientRect()
    if (box.left < left || box.right > right)
      row.current.scrollLeft += box.left + box.width / 2 - (left + right) / 2
  }, [current])
  return row
}
