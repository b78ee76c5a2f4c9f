import type { FieldErrors } from '@priormark/core/platform/errors'
import { useId, useState, type ReactNode } from 'react'
import { useMedia } from '../../platform/ui/media.ts'
import styles from './FoldingCard.module.css'

/** Where the side column moves below the text, see PostEditor.module.css. */
const oneColumn = '(max-width: 960px)'

interface FoldingCardProps {
  title: string
  className: string | undefined
  /** A field has an error, so that the card must be open. */
  hasError: boolean
  children: ReactNode
}

/** A card that is closed at first on a narrow screen, where its fields would be a long way to what follows. */
export function FoldingCard({ title, className, hasError, children }: FoldingCardProps) {
  const titleId = useId()
  const isFolding = useMedia(oneColumn)
  const [isOpen, setOpen] = useState(false)
  const card = `admin-card ${className ?? ''}`
  if (!isFolding) {
    return (
      <section className={card} aria-labelledby={titleId}>
        <h2 id={titleId}>{title}</h2>
        {children}
      </section>
    )
  }
  return (
    <details
      className={`${card} ${styles.folding ?? ''}`}
      open={isOpen || hasError}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>
        <h2>{title}</h2>
      </summary>
      {children}
    </details>
  )
}

/** Whether a field, or an entry of a list, has an error. */
export function hasErrorIn(errors: FieldErrors, fields: readonly string[]): boolean {
  return Object.keys(errors).some((key) => fields.includes(key.split('.')[0] ?? key))
}
