import { postState, type AdminPostCard } from '@priormark/core/blog/post'
import type { RemovalOutcome, DraftService } from '@priormark/core/blog/drafts/draft-service'
import { messageOf } from '@priormark/core/platform/http/api-error'
import { blogPageSize } from '@priormark/core/platform/limits'
import {
  keepPreviousData,
  useMutation,
  useQuery,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query'
import { toast } from '../../ui/toast-store.ts'
import { useAdmin } from '../platform/session/admin-context.tsx'
import type { PostListFilter } from './post-filter.ts'
import type { Api } from '@priormark/core/api'
import { entityTag } from '@priormark/core/blog/endpoints'
import { readDraft } from './local-posts.ts'

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
    staleTime: ({ state }) => staleAtPublicationMs(state),
  })
}

/**
 * Returns how long a page of posts stays fresh after it was read, in milliseconds: forever, or until the first of its posts is
 * published as scheduled.
 */
export function staleAtPublicationMs(page: {
  data: { posts: Pick<AdminPostCard, 'status' | 'scheduledAt'>[] } | undefined
  dataUpdatedAt: number
}): number {
  const dueMs = (page.data?.posts ?? []).flatMap((post) =>
    post.scheduledAt !== null && postState(post) === 'scheduled' ? Date.parse(post.scheduledAt) : [],
  )
  return Math.max(0, Math.min(...dueMs) - page.dataUpdatedAt)
}

/** Returns the posts of all pages that were read since the admin was opened. */
export function seenPosts(queryClient: QueryClient): AdminPostCard[] {
  return queryClient
    .getQueriesData<{ posts: AdminPostCard[] }>({ queryKey: [...blogKey, 'list'] })
    .flatMap(([, page]) => page?.posts ?? [])
}

/** Deletes a post unless it changed since it was shown. */
export function useDeletePost() {
  const {
    api,
    session,
    platform: { drafts },
  } = useAdmin()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (post: ShownPost) => deletePost(post, { api, drafts }),
    onSuccess: (outcome) => {
      toast(outcome.kind === 'rejected' ? deletionError(outcome.message) : removalToasts[outcome.kind])
      if (outcome.kind === 'logged out') session.expire()
    },
    onError: (error) => toast(deletionError(messageOf(error, deletionFailed))),
    onSettled: () => queryClient.invalidateQueries({ queryKey: [...blogKey, 'list'] }),
  })
}

const waitingRemoval = {
  title: 'Waiting to be sent',
  description: 'Deleted on this computer. It will be deleted on the server as soon as possible.',
}
const deletionFailed = 'Failed to delete post'
const deletionError = (message: string | null) => ({
  title: 'Error deleting post',
  description: message ?? deletionFailed,
  variant: 'destructive' as const,
})
const removalToasts: Record<Exclude<RemovalOutcome['kind'], 'rejected'>, Parameters<typeof toast>[0]> = {
  removed: { title: 'Post deleted', description: 'The blog post was successfully deleted.' },
  waiting: waitingRemoval,
  'logged out': waitingRemoval,
  conflict: deletionError('Someone else changed this post. It stays until you decide.'),
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

/** The existing categories and tags. */
export function useTopics() {
  const { api } = useAdmin()
  return useQuery({
    queryKey: [...blogKey, 'topics'],
    queryFn: ({ signal }) => api.blog.topics({}, { signal }),
    staleTime: 0,
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

/** A post as a screen showed it. `version` is null if the server does not have the post, or was unreachable. */
export interface ShownPost {
  id: string
  version: number | null
}

/**
 * Deletes a post unless it changed since it was shown. Works offline if this computer has the shown version.
 * @throws ApiError, NetworkError from the server if this computer does not have that version
 */
export async function deletePost(
  { id, version }: ShownPost,
  { api, drafts }: { api: { blog: Pick<Api['blog'], 'remove'> }; drafts: DraftService },
): Promise<RemovalOutcome> {
  const draft = await readDraft(drafts, id)
  const isLocalVersion = draft !== null && (draft.state !== 'clean' || version === null)
  if (isLocalVersion || draft?.baseVersion === version) {
    return drafts.remove(id)
  }
  // Only this computer had it, and it was deleted here meanwhile.
  if (version === null) return { kind: 'removed' }
  await api.blog.remove({ params: { id } }, { headers: { 'if-match': entityTag(version) } })
  return { kind: 'removed' }
}
