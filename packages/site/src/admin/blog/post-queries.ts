import type { RemovalOutcome } from '@priormark/core/drafts/draft-service'
import { sentenceOf } from '@priormark/core/http/api-error'
import { blogPageSize } from '@priormark/core/limits'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { toast } from '../../ui/toast-store.ts'
import { useAdmin } from '../session/admin-context.tsx'
import { deletePost, type ShownPost } from './delete-post.ts'
import type { PostListFilter } from './post-filter.ts'

/** Everything the admin has read of the blog's posts. */
export const blogKey = ['blog']

/** One page of the posts; the last page stays in view while the next is fetched. */
export function usePostPage(filter: PostListFilter) {
  const { api } = useAdmin()
  return useQuery({
    queryKey: [...blogKey, 'list', filter],
    queryFn: ({ signal }) => api.blog.adminList({ query: { ...filter, limit: blogPageSize } }, { signal }),
    placeholderData: keepPreviousData,
    // Colleagues and the schedule change posts without us.
    staleTime: 0,
  })
}

/** Deletes a post as it was shown: one that somebody changed meanwhile stays. */
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
      toast(removalToasts[outcome])
      if (outcome === 'logged out') session.expire()
    },
    onError: (error) =>
      toast({
        title: 'Error deleting post',
        description: sentenceOf(error, 'Failed to delete post'),
        variant: 'destructive',
      }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: [...blogKey, 'list'] }),
  })
}

const waitingRemoval = {
  title: 'Waiting to be sent',
  description: 'Deleted on this computer. It will be deleted on the server as soon as possible.',
}
const removalToasts: Record<RemovalOutcome, Parameters<typeof toast>[0]> = {
  removed: { title: 'Post deleted', description: 'The blog post was successfully deleted.' },
  waiting: waitingRemoval,
  'logged out': waitingRemoval,
  conflict: {
    title: 'Error deleting post',
    description: 'Someone else changed this post. It stays until you decide.',
    variant: 'destructive',
  },
}

/** The categories and tags there are, for the selects. */
export function useTopics() {
  const { api } = useAdmin()
  return useQuery({
    queryKey: [...blogKey, 'topics'],
    queryFn: ({ signal }) => api.blog.topics({}, { signal }),
    staleTime: 0,
  })
}
