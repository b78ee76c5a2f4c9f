import type { Session } from '@priormark/core/staff/auth/endpoints'
import {
  mayDeletePost,
  postFilters,
  postSorts,
  postState,
  type AdminPostCard,
  type PostFilter,
  type PostSort,
} from '@priormark/core/blog/post'
import type { DraftCard } from '@priormark/core/blog/drafts/draft-service'
import type { StateMark } from '../platform/ui/StateTag.tsx'
import { localPage } from './draft-queries.ts'
import { postDateText, draftMark, postMark } from './post-labels.tsx'
import { filterParams, readPage, readSearch } from '../platform/ui/page-params.ts'
import type { ShopDates } from '../platform/session/shop-dates.tsx'

/** The filter of the list of posts. It is in the address, so that a reload and the way back from the editor keep it. */
export interface PostListFilter {
  status: PostFilter
  search: string
  sort: PostSort
  /** From 1. */
  page: number
}

export const emptyPostFilter: PostListFilter = { status: 'all', search: '', sort: 'changed', page: 1 }

/** Reads the filter from an address. Invalid values are ignored. */
export function readPostFilter(params: URLSearchParams): PostListFilter {
  return {
    status: postFilters.find((status) => status === params.get('status')) ?? 'all',
    search: readSearch(params),
    sort: postSorts.find((sort) => sort === params.get('sort')) ?? 'changed',
    page: readPage(params),
  }
}

/** Returns the query of a filter, without default values. */
export const postFilterParams = (filter: PostListFilter) => filterParams(filter, emptyPostFilter)

/** A row of the list: the server's post, the draft on this computer, or both in one. Unknown fields are null. */
export interface ListedPost {
  id: string
  /** The draft's title if there is one. */
  title: string
  slug: string | null
  /** The slug at which readers find it; null if they cannot. */
  publicSlug: string | null
  /** The state on the server, and whether a draft has not been sent. */
  marks: StateMark[]
  date: string
  author: string | null
  views: number | null
  /** The server's version. */
  version: number | null
  /** Whether this computer's draft differs from the server's post. */
  isUnsent: boolean
  mayDelete: boolean
}

interface ListSources {
  /** The page that the server returned for the filter; null if it could not be read. */
  posts: readonly AdminPostCard[] | null
  /** The posts on this computer that match the search. */
  matching: readonly DraftCard[]
  /** The posts on this computer that have not been sent, whether they match the search or not. */
  unsent: readonly DraftCard[]
  person: Person
  dates: ShopDates
  /** Posts of pages that were loaded before. Their details are shown while the server cannot be reached. */
  cached?: readonly AdminPostCard[]
}

/** Who is logged in; null if that is unknown. */
type Person = Pick<Session, 'username' | 'role' | 'originalUsername'> | null

/**
 * Returns the rows of a page, each post once. Unsent posts come first on the first page, because they changed last, and are left out
 * of the other pages.
 */
export function listedPosts(
  filter: PostListFilter,
  { posts, matching, unsent, person, dates, cached = [] }: ListSources,
): ListedPost[] {
  const cachedPosts = new Map(cached.map((post) => [post.id, post]))
  const unsentDrafts = new Map(unsent.map((card) => [card.id, card]))
  const unsentMatches = matching.filter(
    ({ id, status }) => unsentDrafts.has(id) && (filter.status === 'all' || filter.status === status),
  )
  const unsentIds = new Set(unsentMatches.map(({ id }) => id))
  const otherRows =
    posts === null
      ? localPage(
          matching.filter(({ id }) => !unsentIds.has(id)),
          filter,
        ).cards.map((card) => storedRow(card, cachedPosts.get(card.id)))
      : posts.filter(({ id }) => !unsentIds.has(id)).map((post) => serverRow(post, unsentDrafts.get(post.id)))
  if (filter.page > 1) return otherRows
  const rows = unsentMatches.map((card) => {
    const post = posts?.find(({ id }) => id === card.id)
    return post === undefined ? unsentRow(card) : serverRow(post, card)
  })
  return [...rows, ...otherRows]

  function serverRow(post: AdminPostCard, draft: DraftCard | undefined): ListedPost {
    const mark = postMark(postState(post))
    return {
      id: post.id,
      title: draft?.title ?? post.title,
      slug: post.slug,
      publicSlug: post.status === 'published' ? post.slug : null,
      marks: draft === undefined ? [mark] : [mark, draftMark(draft)],
      date: postDateText(post, dates),
      author: post.author.firstName,
      views: post.views,
      version: post.version,
      isUnsent: draft !== undefined,
      mayDelete: person !== null && mayDeletePost(person, post),
    }
  }

  /** The row of a draft whose post on the server is unknown or does not exist, so that the draft's status does not apply yet. */
  function unsentRow(card: DraftCard): ListedPost {
    const row = storedRow(card)
    return {
      ...row,
      marks: [draftMark(card)],
      date: dates.formatDay(card.changedAt),
      isUnsent: true,
      mayDelete: card.isNew || row.mayDelete,
    }
  }

  function storedRow(card: DraftCard, cached?: AdminPostCard): ListedPost {
    return {
      id: card.id,
      title: card.title,
      slug: cached?.slug ?? null,
      publicSlug: null,
      marks: [postMark(card.status)],
      date: postDateText(card, dates),
      author: cached?.author.firstName ?? null,
      views: cached?.views ?? null,
      version: null,
      isUnsent: false,
      mayDelete: person !== null && mayDeletePost(person, card),
    }
  }
}
