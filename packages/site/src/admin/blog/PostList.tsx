import type { AdminPostCard } from '@priormark/core/blog/post'
import { Button } from 'antd'
import { Link, useNavigate } from 'react-router-dom'
import { narrow, useMedia } from '../ui/media.ts'
import { postDateText, scheduleText } from './post-dates.ts'
import styles from './PostList.module.css'
import { PostState } from './PostState.tsx'
import { editorPath, postCursor } from './post-rows.ts'

interface PostListProps {
  posts: AdminPostCard[]
  onDelete: (post: AdminPostCard) => void
}

/** The posts of a page: a table, or cards on a phone. */
export function PostList(props: PostListProps) {
  return useMedia(narrow) ? <PostCards {...props} /> : <PostTable {...props} />
}

function PostTable({ posts, onDelete }: PostListProps) {
  return (
    <table className={styles.table}>
      <caption className="admin-hidden">Blog posts</caption>
      <thead>
        <tr>
          <th scope="col">Title</th>
          <th scope="col">Status</th>
          <th scope="col">Date</th>
          <th scope="col">Author</th>
          <th scope="col">
            <span className="admin-hidden">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {posts.map((post) => (
          <tr key={post.id}>
            <td>
              <div className={styles.title}>
                <PostLink post={post} />
                <div className={styles.soft}>/blog/{post.slug}</div>
              </div>
            </td>
            <td>
              <PostState post={post} />
              <Schedule post={post} />
            </td>
            <td className={styles.date}>{postDateText(post)}</td>
            <td>{post.author.firstName}</td>
            <td>
              <PostActions post={post} onDelete={onDelete} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function PostCards({ posts, onDelete }: PostListProps) {
  return (
    <ul className={styles.cards} aria-label="Blog posts">
      {posts.map((post) => (
        <li key={post.id}>
          <div className={styles.title}>
            <PostLink post={post} />
            <div className={styles.soft}>/blog/{post.slug}</div>
          </div>
          <div className={styles.facts}>
            <PostState post={post} />
            <span className={styles.date}>{postDateText(post)}</span>
            <span>{post.author.firstName}</span>
            <Schedule post={post} />
          </div>
          <PostActions post={post} onDelete={onDelete} />
        </li>
      ))}
    </ul>
  )
}

function PostLink({ post: { id, title } }: { post: AdminPostCard }) {
  return (
    <Link id={postCursor.linkId(id)} to={editorPath(id)} onFocus={() => postCursor.move(id)}>
      {title}
    </Link>
  )
}

function Schedule({ post }: { post: AdminPostCard }) {
  const text = scheduleText(post)
  return text === null ? null : <div className={styles.soft}>{text}</div>
}

function PostActions({ post, onDelete }: { post: AdminPostCard; onDelete: PostListProps['onDelete'] }) {
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
