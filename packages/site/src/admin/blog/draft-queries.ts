import { keepPreviousData, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useAdmin } from '../platform/session/admin-context.tsx'
import { blogKey, imagesKey } from './post-queries.ts'
import { readDraft } from './local-posts.ts'
import { outdatedBy, useDraftStatus } from './draft-status.ts'

/** The key of every query that reads local drafts. */
export const draftsKey = ['drafts']

/** The posts stored on this computer, newest change first. @param isWanted reads them only if true, as there may be thousands */
export function useDraftCards(search: string, isWanted: boolean) {
  const { drafts } = useAdmin().platform
  return useQuery({
    queryKey: [...draftsKey, 'list', search],
    queryFn: () => drafts.list({ search }),
    enabled: isWanted,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}

/** The draft state of a post, or null if this computer does not have it. */
export function useDraftState(id: string) {
  const { drafts } = useAdmin().platform
  return useQuery({
    queryKey: [...draftsKey, 'state', id],
    queryFn: async () => (await readDraft(drafts, id))?.state ?? null,
    staleTime: 0,
  })
}

/** The discarded drafts, newest first. */
export function useDiscardedDrafts() {
  const { drafts } = useAdmin().platform
  return useQuery({
    queryKey: [...draftsKey, 'discarded'],
    queryFn: () => drafts.discarded(),
    staleTime: 0,
  })
}

/** Updates the draft status and refetches affected queries while the admin is open. */
export function useDraftUpdates(): void {
  const { drafts } = useAdmin().platform
  const queryClient = useQueryClient()
  useEffect(() => {
    const stop = drafts.watch((next) => {
      const outdated = outdatedBy(useDraftStatus.getState().status, next)
      useDraftStatus.setState({ status: next })
      void queryClient.invalidateQueries({ queryKey: draftsKey })
      if (outdated.posts) {
        void queryClient.invalidateQueries({ queryKey: [...blogKey, 'list'] })
        void queryClient.invalidateQueries({ queryKey: imagesKey })
      }
      if (outdated.failures) refetchFailedQueries(queryClient)
    })
    return () => {
      stop()
      useDraftStatus.setState({ status: null })
    }
  }, [drafts, queryClient])
}

function refetchFailedQueries(queryClient: QueryClient): void {
  void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
}
