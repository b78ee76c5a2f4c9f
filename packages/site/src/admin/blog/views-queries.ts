import { useQuery, keepPreviousData } from '@tanstack/react-query'
import { useAdmin } from '../platform/session/admin-context.tsx'
import { blogKey } from './post-queries.ts'

const viewsKey = [...blogKey, 'views']

/** The views of a post. @param month such as '2026-11'; '' for the last days */
export function usePostViews(postId: string, month: string) {
  const { api } = useAdmin()
  return useQuery({
    queryKey: [...viewsKey, postId, month],
    queryFn: ({ signal }) => api.blog.views({ params: { id: postId }, query: { month } }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}

/** The views of all posts together. @param month as of usePostViews */
export function useBlogViews(month: string) {
  const { api } = useAdmin()
  return useQuery({
    queryKey: [...viewsKey, 'all', month],
    queryFn: ({ signal }) => api.blog.blogViews({ query: { month } }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}
