import { DraftsUnavailable, isReached, type DraftStatus } from '@priormark/core/blog/drafts/draft-service'
import { create } from 'zustand'

interface StatusState {
  /** Null if drafts cannot be stored, or before the first update. */
  status: DraftStatus | null
  /** The last attempt to store a draft on this computer failed. */
  isUnavailable: boolean
}

/** The status of the drafts on this computer. */
export const useDraftStatus = create<StatusState>(() => ({ status: null, isUnavailable: false }))

/** Shows in the status bar if drafts cannot be stored at all. Ignores other errors. */
export function recordDraftFailure(error: unknown): void {
  if (error instanceof DraftsUnavailable) useDraftStatus.setState({ isUnavailable: true })
}

/** Records whether a text could be stored on this computer. */
export function recordDraftSaved(isSaved: boolean): void {
  useDraftStatus.setState({ isUnavailable: !isSaved })
}

/** When this computer last fetched all changes from the server, ISO 8601. */
export function lastSyncedAt(): string | null {
  return useDraftStatus.getState().status?.syncedAt ?? null
}

/** The number of drafts that differ from the server. */
export function unsentCount(status: DraftStatus | null): number {
  return status === null ? 0 : status.waiting + status.conflicts + status.blocked
}

/** Which queries are outdated after a status change. */
interface Outdated {
  /** The server's lists of posts and images, because drafts reached the server. */
  posts: boolean
  /** Failed queries, because the server is reachable again. */
  failures: boolean
}

/** Returns which queries a status change makes outdated. */
export function outdatedBy(former: DraftStatus | null, next: DraftStatus): Outdated {
  return {
    posts: former !== null && unsentCount(next) < unsentCount(former),
    failures: former !== null && !isReached(former.connection) && isReached(next.connection),
  }
}

/** A part of the status bar. */
interface StatusPart {
  text: string
  /** Where it links to, or null. */
  path: string | null
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
  return count === 1
    ? '1 draft hasn’t been sent yet. Log in again on this computer to send it.'
    : `${count} drafts haven’t been sent yet. Log in again on this computer to send them.`
}

/** Returns the connection, followed by the counts that are not zero. */
export function statusParts({ connection, waiting, conflicts, blocked }: DraftStatus): StatusPart[] {
  const drafts = (count: number, one: string, many: string): StatusPart[] =>
    count === 0 ? [] : [{ text: count === 1 ? `1 ${one}` : `${count} ${many}`, path: draftsPath }]
  return [
    { text: connectionTexts[connection], path: null },
    ...drafts(waiting, 'draft waiting to be sent', 'drafts waiting to be sent'),
    ...drafts(conflicts, 'conflict to resolve', 'conflicts to resolve'),
    ...drafts(blocked, 'draft needs changes', 'drafts need changes'),
  ]
}
