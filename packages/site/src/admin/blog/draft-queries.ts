import { counted } from '@priormark/core/platform/counted'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useAdmin } from '../platform/session/admin-context.tsx'
import { blogKey, imagesKey } from './post-queries.ts'
import {
  DraftsUnavailable,
  isServerResponding,
  type DraftStatus,
  type DraftCard,
  type DraftService,
  type DraftView,
} from '@priormark/core/blog/drafts/draft-service'
import { create } from 'zustand'
import { blogPageSize } from '@priormark/core/platform/limits'
import type { PostListFilter } from './listed-posts.ts'

interface StatusState {
  /** Null if drafts cannot be stored, or before the first update. */
  status: DraftStatus | null
  /** Whether the last attempt to store a draft on this computer failed. */
  isUnavailable: boolean
}

/** The status of the drafts on this computer. */
export const useDraftStatus = create<StatusState>(() => ({ status: null, isUnavailable: false }))

/** Makes the status bar say that drafts cannot be stored, if that is the error. Ignores other errors. */
export function recordDraftFailure(error: unknown): void {
  if (error instanceof DraftsUnavailable) useDraftStatus.setState({ isUnavailable: true })
}

/** Records whether a text could be stored on this computer. */
export function recordDraftStored(isStored: boolean): void {
  useDraftStatus.setState({ isUnavailable: !isStored })
}

/** The number of drafts that differ from the server. */
export function unsentCount(status: DraftStatus | null): number {
  return status === null ? 0 : status.waitingCount + status.conflictCount + status.blockedCount
}

/** Returns which queries a status change makes outdated. */
export function findOutdated(previous: DraftStatus | null, next: DraftStatus) {
  return {
    /** Whether the server's lists of posts and images are, because drafts reached the server. */
    posts: previous !== null && unsentCount(next) < unsentCount(previous),
    /** Whether failed queries are, because the server is reachable again. */
    failures:
      previous !== null && !isServerResponding(previous.connection) && isServerResponding(next.connection),
  }
}

const draftsPath = '/admin/blog#drafts'

const connectionTexts: Record<DraftStatus['connection'], string> = {
  online: 'Online',
  failing: 'Server error',
  offline: 'Offline',
  unauthenticated: 'Logged out',
}

/** Returns the warning about unsent drafts at logout, or null if there are none. */
export function logoutWarning(status: DraftStatus | null): string | null {
  const count = unsentCount(status)
  if (count === 0) return null
  const drafts = counted(count, 'draft hasn’t', 'drafts haven’t')
  return `${drafts} been sent yet. Log in again on this computer to send ${count === 1 ? 'it' : 'them'}.`
}

/** Returns the connection, followed by the counts that are not zero. */
export function statusParts(status: DraftStatus): { text: string; path: string | null }[] {
  const countPart = (count: number, one: string, many: string) =>
    count === 0 ? [] : [{ text: counted(count, one, many), path: draftsPath }]
  return [
    { text: connectionTexts[status.connection], path: null },
    ...countPart(status.waitingCount, 'draft waiting to be sent', 'drafts waiting to be sent'),
    ...countPart(status.conflictCount, 'conflict to resolve', 'conflicts to resolve'),
    ...countPart(status.blockedCount, 'draft needs changes', 'drafts need changes'),
  ]
}

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

/** Updates the draft status and refetches affected queries while the admin is open. */
export function useDraftUpdates(): void {
  const { drafts } = useAdmin().platform
  const queryClient = useQueryClient()
  useEffect(() => {
    const stop = drafts.watch((next) => {
      const outdated = findOutdated(useDraftStatus.getState().status, next)
      useDraftStatus.setState({ status: next })
      void queryClient.invalidateQueries({ queryKey: draftsKey })
      if (outdated.posts) {
        void queryClient.invalidateQueries({ queryKey: [...blogKey, 'list'] })
        void queryClient.invalidateQueries({ queryKey: imagesKey })
      }
      if (outdated.failures) {
        void queryClient.refetchQueries({
          type: 'active',
          predicate: ({ state }) => state.status === 'error',
        })
      }
    })
    return () => {
      stop()
      useDraftStatus.setState({ status: null })
    }
  }, [drafts, queryClient])
}

/**
 * Returns the stored post, or null if there is none or drafts cannot be stored. Any other error is thrown, because it may hide
 * a draft.
 */
export async function readDraft(drafts: DraftService, id: string): Promise<DraftView | null> {
  try {
    return await drafts.read(id)
  } catch (error) {
    if (error instanceof DraftsUnavailable) return null
    throw error
  }
}

/** Filters and pages the stored posts like the server's list. */
export function localPage(
  cards: readonly DraftCard[],
  { status, page }: Pick<PostListFilter, 'status' | 'page'>,
): { cards: DraftCard[]; total: number } {
  const changedAt = ({ updatedAt, changedAt }: DraftCard) => updatedAt ?? changedAt
  const matches = cards
    .filter((card) => !card.isRemoved && (status === 'all' || card.status === status))
    .toSorted((a, b) => changedAt(b).localeCompare(changedAt(a)) || b.id.localeCompare(a.id))
  const first = (page - 1) * blogPageSize
  return { cards: matches.slice(first, first + blogPageSize), total: matches.length }
}
