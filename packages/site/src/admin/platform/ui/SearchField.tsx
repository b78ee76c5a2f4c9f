import { maxSearchLength } from '@priormark/core/platform/limits'
import { Input, type InputRef } from 'antd'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useNavigation } from 'react-router-dom'
import { useAdmin } from '../session/admin-context.tsx'
import { useCommand } from './commands.tsx'
import styles from './SearchField.module.css'

const pauseMs = 250
/** How long after a search the address may change because of it, in milliseconds. */
const addressDelayMs = 2_000

interface SearchFieldProps {
  label: string
  placeholder: string
  /** The search in the address. */
  value: string
  onSearch: (search: string) => void
  /** Called on Enter, to move to the first result. */
  onEnter?: () => void
}

/** A search that runs after a pause in typing. '/' focuses it. Escape clears it, then leaves it. */
export function SearchField({ label, placeholder, value, onSearch, onEnter }: SearchFieldProps) {
  const input = useRef<InputRef>(null)
  const [typed, setTyped] = useState(value)
  const navigation = useNavigation().state
  const { isNavigating } = useAdmin()
  const searches = useRef<readonly string[]>([value])

  useEffect(() => {
    const expected = expectedAfter(searches.current, value)
    searches.current = expected ?? [value]
    // Text typed since the last search is kept.
    if (expected === null) setTyped(value)
  }, [value])

  useEffect(() => {
    // A search that has not reached the address by then was skipped. If it appears later, the field did not write it.
    const timer = setTimeout(() => {
      if (searches.current.at(-1) === value) searches.current = [value]
    }, addressDelayMs)
    return () => clearTimeout(timer)
  }, [typed, value])

  useEffect(() => {
    const search = typed.trim()
    if (navigation !== 'idle' || search === searches.current.at(-1)) return
    const timer = setTimeout(() => {
      // A search navigates, and would cancel what a click has just begun to open.
      if (isNavigating()) return
      searches.current = [...searches.current, search]
      onSearch(search)
    }, pauseMs)
    return () => clearTimeout(timer)
  }, [typed, onSearch, isNavigating, navigation])

  useCommand(
    'search',
    useCallback(() => input.current?.focus({ cursor: 'all' }), []),
  )

  return (
    <Input
      ref={input}
      type="search"
      className={styles.field ?? ''}
      aria-label={label}
      placeholder={placeholder}
      maxLength={maxSearchLength}
      value={typed}
      suffix={
        <kbd className={styles.key} aria-hidden>
          /
        </kbd>
      }
      onChange={({ target }) => setTyped(target.value)}
      onKeyDown={({ key }) => {
        if (key === 'Enter') onEnter?.()
        if (key !== 'Escape') return
        if (typed === '') input.current?.blur()
        else setTyped('')
      }}
    />
  )
}

/**
 * Returns the searches that a field has written to the address but not yet seen there, oldest first, once it sees `value`.
 * Returns null if the field did not write `value`, for example after Back or a cleared search. On a slow machine the address
 * changes late and may skip searches.
 */
export function expectedAfter(searches: readonly string[], value: string): readonly string[] | null {
  const index = searches.indexOf(value)
  return index === -1 ? null : searches.slice(index)
}
