import { maxSearchLength } from '@priormark/core/platform/limits'
import { Input, type InputRef } from 'antd'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useCommand } from './commands.tsx'
import type { TypedSearch } from './list-filter.ts'
import styles from './SearchField.module.css'

interface SearchFieldProps {
  label: string
  placeholder: string
  search: TypedSearch
  /** Whether the list has loaded. */
  isLoaded?: boolean
  /** Called after Enter, once the results of the text have loaded. */
  onEnter?: () => void
}

/** A search that runs after a pause in typing, or on Enter. '/' focuses it. Escape clears it, then leaves it. */
export function SearchField({
  label,
  placeholder,
  search,
  isLoaded = false,
  onEnter = () => {},
}: SearchFieldProps) {
  const input = useRef<InputRef>(null)
  useCommand('search', () => input.current?.focus({ cursor: 'all' }))

  const [isEntered, setEntered] = useState(false)
  const isAnswered = isEntered && isLoaded && search.isSearched
  const answer = useEffectEvent(onEnter)
  useEffect(() => {
    if (isAnswered) answer()
  }, [isAnswered])

  return (
    <Input
      ref={input}
      type="search"
      className={styles.field ?? ''}
      aria-label={label}
      placeholder={placeholder}
      maxLength={maxSearchLength}
      value={search.typed}
      suffix={
        <kbd className={styles.key} aria-hidden>
          /
        </kbd>
      }
      onChange={({ target }) => {
        setEntered(false)
        search.onType(target.value)
      }}
      onBlur={() => setEntered(false)}
      onKeyDown={({ key, nativeEvent }) => {
        if (nativeEvent.isComposing) return
        if (key === 'Enter') {
          search.searchNow()
          setEntered(true)
        }
        if (key !== 'Escape') return
        // The list of all is no answer to the text before it.
        setEntered(false)
        if (search.typed === '') input.current?.blur()
        else search.onType('')
      }}
    />
  )
}
