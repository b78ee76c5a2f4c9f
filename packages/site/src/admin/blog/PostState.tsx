import type { AdminPostCard } from '@priormark/core/blog/post'
import styles from './PostState.module.css'

const labels = { published: 'Published', scheduled: 'Scheduled', draft: 'Draft' } as const

/** The status of a post; a draft with a moment is scheduled. */
export function PostState({ post }: { post: Pick<AdminPostCard, 'status' | 'scheduledAt'> }) {
  const state = post.status === 'draft' && post.scheduledAt !== null ? 'scheduled' : post.status
  return (
    <span className={styles.tag} data-state={state}>
      {labels[state]}
    </span>
  )
}
