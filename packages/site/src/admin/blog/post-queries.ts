import { postState, type AdminPostCard } from '@priormark/core/blog/post'
import { blogPageSize } from '@priormark/core/platform/limits'
import { keepPreviousData, useQuery, type QueryClient } from '@tanstack/react-query'
import { useAdmin } from '../platform/session/admin-context.tsx'
import type { PostListFilter } from './listed-posts.ts'

/** The key of every query that reads posts from the server. */
export const blogKey = ['blog']

/** The key of every query that reads images. */
export const imagesKey = ['images']

/** One page of the posts. The previous page stays visible while the next one loads. */
export function usePostPage(filter: PostListFilter) {
  const { api } = useAdmin()
  return useQuery({
    queryKey: [...blogKey, 'list', filter],
    queryFn: ({ signal }) => api.blog.adminList({ query: { ...filter, limit: blogPageSize } }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: ({ state }) => pageStaleTimeMs(state),
  })
}

/**
 * Returns how long a page of posts stays fresh after it was read, in milliseconds: forever, or until the first of its posts is
 * published as scheduled.
 */
export function pageStaleTimeMs(page: {
  data: { posts: Pick<AdminPostCard, 'status' | 'scheduledAt'>[] } | undefined
  dataUpdatedAt: number
}): number {
  const publicationTimesMs = (page.data?.posts ?? []).flatMap((post) =>
    post.scheduledAt !== null && postState(post) === 'scheduled' ? Date.parse(post.scheduledAt) : [],
  )
  return Math.max(0, Math.min(...publicationTimesMs) - page.dataUpdatedAt)
}

/** Returns the posts of all pages that were loaded since the admin was opened. */
export function cachedPosts(queryClient: QueryClient): AdminPostCard[] {
  return queryClient
    .getQueriesData<{ posts: AdminPostCard[] }>({ queryKey: [...blogKey, 'list'] })
    .flatMap(([, page]) => page?.posts ?? [])
}

/** The authors that a post may have. */
export function useAuthors() {
  const { api } = useAdmin()
  return useQuery({
    queryKey: [...blogKey, 'authors'],
    queryFn: ({ signal }) => api.blog.authors({}, { signal }),
    staleTime: 0,
  })
}

export function useTopics() {
  const { api } = useAdmin()
  return useQuery({
    queryKey: [...blogKey, 'topics'],
    queryFn: ({ signal }) => api.blog.topics({}, { signal }),
    staleTime: 0,
  })
}

/** The revisions of a post, newest first. They are read each time they are shown. */
export function useRevisions(postId: string, isWanted = true) {
  const { api } = useAdmin()
  return useQuery({
    queryKey: [...blogKey, 'revisions', postId],
    queryFn: ({ signal }) => api.blog.revisions({ params: { id: postId } }, { signal }),
    enabled: isWanted,
    gcTime: 0,
  })
}

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

/** The views of all posts together. @param month such as '2026-11'; '' for the last days */
export function useBlogViews(month: string) {
  const { api } = useAdmin()
  return useQuery({
    queryKey: [...viewsKey, 'all', month],
    queryFn: ({ signal }) => api.blog.blogViews({ query: { month } }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}
