import { ApiError, hasReachedServer } from '@priormark/core/platform/http/api-error'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useNavigate } from 'react-router-dom'
import { useAdmin } from '../platform/session/admin-context.tsx'
import { EmptyList, LoadFailed, Loading } from '../platform/ui/list-states.tsx'
import { ScreenTitle } from '../platform/ui/ScreenTitle.tsx'
import { readDraft } from './local-posts.ts'
import { blogKey } from './post-queries.ts'
import { editorPath, viewsPath } from './post-rows.ts'
import { usePostViews } from './views-queries.ts'
import { ViewsCard } from './ViewsCard.tsx'

interface OnePostViewsProps {
  id: string
  month: string
  onMonth: (month: string) => void
}

/** The statistics of one post. */
export function OnePostViews({ id, month, onMonth }: OnePostViewsProps) {
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
