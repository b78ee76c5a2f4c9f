import type { AdminPostCard } from '@priormark/core/blog/post'
import { useCallback } from 'react'
import { useNavigate } from 'react-router-dom'
import { create } from 'zustand'
import { useCommand } from '../shell/commands.tsx'

/** The address of a post's editor. */
export function editorPath(id: string): string {
  return `/admin/blog/editor?id=${id}`
}

/** The id of a post's link in the list, which is what j and k move along. */
export function postLinkId(id: string): string {
  return `post-${id}`
}

const usePostCursor = create<{ postId: string | null }>(() => ({ postId: null }))

/** Remembers the row the person is on. */
export function moveCursor(postId: string | null): void {
  usePostCursor.setState({ postId })
}

/** Moves the focus to a post in the list. */
export function focusPost(id: string): void {
  document.getElementById(postLinkId(id))?.focus()
}

/** Puts the focus back on the row that a dialog was about. */
export function focusCursor(): void {
  const { postId } = usePostCursor.getState()
  if (postId !== null) focusPost(postId)
}

/** j, k and Enter on the list; the cursor is the focus, so that what is seen is what Enter opens. */
export function usePostKeys(posts: AdminPostCard[]): void {
  const navigate = useNavigate()

  const step = useCallback(
    (by: 1 | -1) => {
      const from = posts.findIndex(({ id }) => id === usePostCursor.getState().postId)
      const post = posts[from === -1 ? 0 : Math.min(Math.max(from + by, 0), posts.length - 1)]
      if (post === undefined) return
      moveCursor(post.id)
      focusPost(post.id)
    },
    [posts],
  )
  const open = useCallback(() => {
    const post = posts.find(({ id }) => id === usePostCursor.getState().postId)
    if (post !== undefined) void navigate(editorPath(post.id))
  }, [posts, navigate])

  useCommand(
    'down',
    useCallback(() => step(1), [step]),
  )
  useCommand(
    'up',
    useCallback(() => step(-1), [step]),
  )
  useCommand('open', open)
}
