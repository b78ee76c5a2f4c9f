import {
  DraftsUnavailable,
  type DraftCard,
  type DraftService,
  type DraftView,
} from '@priormark/core/drafts/draft-service'
import { blogPageSize } from '@priormark/core/limits'
import type { PostListFilter } from './post-filter.ts'

/**
 * A post as this machine knows it. Null where nothing is known of it, or nothing can be kept; any other failure may hide a
 * draft, and is one.
 */
export async function readDraft(drafts: DraftService, id: string): Promise<DraftView | null> {
  try {
    return await drafts.read(id)
  } catch (error) {
    if (error instanceof DraftsUnavailable) return null
    throw error
  }
}

/** A page of what this machine knows of the blog, as the server's list would have it. */
export function knownPage(
  cards: readonly DraftCard[],
  { status, page }: Pick<PostListFilter, 'status' | 'page'>,
): { cards: DraftCard[]; total: number } {
  const there = cards.filter((card) => !card.isRemoved && (status === 'all' || card.status === status))
  const first = (page - 1) * blogPageSize
  return { cards: there.slice(first, first + blogPageSize), total: there.length }
}
