import {
  postFilters,
  postSorts,
  type PostFilter as StatusFilter,
  type PostSort,
} from '@priormark/core/blog/post'
import { filterParams, readPage, readSearch } from '../platform/ui/page-params.ts'

/** The filter of the list of posts. It is kept in the address, so it survives a reload and the way back from the editor. */
export interface PostListFilter {
  status: StatusFilter
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
