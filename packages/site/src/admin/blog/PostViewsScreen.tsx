import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { useAdmin } from '../session/admin-context.tsx'
import { LoadFailed, Loading } from '../ui/list-states.tsx'
import { ScreenTitle } from '../ui/ScreenTitle.tsx'
import { blogKey } from './post-queries.ts'
import { editorPath } from './post-rows.ts'
import { PostViewsCard } from './PostViewsCard.tsx'

/** /admin/blog/views: how often a post was read, by month and day. */
export function PostViewsScreen() {
  const { api } = useAdmin()
  const navigate = useNavigate()
  const id = useSearchParams()[0].get('id') ?? ''
  const post = useQuery({
    queryKey: [...blogKey, 'viewed-post', id],
    queryFn: ({ signal }) => api.blog.read({ params: { id } }, { signal }),
    staleTime: 0,
  })
  return (
    <>
      <div className="admin-head">
        <ScreenTitle title="Post views" />
        <Button onClick={() => void navigate('/admin/blog')}>Back to Blog</Button>
        <Button onClick={() => void navigate(editorPath(id))}>Edit post</Button>
      </div>
      {post.isPending && <Loading label="Loading the post" rows={3} />}
      {post.isError && (
        <LoadFailed onRetry={() => void post.refetch()}>The post could not be loaded.</LoadFailed>
      )}
      {post.isSuccess && (
        <>
          <p>{post.data.title}</p>
          <PostViewsCard postId={id} />
        </>
      )}
    </>
  )
}
