import { useSearchParams, Link, useNavigate } from 'react-router-dom'
import { maxViewedPosts } from '@priormark/core/blog/endpoints'
import { Button } from 'antd'
import { ScreenTitle } from '../platform/ui/ScreenTitle.tsx'
import { viewsPath, editorPath } from './post-rows.ts'
import { formatViews, periodLabel } from './post-labels.tsx'
import { useBlogViews, usePostViews, blogKey } from './post-queries.ts'
import { ViewsCard } from './ViewsCard.tsx'
import { ApiError, hasReachedServer } from '@priormark/core/platform/http/api-error'
import { useQuery } from '@tanstack/react-query'
import { useAdmin } from '../platform/session/admin-context.tsx'
import { EmptyList, LoadFailed, Loading } from '../platform/ui/list-states.tsx'
import { readDraft } from './draft-queries.ts'

/** /admin/blog/views: how often the posts were read, or the one with the id in the address, by month and day. */
export function PostViewsScreen() {
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const [id, month] = [params.get('id') ?? '', monthOf(params)]
  function showMonth(next: string) {
    void navigate(viewsPath({ id, month: next }), { replace: true, preventScrollReset: true })
  }
  const period = { month, onMonth: showMonth }
  return id === '' ? <AllPostViews {...period} /> : <OnePostViews key={id} id={id} {...period} />
}

/** Returns the month in the address, or '' if it has no valid one. */
function monthOf(params: URLSearchParams): string {
  const month = params.get('month') ?? ''
  return /^20\d\d-(?:0[1-9]|1[0-2])$/.test(month) ? month : ''
}

interface ViewsProps {
  month: string
  onMonth: (month: string) => void
}

function AllPostViews({ month, onMonth }: ViewsProps) {
  const navigate = useNavigate()
  const views = useBlogViews(month)
  const posts = views.data?.posts ?? []
  return (
    <>
      <div className="admin-head">
        <ScreenTitle title="Post statistics" />
        <Button onClick={() => void navigate('/admin/blog')}>Back to Blog</Button>
      </div>
      <div className="admin-stack">
        <ViewsCard views={views} month={month} onMonth={onMonth} />
        {views.isSuccess && (
          <section className="admin-card" aria-labelledby="posts-title" aria-busy={views.isFetching}>
            <h2 id="posts-title">Most viewed posts</h2>
            {posts.length === 0 && <p className="admin-soft">No post was viewed in {periodLabel(month)}.</p>}
            {posts.length > 0 && (
              <table className="admin-amounts" aria-labelledby="posts-title">
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
      </div>
    </>
  )
}

function OnePostViews({ id, month, onMonth }: ViewsProps & { id: string }) {
  const { api, platform } = useAdmin()
  const navigate = useNavigate()
  const views = usePostViews(id, month)
  const title = useQuery({
    queryKey: [...blogKey, 'viewed-post', id],
    queryFn: async ({ signal }) => {
      try {
        return (await api.blog.read({ params: { id } }, { signal })).title
      } catch (error) {
        const draft = !hasReachedServer(error) ? await readDraft(platform.drafts, id) : null
        if (draft?.text == null) throw error
        return draft.text.title
      }
    },
    staleTime: 0,
  })
  const isMissing = title.error instanceof ApiError && title.error.status === 404
  return (
    <>
      <div className="admin-head">
        <ScreenTitle title="Post statistics" />
        <Button onClick={() => void navigate('/admin/blog')}>Back to Blog</Button>
        <Button onClick={() => void navigate(viewsPath())}>All posts</Button>
        {!isMissing && <Button onClick={() => void navigate(editorPath(id))}>Edit post</Button>}
      </div>
      {title.isPending && <Loading label="Loading the post" rows={3} />}
      {isMissing && <EmptyList label="This post doesn’t exist. It may have been deleted." />}
      {title.isError && !isMissing && (
        <LoadFailed onRetry={() => title.refetch()}>The post could not be loaded.</LoadFailed>
      )}
      {title.isSuccess && (
        <>
          <p>{title.data}</p>
          <ViewsCard views={views} month={month} onMonth={onMonth} />
        </>
      )}
    </>
  )
}
