import { postFilters, type PostFilter as StatusFilter } from '@priormark/core/blog/endpoints'
import { maxSearchLength } from '@priormark/core/limits'
import { readPage } from '../ui/page-params.ts'

/** What the list of posts shows. Lives in the address, so that it survives reloads and the way back from the editor. */
export interface PostListFilter {
  status: StatusFilter
  search: string
  /** From 1. */
  page: number
}

/** The list as it is without any filter. */
export const allPosts: PostListFilter = { status: 'all', search: '', page: 1 }

/** The filter of an address; what cannot be read is as if it were not there. */
export function readPostFilter(params: URLSearchParams): PostListFilter {
  return {
    status: postFilters.find((status) => status === params.get('status')) ?? 'all',
    search: (params.get('search') ?? '').trim().slice(0, maxSearchLength),
    page: readPage(params),
  }
}

/** The address of a filter, without what is at its default. */
export function postFilterParams({ status, search, page }: PostListFilter): URLSearchParams {
  const params = new URLSearchParams()
  if (status !== 'all') params.set('status', status)
  if (search.trim() !== '') params.set('search', search.trim())
  if (page > 1) params.set('page', String(page))
  return params
}

/** The filter after a change: another status or search starts at its first page. */
export function changePostFilter(filter: PostListFilter, change: Partial<PostListFilter>): PostListFilter {
  return { ...filter, page: 1, ...change }
}
