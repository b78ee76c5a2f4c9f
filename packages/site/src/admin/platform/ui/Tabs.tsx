// Not antd's Tabs: axe rejects its button inside the tablist at 360 px (react-component/tabs#1013), see decision 0046.
import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react'
import styles from './Tabs.module.css'
import { NavLink, useLocation } from 'react-router-dom'

interface TabsProps<Key extends string> {
  label: string
  /** The id of the panel that the tabs switch. The active tab labels it (see tabId). */
  panelId: string
  /** `count` is shown beside the label. Screen readers read it as a description; the accessible name is only the label. */
  tabs: readonly { key: Key; label: string; count?: string | undefined }[]
  active: Key
  onChange: (key: Key) => void
}

/** A row of tabs. The Tab key stops at the active one, and the arrow keys move between them. */
export function Tabs<Key extends string>({ label, panelId, tabs, active, onChange }: TabsProps<Key>) {
  const list = useCurrentTabInView<HTMLDivElement>(active)

  function move(press: KeyboardEvent) {
    const from = tabs.findIndex(({ key }) => key === active)
    const indexes: Record<string, number> = {
      ArrowRight: (from + 1) % tabs.length,
      ArrowLeft: (from - 1 + tabs.length) % tabs.length,
      Home: 0,
      End: tabs.length - 1,
    }
    const index = indexes[press.key] ?? -1
    const next = tabs[index]
    if (next === undefined) return
    press.preventDefault()
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
          className="admin-text-button"
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

/** Scrolls a row of tabs sideways to the current tab when that or the row's width changes. @param currentKey changes with the tab */
function useCurrentTabInView<Row extends HTMLElement>(currentKey: string): RefObject<Row | null> {
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
  }, [currentKey])
  return row
}

interface TabLinksProps {
  label: string
  /** The first link is current only at its own address, the others also at addresses below it. */
  links: readonly { path: string; label: string }[]
}

/** Links between the pages of a screen, which look like tabs. */
export function TabLinks({ label, links }: TabLinksProps) {
  const row = useCurrentTabInView<HTMLElement>(useLocation().pathname)
  return (
    <nav ref={row} className={`${styles.list} ${styles.links}`} aria-label={label}>
      {links.map(({ path, label: name }, index) => (
        <NavLink key={path} to={path} end={index === 0}>
          {name}
        </NavLink>
      ))}
    </nav>
  )
}
