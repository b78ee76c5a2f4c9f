import { NavLink } from 'react-router-dom'
import styles from './Tabs.module.css'

interface TabLinksProps {
  label: string
  /** `isWhole`: the link is the current one only at exactly its address, not below it. */
  links: readonly { to: string; label: string; isWhole?: boolean }[]
}

/** Links between the pages of a screen, which look like tabs. */
export function TabLinks({ label, links }: TabLinksProps) {
  return (
    <nav className={`${styles.list} ${styles.links}`} aria-label={label}>
      {links.map(({ to, label: name, isWhole = false }) => (
        <NavLink key={to} to={to} end={isWhole}>
          {name}
        </NavLink>
      ))}
    </nav>
  )
}
