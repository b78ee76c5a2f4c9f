import { DraftsUnavailable, type DraftStatus } from '@priormark/core/drafts/draft-service'
import { isReached } from '@priormark/core/drafts/round-pace'
import { create } from 'zustand'

interface StatusState {
  /** How it stands between this machine and the server; null where no drafts are kept, or nothing was told yet. */
  status: DraftStatus | null
  /** Drafts should be kept on this machine, and could not be when it was tried last. */
  isUnavailable: boolean
}

/** What is known of the drafts of this machine. */
export const useDraftStatus = create<StatusState>(() => ({ status: null, isUnavailable: false }))

/** Notes why something about drafts failed; the strip says where they cannot be kept at all. */
export function noteDraftFailure(error: unknown): void {
  if (error instanceof DraftsUnavailable) useDraftStatus.setState({ isUnavailable: true })
}

/** Notes whether a text that was saved is on this machine. */
export function noteDraftKept(isKept: boolean): void {
  useDraftStatus.setState({ isUnavailable: !isKept })
}

/** When this machine last heard all of the server's news, ISO 8601. */
export function lastSyncedAt(): string | null {
  return useDraftStatus.getState().status?.syncedAt ?? null
}

/** How many posts the server does not have as they are on this machine. */
export function unsentCount(status: DraftStatus | null): number {
  return status === null ? 0 : status.waiting + status.conflicts + status.blocked
}

/** What screens must read again after the state changed. */
interface Outdated {
  /** The server's list of posts: drafts reached it. */
  posts: boolean
  /** Whatever could not be read: the server is back. */
  failures: boolean
}

/** What a change of the state means for what was read before it. */
export function outdatedBy(former: DraftStatus | null, next: DraftStatus): Outdated {
  return {
    posts: former !== null && unsentCount(next) < unsentCount(former),
    failures: former !== null && !isReached(former.connection) && isReached(next.connection),
  }
}

/** What the strip says, and where each part of it leads. */
interface StatusPart {
  text: string
  /** Null where there is nothing to go to. */
  path: string | null
}

/** Where drafts are shown with their state. */
const draftsPath = '/admin/blog#drafts'

const connectionTexts: Record<DraftStatus['connection'], string> = {
  online: 'Online',
  failing: 'Server error',
  offline: 'Offline',
  unauthenticated: 'Logged out',
}

/** What somebody who logs out is told of drafts that wait; null where none does. */
export function leavingText(status: DraftStatus | null): string | null {
  const count = unsentCount(status)
  if (count === 0) return null
  return count === 1
    ? '1 draft hasn’t been sent yet. Log in again on this computer to send it.'
    : `${count} drafts haven’t been sent yet. Log in again on this computer to send them.`
}

/** The state in words: the connection first, then only what there is. */
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
