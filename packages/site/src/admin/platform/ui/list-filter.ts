import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import {
  useLocation,
  useNavigation,
  useNavigationType,
  useSearchParams,
  type NavigateOptions,
} from 'react-router-dom'
import { useAdmin } from '../session/admin-context.tsx'

interface ListFilter {
  search: string
  /** From 1. */
  page: number
}

/** The text of a list's search field. The list is searched after a pause in typing. */
export interface TypedSearch {
  typedText: string
  onType: (text: string) => void
  /** Whether the filter contains the typed text. */
  isApplied: boolean
  /** Searches without waiting for the pause. */
  searchNow: () => void
}

interface ListFilterRules<Filter> {
  /** Reads the filter from an address. Must be the same function at each render. */
  read: (params: URLSearchParams) => Filter
  /** Returns the query of a filter. */
  write: (filter: Filter) => URLSearchParams
  /** Returns what else changes when the search text changes. */
  onSearch?: (previous: Filter, search: string) => Partial<Filter>
}

const searchDelayMs = 250
/** The navigation state of an address that a filter has written. */
const filterState = 'filter'

/** The filter of a list, kept in the address, with the text of its search field. */
export function useListFilter<Filter extends ListFilter>({ read, write, onSearch }: ListFilterRules<Filter>) {
  const { isNavigating } = useAdmin()
  const [params, setParams] = useSearchParams()
  const filter = useMemo(() => read(params), [read, params])
  const [typedText, setTypedText] = useState(filter.search)
  // The address is updated one or more renders after a change. Another change before that must not undo the first.
  const latestFilter = useRef(filter)

  function changeFilter(change: Partial<Filter>, options: NavigateOptions = {}): void {
    latestFilter.current = applyFilterChange(
      latestFilter.current,
      { search: typedText.trim(), ...change },
      onSearch,
    )
    if (change.search !== undefined) setTypedText(change.search)
    setParams(write(latestFilter.current), { preventScrollReset: true, state: filterState, ...options })
  }

  // An address from elsewhere, such as a link or the Back button, replaces the typed text.
  const { key, state } = useLocation()
  const isFromFilter = useNavigationType() !== 'POP' && state === filterState
  const [shownKey, setShownKey] = useState(key)
  if (shownKey !== key) {
    setShownKey(key)
    if (!isFromFilter) setTypedText(filter.search)
  }
  useEffect(() => {
    if (!isFromFilter) latestFilter.current = filter
  }, [key, isFromFilter, filter])

  function searchNow(): void {
    if (typedText.trim() !== latestFilter.current.search) changeFilter({}, { replace: true })
  }
  const searchAfterPause = useEffectEvent(() => {
    // A search navigates, and would cancel a navigation that a click has just started.
    if (!isNavigating()) searchNow()
  })
  const navigationState = useNavigation().state
  useEffect(() => {
    if (navigationState !== 'idle') return
    const timer = setTimeout(() => searchAfterPause(), searchDelayMs)
    return () => clearTimeout(timer)
  }, [typedText, navigationState])

  const isApplied = typedText.trim() === filter.search
  const search: TypedSearch = { typedText, isApplied, onType: setTypedText, searchNow }
  return { filter, changeFilter, search }
}

/** Applies a change to a list's filter. Returns to the first page, unless the change sets the page and not the search text. */
export function applyFilterChange<Filter extends ListFilter>(
  previous: Filter,
  change: Partial<Filter>,
  onSearch?: ListFilterRules<Filter>['onSearch'],
): Filter {
  const { search = previous.search } = change
  if (search === previous.search) return { ...previous, page: 1, ...change }
  return { ...previous, ...onSearch?.(previous, search), ...change, page: 1 }
}
