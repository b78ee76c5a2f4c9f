import { keepPreviousData, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useAdmin } from '../session/admin-context.tsx'
import { blogKey } from './post-queries.ts'
import { readDraft } from './known-posts.ts'
import { outdatedBy, useDraftStatus } from './draft-status.ts'

/** Everything that was read of the drafts of this machine. */
export const draftsKey = ['drafts']

/**
 * The posts that this machine knows, newest touched first; with a search those that have its words.
 * @param isWanted whether they are shown: there may be thousands
 */
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

/** How a post stands on this machine, as it changes; null where nothing is known of it. */
export function useDraftState(id: string) {
  const { drafts } = useAdmin().platform
  return useQuery({
    queryKey: [...draftsKey, 'state', id],
    queryFn: async () => (await readDraft(drafts, id))?.state ?? null,
    staleTime: 0,
  })
}

/** The texts that can be taken back, newest first. */
export function useBin() {
  const { drafts } = useAdmin().platform
  return useQuery({
    queryKey: [...draftsKey, 'bin'],
    queryFn: () => drafts.bin(),
    staleTime: 0,
  })
}

/** Follows the drafts of this machine while the admin is shown, and lets every screen know. */
export function useDraftWatch(): void {
  const { drafts } = useAdmin().platform
  const queryClient = useQueryClient()
  useEffect(() => {
    const stop = drafts.watch((next) => {
      const outdated = outdatedBy(useDraftStatus.getState().status, next)
      useDraftStatus.setState({ status: next })
      void queryClient.invalidateQueries({ queryKey: draftsKey })
      if (outdated.posts) void queryClient.invalidateQueries({ queryKey: [...blogKey, 'list'] })
      if (outdated.failures) readFailuresAgain(queryClient)
    })
    return () => {
      stop()
      useDraftStatus.setState({ status: null })
    }
  }, [drafts, queryClient])
}

function readFailuresAgain(queryClient: QueryClient): void {
  void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
}
