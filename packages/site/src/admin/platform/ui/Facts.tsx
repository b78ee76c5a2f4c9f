/*
 * Not antd's Descriptions, which renders a table without header cells. This is a description list for screen readers.
 */
import type { ReactNode } from 'react'
import styles from './Facts.module.css'

/** Names and values, one below the other. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className={styles.facts}>{children}</dl>
}

/** One name with its value. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
