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

/** The filter of the list of posts. It is kept in the address, so it survives a reload and the way back from the editor. */
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

/** A row of the list: the server's post, the draft on this computer, or both in one. What is unknown is null. */
export interface ListedPost {
  id: string
  /** The draft's title if there is one. */
  title: string
  slug: string | null
  /** The slug under which readers find it; null if they do not. */
  publicSlug: string | null
  /** The state on the server, and whether a draft has not been sent. */
  marks: StateMark[]
  date: string
  author: string | null
  views: number | null
  /** The server's version. */
  version: number | null
  /** Differs from the server. */
  isUnsent: boolean
  mayDelete: boolean
}

interface ListSources {
  /** The server's page of the filter; null if it could not be read. */
  posts: readonly AdminPostCard[] | null
  /** The posts on this computer that match the search. */
  matching: readonly DraftCard[]
  /** The posts on this computer that have not been sent, whether they match the search or not. */
  unsent: readonly DraftCard[]
  person: Person
  dates: ShopDates
  /** Posts of pages that were read before, whose facts are shown without the server. */
  seen?: readonly AdminPostCard[]
}

/** Who is logged in; null if unknown. */
type Person = Pick<Session, 'username' | 'role' | 'localName'> | null

/**
 * Returns the rows of a page, each post once. Posts that have not been sent come first on the first page, because they are the last
 * that changed, and are left out of the other pages.
 */
export function listedPosts(
  filter: PostListFilter,
  { posts, matching, unsent, person, dates, seen = [] }: ListSources,
): ListedPost[] {
  const seenPost = new Map(seen.map((post) => [post.id, post]))
  const draftOf = new Map(unsent.map((card) => [card.id, card]))
  const first = matching.filter(
    ({ id, status }) => draftOf.has(id) && (filter.status === 'all' || filter.status === status),
  )
  const isFirst = new Set(first.map(({ id }) => id))
  const others =
    posts === null
      ? localPage(
          matching.filter(({ id }) => !isFirst.has(id)),
          filter,
        ).cards.map((card) => ({ ...storedRow(card), ...factsOf(seenPost.get(card.id)) }))
      : posts.filter(({ id }) => !isFirst.has(id)).map((post) => serverRow(post, draftOf.get(post.id)))
  if (filter.page > 1) return others
  const rows = first.map((card) => {
    const post = posts?.find(({ id }) => id === card.id)
    return post === undefined ? unsentRow(card) : serverRow(post, card)
  })
  return [...rows, ...others]

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

  /** A draft whose post on the server is unknown, or does not exist: its own status is not true yet. */
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

  function storedRow(card: DraftCard): ListedPost {
    return {
      id: card.id,
      title: card.title,
      slug: null,
      publicSlug: null,
      marks: [postMark(card.status)],
      date: postDateText(card, dates),
      author: null,
      views: null,
      version: null,
      isUnsent: false,
      mayDelete: person !== null && mayDeletePost(person, card),
    }
  }
}

function factsOf(post: AdminPostCard | undefined): Partial<ListedPost> {
  return post === undefined ? {} : { slug: post.slug, author: post.author.firstName, views: post.views }
}
