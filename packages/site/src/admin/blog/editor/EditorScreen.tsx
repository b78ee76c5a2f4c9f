import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { toastError } from '../../../ui/toast-store.ts'
import { useAdmin } from '../../platform/session/admin-context.tsx'
import { isUnauthenticated } from '../../platform/session/query-client.ts'
import { ScreenTitle } from '../../platform/ui/ScreenTitle.tsx'
import { sessionQuery } from '../../platform/session/session.ts'
import { useDraftStatus } from '../draft-queries.ts'
import { blogKey } from '../post-queries.ts'
import { editorPath, listPath } from '../post-rows.ts'
import { openPost } from './post-form.ts'
import { PostEditor } from './PostEditor.tsx'
import { RemovedPost } from './ConflictScreen.tsx'

/** /admin/blog/editor: edits the post with the id in the query, or a new one. */
export function EditorScreen() {
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const postId = params.get('id') || null
  const [open, setOpen] = useState({ id: postId, key: 0 })
  // A new post keeps its editor, with undo and focus, when its first save changes the address from none to its id.
  const [createdId, setCreatedId] = useState<string | null>(null)
  if (open.id !== postId) {
    setOpen({ id: postId, key: postId !== null && postId === createdId ? open.key : open.key + 1 })
    setCreatedId(null)
  }
  return (
    <OpenEditor
      key={open.key}
      id={open.id}
      onCreated={(id) => {
        setCreatedId(id)
        void navigate(editorPath(id), { replace: true })
      }}
    />
  )
}

interface OpenEditorProps {
  /** Null for a new post. */
  id: string | null
  onCreated: (id: string) => void
}

function OpenEditor(props: OpenEditorProps) {
  const navigate = useNavigate()
  // A new post is not opened again when it gets an address.
  const [id] = useState(props.id)
  const { api, platform } = useAdmin()
  const session = useQuery(sessionQuery(api))
  // A post is read each time its editor opens.
  const post = useQuery({
    queryKey: [...blogKey, 'post', id],
    queryFn: ({ signal }) => {
      const syncedAt = useDraftStatus.getState().status?.syncedAt ?? null
      return openPost(id ?? '', { api, drafts: platform.drafts, syncedAt, signal })
    },
    enabled: id !== null,
    gcTime: 0,
  })

  useEffect(() => {
    if (post.isError && !isUnauthenticated(post.error)) {
      toastError('Error', 'Failed to fetch post data')
    }
  }, [post.isError, post.error])

  if (id !== null && post.isError) {
    return (
      <div className="admin-message" role="alert">
        <ScreenTitle title="Edit Post" className="admin-hidden" />
        <p>Failed to fetch post data</p>
        <Button onClick={() => void post.refetch()}>Try Again</Button>{' '}
        <Button onClick={() => void navigate(listPath)}>Back</Button>
      </div>
    )
  }
  if (!session.data || (id !== null && post.data === undefined)) {
    return (
      <div className="admin-message">
        <ScreenTitle title={id === null ? 'Create New Post' : 'Edit Post'} className="admin-hidden" />
        <output>Loading post...</output>
      </div>
    )
  }
  if (post.data?.kind === 'removed') return <RemovedPost view={post.data.view} />
  return <PostEditor start={post.data?.start ?? null} onCreated={props.onCreated} />
}
