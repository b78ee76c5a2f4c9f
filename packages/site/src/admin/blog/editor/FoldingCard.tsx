import type { FieldErrors } from '@priormark/core/platform/errors'
import { useId, useState, type ReactNode } from 'react'
import { useMedia } from '../../platform/ui/media.ts'
import styles from './PostFields.module.css'

/** Where the side column moves below the text, see PostEditor.module.css. */
const oneColumn = '(max-width: 960px)'

interface FoldingCardProps {
  title: string
  /** The names of its fields. If one of them has an error, the card is open. */
  fields: readonly string[]
  errors: FieldErrors
  children: ReactNode
}

/** A card that is closed at first on a narrow screen, where its fields would be a long way to what follows. */
export function FoldingCard({ title, fields, errors, children }: FoldingCardProps) {
  const titleId = useId()
  const isFolding = useMedia(oneColumn)
  const [isOpen, setOpen] = useState(false)
  // The error of an entry is under the name of its list.
  const hasError = Object.keys(errors).some((key) => fields.includes(key.split('.')[0] ?? key))
  const card = `admin-card ${styles.fields}`
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
      className={card}
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
