import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { type NavigateOptions, useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { toastError } from '../../../ui/toast-store.ts'
import { useAdmin } from '../../platform/session/admin-context.tsx'
import { isUnauthenticated } from '../../platform/session/query-client.ts'
import { ScreenTitle } from '../../platform/ui/ScreenTitle.tsx'
import { sessionQuery } from '../../platform/session/session.ts'
import { lastSyncedAt } from '../draft-queries.ts'
import { blogKey } from '../post-queries.ts'
import { editorPath } from '../post-rows.ts'
import { openPost } from './open-post.ts'
import { PostEditor } from './PostEditor.tsx'
import { RemovedPost } from './ConflictScreen.tsx'
import { listPath } from './use-post-editor.ts'

/** /admin/blog/editor: edits the post with the id in the query, or a new one. */
export function EditorScreen() {
  const [params] = useSearchParams()
  const id = params.get('id') ?? ''
  const postId = id === '' ? null : id
  const key = useEditorKey(postId)
  return <OpenEditor key={key} editorKey={key} postId={postId} />
}

function OpenEditor({ editorKey, postId }: { editorKey: string; postId: string | null }) {
  const navigate = useNavigate()
  // The first save in place gives a new post its address, and does not open it again.
  const [id] = useState(postId)
  const { api } = useAdmin()
  const session = useQuery(sessionQuery(api))
  const post = useOpenPost(id)

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
  return (
    <PostEditor
      start={post.data?.start ?? null}
      onCreated={(createdId) => void navigate(editorPath(createdId), keepEditor(editorKey))}
    />
  )
}

/** Reads a post each time its editor opens. */
function useOpenPost(id: string | null) {
  const { api, platform } = useAdmin()
  const { drafts } = platform
  return useQuery({
    queryKey: [...blogKey, 'post', id],
    queryFn: ({ signal }) => openPost(id ?? '', { api, drafts, syncedAt: lastSyncedAt(), signal }),
    enabled: id !== null,
    gcTime: 0,
  })
}

/**
 * Returns the React key of the open editor. A new post keeps its editor, with undo and focus, when its first save in
 * place changes the address from none to its id.
 * @param id the post in the address, or null
 */
function useEditorKey(id: string | null): string {
  const { state } = useLocation()
  const [last, setLast] = useState({ id, newCount: 0 })
  if (last.id !== id) setLast({ id, newCount: last.newCount + (id === null ? 1 : 0) })
  return keptKey(state) ?? id ?? `new-${last.newCount}`
}

/** Returns how to navigate to the address of a post without leaving its editor. */
function keepEditor(key: string): NavigateOptions {
  return { replace: true, state: { editorKey: key } }
}

function keptKey(state: unknown): string | null {
  if (typeof state !== 'object' || state === null || !('editorKey' in state)) return null
  return typeof state.editorKey === 'string' ? state.editorKey : null
}
