import {
  postFilters,
  postSorts,
  type PostFilter as StatusFilter,
  type PostSort,
} from '@priormark/core/blog/post'
import { maxSearchLength } from '@priormark/core/platform/limits'
import { readPage } from '../platform/ui/page-params.ts'

/** The filter of the list of posts. It is kept in the address, so it survives a reload and the way back from the editor. */
export interface PostListFilter {
  status: StatusFilter
  search: string
  sort: PostSort
  /** From 1. */
  page: number
}

/** The list without a filter. */
export const emptyPostFilter: PostListFilter = { status: 'all', search: '', sort: 'changed', page: 1 }

/** Reads the filter from an address. Invalid values are ignored. */
export function readPostFilter(params: URLSearchParams): PostListFilter {
  return {
    status: postFilters.find((status) => status === params.get('status')) ?? 'all',
    search: (params.get('search') ?? '').trim().slice(0, maxSearchLength),
    sort: postSorts.find((sort) => sort === params.get('sort')) ?? 'changed',
    page: readPage(params),
  }
}

/** Returns the query of a filter, without default values. */
export function postFilterParams({ status, search, sort, page }: PostListFilter): URLSearchParams {
  const params = new URLSearchParams()
  if (status !== 'all') params.set('status', status)
  if (search.trim() !== '') params.set('search', search.trim())
  if (sort !== 'changed') params.set('sort', sort)
  if (page > 1) params.set('page', String(page))
  return params
}

/** Applies a change to a filter. Another status, search or order starts at its first page. */
export function changePostFilter(filter: PostListFilter, change: Partial<PostListFilter>): PostListFilter {
  return { ...filter, page: 1, ...change }
}
