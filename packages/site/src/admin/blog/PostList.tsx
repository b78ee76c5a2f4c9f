import type { PostSort } from '@priormark/core/blog/endpoints'
import { narrow, useMedia } from '../ui/media.ts'
import type { ListedPost } from './listed-posts.ts'
import { useUnsentFocus } from './post-rows.ts'
import { PostActions, PostLink, PostStatus, PostViewsLink } from './PostParts.tsx'
import { PostTable } from './PostTable.tsx'
import styles from './PostList.module.css'

export interface PostListProps {
  posts: ListedPost[]
  sort: PostSort
  /** Null if the order cannot be changed. */
  onSort: ((sort: PostSort) => void) | null
  onDelete: (post: ListedPost) => void
}

/** The posts of a page: a table, or cards on a phone. */
export function PostList(props: PostListProps) {
  useUnsentFocus(props.posts)
  return useMedia(narrow) ? <PostCards {...props} /> : <PostTable {...props} />
}

function PostCards({ posts, onDelete }: Pick<PostListProps, 'posts' | 'onDelete'>) {
  return (
    <ul className={styles.cards} aria-label="Blog posts">
      {posts.map((post) => (
        <li key={post.id}>
          <PostLink post={post} />
          <div className={styles.facts}>
            <PostStatus post={post} />
            <span className={styles.date}>{post.date}</span>
            {post.views !== null && <PostViewsLink post={post} isSentence />}
            <span>{post.author}</span>
          </div>
          <PostActions post={post} onDelete={onDelete} />
        </li>
      ))}
    </ul>
  )
}
