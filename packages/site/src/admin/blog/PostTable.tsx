import type { PostSort } from '@priormark/core/blog/endpoints'
import '../platform/ui/row-table.css'
import type { ListedPost } from './listed-posts.ts'
import styles from './PostList.module.css'
import { PostActions, PostLink, PostStatus, PostViewsLink } from './PostParts.tsx'

export interface PostListProps {
  posts: ListedPost[]
  sort: PostSort
  /** Null if the order cannot be changed. */
  onSort: ((sort: PostSort) => void) | null
  onDelete: (post: ListedPost) => void
}

const viewsTitle = 'Views (30 days)'

/** The posts of a page on a wide screen. */
export function PostTable({ posts, onDelete, sort, onSort }: PostListProps) {
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
                className={styles.sort}
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
