import { narrow, useMedia } from '../platform/ui/media.ts'
import { useUnsentFocus } from './post-rows.ts'
import { PostActions, PostLink, PostStatus, PostViewsLink } from './PostParts.tsx'
import { PostTable, type PostListProps } from './PostTable.tsx'
import styles from './PostList.module.css'

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
