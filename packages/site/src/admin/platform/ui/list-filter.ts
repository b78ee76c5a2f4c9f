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

/** The text of a list's search field, which is searched after a pause in typing. */
export interface TypedSearch {
  typed: string
  onType: (text: string) => void
  /** Whether the filter has the typed text. */
  isSearched: boolean
  /** Searches at once. */
  searchNow: () => void
}

interface ListFilterRules<Filter> {
  /** Reads the filter from an address. The same function each time. */
  read: (params: URLSearchParams) => Filter
  /** Returns the query of a filter. */
  write: (filter: Filter) => URLSearchParams
  /** Returns what else a search that differs from the former one changes. */
  onSearch?: (former: Filter, search: string) => Partial<Filter>
}

const pauseMs = 250
/** The state of an address that a filter has written. */
const ownAddress = 'filter'

/** The filter of a list, kept in the address, with the text of its search field. */
export function useListFilter<Filter extends ListFilter>({ read, write, onSearch }: ListFilterRules<Filter>) {
  const { isNavigating } = useAdmin()
  const [params, setParams] = useSearchParams()
  const filter = useMemo(() => read(params), [read, params])
  const [typed, setTyped] = useState(filter.search)
  // The address follows a change one drawing later or more. A change in between must not undo the one before.
  const latest = useRef(filter)

  function changeFilter(change: Partial<Filter>, options: NavigateOptions = {}): void {
    latest.current = applyFilterChange(latest.current, { search: typed.trim(), ...change }, onSearch)
    if (change.search !== undefined) setTyped(change.search)
    setParams(write(latest.current), { preventScrollReset: true, state: ownAddress, ...options })
  }

  // Another address, such as after Back or a link, replaces what was typed.
  const { key, state } = useLocation()
  const isOwn = useNavigationType() !== 'POP' && state === ownAddress
  const [shownKey, setShownKey] = useState(key)
  if (shownKey !== key) {
    setShownKey(key)
    if (!isOwn) setTyped(filter.search)
  }
  useEffect(() => {
    if (!isOwn) latest.current = filter
  }, [key, isOwn, filter])

  function searchNow(): void {
    if (typed.trim() !== latest.current.search) changeFilter({}, { replace: true })
  }
  const searchAfterPause = useEffectEvent(() => {
    // A search navigates, and would cancel what a click has just begun to open.
    if (!isNavigating()) searchNow()
  })
  const navigation = useNavigation().state
  useEffect(() => {
    if (navigation !== 'idle') return
    const timer = setTimeout(() => searchAfterPause(), pauseMs)
    return () => clearTimeout(timer)
  }, [typed, navigation])

  const isSearched = typed.trim() === filter.search
  const search: TypedSearch = { typed, isSearched, onType: setTyped, searchNow }
  return { filter, changeFilter, search }
}

/** Applies a change to a list's filter. Any change but one of the page starts at the first page, and so does a new search. */
export function applyFilterChange<Filter extends ListFilter>(
  former: Filter,
  change: Partial<Filter>,
  onSearch?: ListFilterRules<Filter>['onSearch'],
): Filter {
  const { search = former.search } = change
  if (search === former.search) return { ...former, page: 1, ...change }
  return { ...former, ...onSearch?.(former, search), ...change, page: 1 }
}
