import {
  DraftsUnavailable,
  type DraftCard,
  type DraftService,
  type DraftView,
} from '@priormark/core/blog/drafts/draft-service'
import { blogPageSize } from '@priormark/core/platform/limits'
import type { PostListFilter } from './post-filter.ts'

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
  const there = cards
    .filter((card) => !card.isRemoved && (status === 'all' || card.status === status))
    .toSorted((a, b) => changedAt(b).localeCompare(changedAt(a)) || b.id.localeCompare(a.id))
  const first = (page - 1) * blogPageSize
  return { cards: there.slice(first, first + blogPageSize), total: there.length }
}
