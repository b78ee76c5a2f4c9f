import type { ReactNode } from 'react'
import styles from './work.module.css'

/** A box with printer's crop marks at its corners, for a work. */
export function CropMarks({
  children,
  className = '',
}: {
  children: ReactNode
  className?: string | undefined
}) {
  return <div className={`${styles.sheet} ${className}`}>{children}</div>
}
