import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useAdmin } from '../../session/admin-context.tsx'
import { blogKey } from '../post-queries.ts'

/** A category, tag or author of posts. */
export interface PostGroup {
  id: number
  name: string
  postCount: number
}

/** The author who always exists. */
export const firstAuthorId = 1

export type GroupKind = 'category' | 'tag' | 'author'

/** A change of a group. `mergeId` is the other one that has the new name. */
export type GroupChange =
  | { kind: GroupKind; id: number; to: { name: string; mergeId: number | null } }
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
        if (to === 'deleted') await api.blog.removeAuthor({ params, query: { into: firstAuthorId } })
        else if (to.mergeId === null)
          await api.blog.changeAuthor({ params, body: { firstName: to.name, username } })
        else if (id !== firstAuthorId) await api.blog.removeAuthor({ params, query: { into: to.mergeId } })
        else {
          // The first author always exists, so the other one goes.
          await api.blog.removeAuthor({ params: { id: String(to.mergeId) }, query: { into: id } })
          await api.blog.changeAuthor({ params, body: { firstName: to.name, username } })
        }
      } else if (to === 'deleted') await api.blog.removeTopic({ params })
      else await api.blog.changeTopic({ params, body: { name: to.name, isMerge: to.mergeId !== null } })
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: blogKey }),
  })
}
