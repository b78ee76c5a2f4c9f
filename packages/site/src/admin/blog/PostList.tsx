import type { PostSort } from '@priormark/core/blog/endpoints'
import { Suspense } from 'react'
import { lazyComponent } from '../ui/lazy-component.ts'
import { narrow, useMedia } from '../ui/media.ts'
import { Loading } from '../ui/list-states.tsx'
import type { ListedPost } from './listed-posts.ts'
import { useUnsentFocus } from './post-rows.ts'
import { PostActions, PostLink, PostStatus, PostViewsLink } from './PostParts.tsx'
import styles from './PostList.module.css'

// antd's Table loads in parallel with the posts, and phones never load it.
const PostTable = lazyComponent(async () => (await import('./PostTable.tsx')).PostTable)

export interface PostListProps {
  posts: ListedPost[]
  sort: PostSort
  /** Null if the order cannot be changed. */
  onSort: ((sort: PostSort) => void) | null
  onDelete: (post: ListedPost) => void
}

/** The posts of a page: a table, or cards on a phone. */
export function PostList(props: PostListProps) {
  return useMedia(narrow) ? (
    <PostCards {...props} />
  ) : (
    <Suspense fallback={<Loading label="Loading blog posts" />}>
      <PostTable {...props} />
    </Suspense>
  )
}

function PostCards({ posts, onDelete }: Pick<PostListProps, 'posts' | 'onDelete'>) {
  useUnsentFocus(posts)
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
