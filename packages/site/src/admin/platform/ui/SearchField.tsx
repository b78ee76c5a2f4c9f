import { maxSearchLength } from '@priormark/core/platform/limits'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useCommand } from './commands.tsx'
import type { TypedSearch } from './list-filter.ts'
import { focusAndSelect, PlainInput } from './PlainControls.tsx'
import styles from './SearchField.module.css'

interface SearchFieldProps {
  label: string
  placeholder: string
  search: TypedSearch
  /** Whether the list has loaded. */
  isLoaded?: boolean
  /** Called after Enter, once the results for the text have loaded. */
  onEnter?: () => void
}

/** A search that runs after a pause in typing, or on Enter. '/' focuses it. Escape clears it, then leaves it. */
export function SearchField(props: SearchFieldProps) {
  const { label, placeholder, search, isLoaded = false, onEnter = () => {} } = props
  const input = useRef<HTMLInputElement>(null)
  useCommand('search', () => focusAndSelect(input.current))

  const [isEnterPending, setEnterPending] = useState(false)
  const hasResults = isEnterPending && isLoaded && search.isApplied
  const handleEnter = useEffectEvent(onEnter)
  useEffect(() => {
    if (hasResults) handleEnter()
  }, [hasResults])

  return (
    <div className={styles.field}>
      <PlainInput
        ref={input}
        type="search"
        aria-label={label}
        placeholder={placeholder}
        maxLength={maxSearchLength}
        value={search.typedText}
        onChange={({ target }) => {
          setEnterPending(false)
          search.onType(target.value)
        }}
        onBlur={() => setEnterPending(false)}
        onKeyDown={({ key, nativeEvent }) => {
          if (nativeEvent.isComposing) return
          if (key === 'Enter') {
            search.searchNow()
            setEnterPending(true)
          }
          if (key !== 'Escape') return
          setEnterPending(false)
          if (search.typedText === '') input.current?.blur()
          else search.onType('')
        }}
      />
      <kbd className={styles.key} aria-hidden>
        /
      </kbd>
    </div>
  )
}
