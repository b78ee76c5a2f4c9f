import { maxViewedPosts } from '@priormark/core/blog/post-views'
import { Button } from 'antd'
import { Link, useNavigate } from 'react-router-dom'
import { ScreenTitle } from '../platform/ui/ScreenTitle.tsx'
import { viewsPath } from './post-rows.ts'
import { formatViews, periodLabel } from './post-views-labels.ts'
import { useBlogViews } from './views-queries.ts'
import { ViewsCard } from './ViewsCard.tsx'
import styles from './ViewsCard.module.css'

interface AllPostViewsProps {
  month: string
  onMonth: (month: string) => void
}

/** The statistics of all posts together, and the posts that were read most. */
export function AllPostViews({ month, onMonth }: AllPostViewsProps) {
  const navigate = useNavigate()
  const views = useBlogViews(month)
  const posts = views.data?.posts ?? []
  return (
    <>
      <div className="admin-head">
        <ScreenTitle title="Post statistics" />
        <Button onClick={() => void navigate('/admin/blog')}>Back to Blog</Button>
      </div>
      <ViewsCard views={views} month={month} onMonth={onMonth} />
      {views.isSuccess && (
        <section
          className={`admin-card ${styles.most}`}
          aria-labelledby="posts-title"
          aria-busy={views.isFetching}
        >
          <h2 id="posts-title">Most viewed posts</h2>
          {posts.length === 0 && <p className="admin-soft">No post was viewed in {periodLabel(month)}.</p>}
          {posts.length > 0 && (
            <table className={styles.posts} aria-labelledby="posts-title">
              <thead>
                <tr>
                  <th scope="col">Post</th>
                  <th scope="col">Views</th>
                </tr>
              </thead>
              <tbody>
                {posts.map((post) => (
                  <tr key={post.id}>
                    <th scope="row">
                      <Link to={viewsPath({ id: post.id, month })}>{post.title}</Link>
                    </th>
                    <td>{formatViews(post.views)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
          {posts.length === maxViewedPosts && (
            <p className="admin-soft">Only the first {maxViewedPosts} posts are shown.</p>
          )}
        </section>
      )}
    </>
  )
}
