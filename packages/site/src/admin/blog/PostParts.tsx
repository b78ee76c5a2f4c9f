import type { AdminPostCard } from '@priormark/core/blog/post'
import { Button } from 'antd'
import { Link, useNavigate } from 'react-router-dom'
import { StateTag } from '../ui/StateTag.tsx'
import { scheduleText } from './post-dates.ts'
import { editorPath, postCursor } from './post-rows.ts'
import { postMark } from './post-state-labels.ts'
import styles from './PostList.module.css'

/** The title of a post as a link to its editor, and its path on the site. */
export function PostLink({ post: { id, title, slug } }: { post: AdminPostCard }) {
  return (
    <div className={styles.title}>
      <Link id={postCursor.linkId(id)} to={editorPath(id)} onFocus={() => postCursor.move(id)}>
        {title}
      </Link>
      <div className="admin-small">/blog/{slug}</div>
    </div>
  )
}

/** The status of a post, and when it will be published. */
export function PostStatus({ post }: { post: AdminPostCard }) {
  const schedule = scheduleText(post)
  return (
    <>
      <StateTag state={postMark(post)} />
      {schedule !== null && <div className="admin-small">{schedule}</div>}
    </>
  )
}

interface PostActionsProps {
  post: AdminPostCard
  onDelete: (post: AdminPostCard) => void
}

/** The actions of a post in the list. */
export function PostActions({ post, onDelete }: PostActionsProps) {
  const navigate = useNavigate()
  return (
    <div className={styles.actions}>
      <Button
        size="small"
        aria-label={`Edit ${post.title}`}
        onClick={() => void navigate(editorPath(post.id))}
      >
        Edit
      </Button>
      <Button size="small" danger aria-label={`Delete ${post.title}`} onClick={() => onDelete(post)}>
        Delete
      </Button>
    </div>
  )
}
