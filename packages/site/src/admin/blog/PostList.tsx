import { lazy, Suspense } from 'react'
import type { AdminPostCard } from '@priormark/core/blog/post'
import { narrow, useMedia } from '../ui/media.ts'
import { Loading } from '../ui/list-states.tsx'
import { postDateText } from './post-dates.ts'
import { PostActions, PostLink, PostStatus } from './PostParts.tsx'
import styles from './PostList.module.css'

// antd's Table loads in parallel with the posts, and phones never load it.
const PostTable = lazy(async () => ({ default: (await import('./PostTable.tsx')).PostTable }))

export interface PostListProps {
  posts: AdminPostCard[]
  onDelete: (post: AdminPostCard) => void
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

function PostCards({ posts, onDelete }: PostListProps) {
  return (
    <ul className={styles.cards} aria-label="Blog posts">
      {posts.map((post) => (
        <li key={post.id}>
          <PostLink post={post} />
          <div className={styles.facts}>
            <PostStatus post={post} />
            <span className={styles.date}>{postDateText(post)}</span>
            <span>{post.author.firstName}</span>
          </div>
          <PostActions post={post} onDelete={onDelete} />
        </li>
      ))}
    </ul>
  )
}
