import { Button } from 'antd'
import { Link, useNavigate } from 'react-router-dom'
import { useAdmin } from '../platform/session/admin-context.tsx'
import { StateTag } from '../platform/ui/StateTag.tsx'
import type { ListedPost } from './listed-posts.ts'
import { postAddress } from './public-post.tsx'
import { formatViews, viewsText } from './post-views-labels.ts'
import { editorPath, postCursor, viewsPath } from './post-rows.ts'
import styles from './PostList.module.css'

/** The title of a post as a link to its editor, and its path on the site. */
export function PostLink({ post: { id, title, slug } }: { post: ListedPost }) {
  return (
    <div className={styles.title}>
      <Link id={postCursor.linkId(id)} to={editorPath(id)} onFocus={() => postCursor.move(id)}>
        {title || 'Untitled'}
      </Link>
      {slug !== null && <div className="admin-small">/blog/{slug}</div>}
    </div>
  )
}

/** The states of a post. */
export function PostStatus({ post: { marks } }: { post: ListedPost }) {
  return (
    <div className={styles.marks}>
      {marks.map((mark) => (
        <StateTag key={mark.label} state={mark} />
      ))}
    </div>
  )
}

/** The views of a post in the last 30 days, as a link to those of each month and day. @param isSentence '12 views' */
export function PostViewsLink({ post, isSentence = false }: { post: ListedPost; isSentence?: boolean }) {
  const { id, title, views } = post
  if (views === null) return '–'
  const text = isSentence ? viewsText(views) : formatViews(views)
  if (!hasStatistics(post)) return text
  return (
    <Link
      to={viewsPath({ id })}
      className={styles.viewsLink}
      aria-label={`Views of ${title || 'Untitled'}: ${text}`}
    >
      {text}
    </Link>
  )
}

/** Whether readers can or could open the post. */
function hasStatistics({ publicSlug, views }: ListedPost): boolean {
  return views !== null && (publicSlug !== null || views > 0)
}

interface PostActionsProps {
  post: ListedPost
  onDelete: (post: ListedPost) => void
}

/** The actions of a post in the list. */
export function PostActions({ post, onDelete }: PostActionsProps) {
  const navigate = useNavigate()
  const { platform } = useAdmin()
  const title = post.title || 'Untitled'
  const { publicSlug } = post
  return (
    <div className={styles.actions}>
      <Button size="small" aria-label={`Edit ${title}`} onClick={() => void navigate(editorPath(post.id))}>
        Edit
      </Button>
      {publicSlug !== null && (
        <Button
          size="small"
          aria-label={`View ${title}`}
          onClick={() => platform.openExternal(postAddress(publicSlug, platform))}
        >
          View
        </Button>
      )}
      {hasStatistics(post) && (
        <Button
          size="small"
          aria-label={`Statistics of ${title}`}
          onClick={() => void navigate(viewsPath({ id: post.id }))}
        >
          Statistics
        </Button>
      )}
      {post.mayDelete && (
        <Button size="small" danger aria-label={`Delete ${title}`} onClick={() => onDelete(post)}>
          Delete
        </Button>
      )}
    </div>
  )
}
