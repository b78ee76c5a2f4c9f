import type { DraftStatus } from '@priormark/core/drafts/draft-desk'
import { create } from 'zustand'

/** How it stands between this machine and the server; null where no drafts are kept, or nothing was told yet. */
export const useDraftStatus = create<{ status: DraftStatus | null }>(() => ({ status: null }))

/** When this machine last heard all of the server's news, ISO 8601. */
export function lastSyncedAt(): string | null {
  return useDraftStatus.getState().status?.syncedAt ?? null
}

/** What screens must read again after the state changed. */
export interface Outdated {
  /** The server's list of posts: drafts reached it. */
  posts: boolean
  /** Whatever could not be read: the server is back. */
  failures: boolean
}

/** What a change of the state means for what was read before it. */
export function outdatedBy(former: DraftStatus | null, next: DraftStatus): Outdated {
  const settled = (status: DraftStatus) => status.waiting + status.conflicts + status.blocked
  return {
    posts: former !== null && settled(next) < settled(former),
    failures: former !== null && former.connection !== 'online' && next.connection === 'online',
  }
}

/** What the strip says, and where each part of it leads. */
export interface StatusPart {
  text: string
  /** Null where there is nothing to go to. */
  path: string | null
}

/** Where drafts are shown with their state. */
export const draftsPath = '/admin/blog#drafts'

const connectionTexts: Record<DraftStatus['connection'], string> = {
  online: 'Online',
  offline: 'Offline',
  unauthenticated: 'Logged out',
}

/** The state in words: the connection first, then only what there is. */
export function statusParts({ connection, waiting, conflicts, blocked }: DraftStatus): StatusPart[] {
  const drafts = (count: number, one: string, many: string): StatusPart[] =>
    count === 0 ? [] : [{ text: count === 1 ? `1 ${one}` : `${count} ${many}`, path: draftsPath }]
  return [
    { text: connectionTexts[connection], path: null },
    ...drafts(waiting, 'draft waiting to be sent', 'drafts waiting to be sent'),
    ...drafts(conflicts, 'conflict to decide', 'conflicts to decide'),
    ...drafts(blocked, 'draft needs a change', 'drafts need a change'),
  ]
}
