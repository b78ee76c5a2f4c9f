// Not antd's Tabs: axe rejects its button inside the tablist at 360 px (react-component/tabs#1013), see decision 0046.
import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react'
import styles from './Tabs.module.css'
import { NavLink, useLocation } from 'react-router-dom'

interface TabsProps<Key extends string> {
  label: string
  /** The id of the panel that the tabs switch; its own name is the active tab. */
  panelId: string
  /** `count` is shown beside the label, which stays the name of the tab. */
  tabs: readonly { key: Key; label: string; count?: string | undefined }[]
  active: Key
  onChange: (key: Key) => void
}

/** A row of tabs: one stop for Tab, arrows between them. */
export function Tabs<Key extends string>({ label, panelId, tabs, active, onChange }: TabsProps<Key>) {
  const list = useCurrentTabInView<HTMLDivElement>(active)

  function move(press: KeyboardEvent) {
    const by = steps[press.key]
    if (by === undefined) return
    press.preventDefault()
    const from = tabs.findIndex(({ key }) => key === active)
    const index = Number.isFinite(by) ? (from + by + tabs.length) % tabs.length : by > 0 ? tabs.length - 1 : 0
    const next = tabs[index]
    if (next === undefined) return
    onChange(next.key)
    list.current?.querySelectorAll('button')[index]?.focus()
  }

  return (
    <div ref={list} role="tablist" tabIndex={-1} aria-label={label} className={styles.list} onKeyDown={move}>
      {tabs.map(({ key, label: name, count }) => (
        <button
          key={key}
          type="button"
          role="tab"
          id={tabId(panelId, key)}
          aria-selected={key === active}
          aria-controls={panelId}
          tabIndex={key === active ? 0 : -1}
          aria-describedby={count === undefined ? undefined : countId(panelId, key)}
          onClick={() => onChange(key)}
        >
          {name}
          {count !== undefined && (
            <span id={countId(panelId, key)} className={styles.count} aria-hidden>
              {count}
            </span>
          )}
        </button>
      ))}
    </div>
  )
}

/** The id of a tab, for its panel's aria-labelledby. */
export function tabId(panelId: string, key: string): string {
  return `${panelId}-${key}`
}

function countId(panelId: string, key: string): string {
  return `${tabId(panelId, key)}-count`
}

const steps: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowLeft: -1,
  Home: -Infinity,
  End: Infinity,
}

/** Scrolls a row of tabs sideways to its current one when that or the row's width changes. @param current what names it */
function useCurrentTabInView<Row extends HTMLElement>(current: string): RefObject<Row | null> {
  const row = useRef<Row>(null)
  useEffect(() => {
    const list = row.current
    if (list === null) return
    const observer = new ResizeObserver(() => {
      const tab = list.querySelector('[aria-selected="true"], [aria-current="page"]')
      if (tab === null) return
      const { left, right } = list.getBoundingClientRect()
      const box = tab.getBoundingClientRect()
      if (box.left < left || box.right > right)
        list.scrollLeft += box.left + box.width / 2 - (left + right) / 2
    })
    observer.observe(list)
    return () => observer.disconnect()
  }, [current])
  return row
}

interface TabLinksProps {
  label: string
  /** `isWhole`: the link is the current one only at exactly its address, not below it. */
  links: readonly { to: string; label: string; isWhole?: boolean }[]
}

/** Links between the pages of a screen, which look like tabs. */
export function TabLinks({ label, links }: TabLinksProps) {
  const row = useCurrentTabInView<HTMLElement>(useLocation().pathname)
  return (
    <nav ref={row} className={`${styles.list} ${styles.links}`} aria-label={label}>
      {links.map(({ to, label: name, isWhole = false }) => (
        <NavLink key={to} to={to} end={isWhole}>
          {name}
        </NavLink>
      ))}
    </nav>
  )
}
