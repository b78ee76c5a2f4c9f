import type { DraftCard } from '@priormark/core/drafts/draft-service'
import { Button } from 'antd'
import { Link } from 'react-router-dom'
import { editorPath, postCursor } from './post-rows.ts'
import type { ShownPost } from './delete-post.ts'
import { StateTag } from '../ui/StateTag.tsx'
import { draftMark, postMark } from './post-state-labels.ts'
import styles from './UnsentDrafts.module.css'

interface LocalPostsProps {
  cards: readonly DraftCard[]
  onDelete: (post: ShownPost) => void
}

/** The posts stored on this computer, shown while the server is unreachable. */
export function LocalPosts({ cards, onDelete }: LocalPostsProps) {
  return (
    <ul className={styles.list} aria-label="Blog posts">
      {cards.map(({ id, title, status, state, isRemoved }) => (
        <li key={id}>
          <Link id={postCursor.linkId(id)} to={editorPath(id)} onFocus={() => postCursor.move(id)}>
            {title || 'Untitled'}
          </Link>
          <StateTag state={postMark({ status, scheduledAt: null })} />
          {state !== 'clean' && <StateTag state={draftMark({ state, isRemoved })} />}
          <Button
            size="small"
            danger
            aria-label={`Delete ${title || 'Untitled'}`}
            onClick={() => onDelete({ id, version: null })}
          >
            Delete
          </Button>
        </li>
      ))}
    </ul>
  )
}
