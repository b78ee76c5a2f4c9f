import { NavLink, useLocation } from 'react-router-dom'
import styles from './Tabs.module.css'
import { useCurrentTabInView } from './Tabs.tsx'

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
