import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useAdmin } from '../../session/admin-context.tsx'
import { blogKey } from '../post-queries.ts'

/** A category, tag or author of posts. */
export interface PostGroup {
  id: number
  name: string
  postCount: number
}

export type GroupKind = 'category' | 'tag' | 'author'

/** The changes of one kind of groups. */
export type GroupChange =
  | { kind: GroupKind; id: number; to: { name: string; isMerge: boolean } }
  | { kind: GroupKind; id: number; to: 'deleted' }

/** All categories, tags and authors with their numbers of posts. */
export function usePostGroups() {
  const { api } = useAdmin()
  return useQuery({
    queryKey: [...blogKey, 'groups'],
    queryFn: async ({ signal }) => {
      const [{ categories, tags }, authors] = await Promise.all([
        api.blog.topics({}, { signal }),
        api.blog.authors({}, { signal }),
      ])
      return { categories, tags, authors }
    },
    staleTime: 0,
  })
}

/** Renames, merges or deletes a category, a tag or an author. */
export function useChangeGroup() {
  const { api } = useAdmin()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ kind, id, to, username }: GroupChange & { username: string }) => {
      const params = { id: String(id) }
      if (kind === 'author') {
        if (to === 'deleted') await api.blog.removeAuthor({ params, query: { into: 1 } })
        else await api.blog.changeAuthor({ params, body: { firstName: to.name, username } })
      } else if (to === 'deleted') await api.blog.removeTopic({ params })
      else await api.blog.changeTopic({ params, body: to })
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: blogKey }),
  })
}
