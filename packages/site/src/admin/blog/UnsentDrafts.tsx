import { formatMoment } from '@priormark/core/dates'
import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { editorPath } from './post-rows.ts'
import { useDraftCards } from './draft-queries.ts'
import { unsentCount, useDraftStatus } from './draft-status.ts'
import { StateTag } from '../ui/StateTag.tsx'
import { draftMark } from './post-state-labels.ts'
import styles from './UnsentDrafts.module.css'

/** The drafts that differ from the server, each as a link to its editor. */
export function UnsentDrafts() {
  const isAny = useDraftStatus(({ status }) => unsentCount(status) > 0)
  const cards = useDraftCards('', isAny)
  const unsent = (isAny ? (cards.data ?? []) : []).filter(({ state }) => state !== 'clean')
  const section = useRef<HTMLElement>(null)
  const { hash, key } = useLocation()
  const isThere = unsent.length > 0

  useEffect(() => {
    if (isThere && hash === '#drafts') section.current?.focus()
  }, [isThere, hash, key])

  if (!isThere) return null
  return (
    <section
      ref={section}
      tabIndex={-1}
      className={`admin-card ${styles.section}`}
      aria-label="Drafts on this computer"
    >
      <h2>Not on the server yet</h2>
      <ul className={styles.list}>
        {unsent.map((draft) => (
          <li key={draft.id}>
            <Link to={editorPath(draft.id)}>{draft.title || 'Untitled'}</Link>
            <StateTag state={draftMark(draft)} />
            <span className="admin-soft">{formatMoment(draft.touchedAt)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
