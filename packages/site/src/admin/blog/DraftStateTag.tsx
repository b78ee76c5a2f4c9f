import type { DraftCard } from '@priormark/core/drafts/draft-service'
import styles from './DraftStateTag.module.css'

/** How a draft stands, in words. */
export function draftStateText({ state, isRemoved }: Pick<DraftCard, 'state' | 'isRemoved'>): string {
  if (state === 'conflict') return 'Two texts to compare'
  if (state === 'blocked') return 'Needs a change'
  if (state === 'clean') return 'On the server'
  return isRemoved ? 'Deletion waiting to be sent' : 'Waiting to be sent'
}

/** How a draft stands. */
export function DraftStateTag({ draft }: { draft: Pick<DraftCard, 'state' | 'isRemoved'> }) {
  return (
    <span className={styles.tag} data-state={draft.state}>
      {draftStateText(draft)}
    </span>
  )
}
