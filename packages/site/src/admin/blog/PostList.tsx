// Not antd's Table, for the reason in OrderList.tsx.
import { narrowQuery, useMediaQuery } from '../platform/ui/media.ts'
import { useUnsentFocus, editorPath, postCursor, viewsPath } from './post-rows.ts'
import styles from './BlogScreen.module.css'
import type { PostSort } from '@priormark/core/blog/post'
import '../platform/ui/row-table.css'
import type { ListedPost } from './listed-posts.ts'
import { Link, useNavigate } from 'react-router-dom'
import { ActionMenu } from '../platform/ui/ActionMenu.tsx'
import { useAdmin } from '../platform/session/admin-context.tsx'
import { RowButton } from '../platform/ui/RowButton.tsx'
import { StateTag } from '../platform/ui/StateTag.tsx'
import { formatViews, postAddress, viewsText } from './post-labels.tsx'

/** The posts of a page: a table, or cards on a phone. */
export function PostList(props: PostListProps) {
  useUnsentFocus(props.posts)
  return useMediaQuery(narrowQuery) ? <PostCards {...props} /> : <PostTable {...props} />
}

function PostCards({ posts, onDelete }: Pick<PostListProps, 'posts' | 'onDelete'>) {
  return (
    <ul className="admin-list row-cards" aria-label="Blog posts">
      {posts.map((post) => (
        <li key={post.id}>
          <PostLink post={post} />
          <div className={`admin-line ${styles.facts}`}>
            <PostStatus post={post} />
            <span className={styles.date}>{post.date}</span>
            {post.views !== null && <PostViewsLink post={post} isInWords />}
            <span>{post.author}</span>
          </div>
          <PostActions post={post} onDelete={onDelete} />
        </li>
      ))}
    </ul>
  )
}

interface PostListProps {
  posts: ListedPost[]
  sort: PostSort
  /** Null if the order cannot be changed. */
  onSort: ((sort: PostSort) => void) | null
  onDelete: (post: ListedPost) => void
}

const viewsTitle = 'Views (30 days)'

function PostTable({ posts, onDelete, sort, onSort }: PostListProps) {
  const isByViews = sort === 'views'
  return (
    <table className="row-table" aria-label="Blog posts">
      <thead>
        <tr>
          <th>Title</th>
          <th>Status</th>
          <th>Date</th>
          <th aria-sort={isByViews ? 'descending' : undefined}>
            {onSort === null ? (
              viewsTitle
            ) : (
              <button
                type="button"
                className="admin-text-button"
                onClick={() => onSort(isByViews ? 'changed' : 'views')}
              >
                {viewsTitle}
                <span aria-hidden>&nbsp;{isByViews ? '↓' : '↕'}</span>
              </button>
            )}
          </th>
          <th>Author</th>
          <th>
            <span className="admin-hidden">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {posts.map((post) => (
          <tr key={post.id}>
            <td>
              <PostLink post={post} />
            </td>
            <td>
              <PostStatus post={post} />
            </td>
            <td className={styles.date}>{post.date}</td>
            <td className={styles.views}>
              <PostViewsLink post={post} />
            </td>
            <td className={styles.author}>{post.author ?? '–'}</td>
            <td>
              <PostActions post={post} onDelete={onDelete} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function PostLink({ post: { id, title, slug } }: { post: ListedPost }) {
  return (
    <div className={styles.title}>
      <Link
        id={postCursor.linkId(id)}
        className="row-link"
        to={editorPath(id)}
        onFocus={() => postCursor.moveTo(id)}
      >
        {title || 'Untitled'}
      </Link>
      {slug !== null && <div className="admin-small">/blog/{slug}</div>}
    </div>
  )
}

function PostStatus({ post: { marks } }: { post: ListedPost }) {
  return (
    <div className="admin-line">
      {marks.map((mark) => (
        <StateTag key={mark.label} state={mark} />
      ))}
    </div>
  )
}

/** The views of a post in the last 30 days, as a link to the statistics. @param isInWords shows '12 views' instead of '12' */
function PostViewsLink({ post, isInWords = false }: { post: ListedPost; isInWords?: boolean }) {
  const { id, title, views } = post
  if (views === null) return '–'
  const text = isInWords ? viewsText(views) : formatViews(views)
  if (!hasStatistics(post)) return text
  return (
    <Link to={viewsPath({ id })} aria-label={`Views of ${title || 'Untitled'}: ${text}`}>
      {text}
    </Link>
  )
}

/** Whether readers can or could open the post. */
function hasStatistics({ publicSlug, views }: ListedPost): boolean {
  return views !== null && (publicSlug !== null || views > 0)
}

function PostActions({ post, onDelete }: { post: ListedPost; onDelete: (post: ListedPost) => void }) {
  const navigate = useNavigate()
  const { platform } = useAdmin()
  const title = post.title || 'Untitled'
  const { publicSlug } = post
  const actions = [
    ...(publicSlug === null
      ? []
      : [{ label: 'View', run: () => platform.openExternal(postAddress(publicSlug, platform)) }]),
    ...(hasStatistics(post)
      ? [{ label: 'Statistics', run: () => void navigate(viewsPath({ id: post.id })) }]
      : []),
    ...(post.mayDelete ? [{ label: 'Delete', isDanger: true, run: () => onDelete(post) }] : []),
  ]
  return (
    <div className={styles.actions}>
      <RowButton label="Edit" subject={title} onClick={() => void navigate(editorPath(post.id))} />
      {actions.length > 0 && <ActionMenu size="small" label={`Actions for ${title}`} actions={actions} />}
    </div>
  )
}
