import { entityTag } from '@priormark/core/blog/endpoints'
import type { AdminPostCard } from '@priormark/core/blog/post'
import { sentenceOf } from '@priormark/core/http/api-error'
import { blogPageSize } from '@priormark/core/limits'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { toast } from '../../ui/toast-store.ts'
import { useTools } from '../shell/admin-tools.tsx'
import type { PostListFilter } from './post-filter.ts'

/** Everything the admin has read of the blog's posts. */
export const blogKey = ['blog']

/** One page of the posts; the last page stays in view while the next is fetched. */
export function usePostPage(filter: PostListFilter) {
  const { api } = useTools()
  return useQuery({
    queryKey: [...blogKey, 'list', filter],
    queryFn: ({ signal }) => api.blog.adminList({ query: { ...filter, limit: blogPageSize } }, { signal }),
    placeholderData: keepPreviousData,
    // Colleagues and the schedule change posts without us.
    staleTime: 0,
  })
}

/** One post, read afresh whenever its editor opens. */
export function usePost(id: string | null) {
  const { api } = useTools()
  return useQuery({
    queryKey: [...blogKey, 'post', id],
    queryFn: ({ signal }) => api.blog.read({ params: { id: id ?? '' } }, { signal }),
    enabled: id !== null,
    gcTime: 0,
  })
}

/** Deletes a post as it was shown: one that somebody changed meanwhile stays. */
export function useDeletePost() {
  const { api } = useTools()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id, version }: Pick<AdminPostCard, 'id' | 'version'>) =>
      api.blog.remove({ params: { id } }, { headers: { 'if-match': entityTag(version) } }),
    onSuccess: () => toast({ title: 'Post deleted', description: 'The blog post was successfully deleted.' }),
    onError: (error) =>
      toast({
        title: 'Error deleting post',
        description: sentenceOf(error, 'Failed to delete post'),
        variant: 'destructive',
      }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: [...blogKey, 'list'] }),
  })
}

/** The categories and tags there are, for the selects. */
export function useTopics() {
  const { api } = useTools()
  return useQuery({
    queryKey: [...blogKey, 'topics'],
    queryFn: ({ signal }) => api.blog.topics({}, { signal }),
    staleTime: 0,
  })
}
