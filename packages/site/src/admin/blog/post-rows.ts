import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { createRowCursor } from '../platform/ui/row-keys.ts'
import type { ListedPost } from './listed-posts.ts'

/** The current row of the list of posts. */
export const postCursor = createRowCursor('post')

export const listPath = '/admin/blog'

export function editorPath(id: string): string {
  return `/admin/blog/editor?id=${id}`
}

/** The path of the statistics of all posts or of one, in the last days or in a month such as '2026-11'. */
export function viewsPath({ id = '', month = '' }: { id?: string; month?: string } = {}): string {
  const query = new URLSearchParams({ ...(id !== '' && { id }), ...(month !== '' && { month }) }).toString()
  return query === '' ? '/admin/blog/views' : `/admin/blog/views?${query}`
}

/** Focuses the first unsent post, for the status bar's link. Must be called by the component that renders the rows. */
export function useUnsentFocus(posts: readonly ListedPost[]): void {
  const { hash, key } = useLocation()
  const firstId = posts.find(({ isUnsent }) => isUnsent)?.id
  useEffect(() => {
    if (firstId !== undefined && hash === '#drafts') postCursor.focus(firstId)
  }, [firstId, hash, key])
}
