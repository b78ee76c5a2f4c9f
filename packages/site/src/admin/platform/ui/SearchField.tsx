import { maxSearchLength } from '@priormark/core/platform/limits'
import { Input, type InputRef } from 'antd'
import { useRef } from 'react'
import { useCommand } from './commands.tsx'
import type { TypedSearch } from './list-filter.ts'
import styles from './SearchField.module.css'

interface SearchFieldProps {
  label: string
  placeholder: string
  search: TypedSearch
  /** Called on Enter once the text has been searched, to move to the first result. */
  onEnter?: () => void
}

/** A search that runs after a pause in typing, or on Enter. '/' focuses it. Escape clears it, then leaves it. */
export function SearchField({ label, placeholder, search, onEnter }: SearchFieldProps) {
  const input = useRef<InputRef>(null)
  useCommand('search', () => input.current?.focus({ cursor: 'all' }))

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
      onChange={({ target }) => search.onType(target.value)}
      onKeyDown={({ key }) => {
        if (key === 'Enter' && !search.searchNow()) onEnter?.()
        if (key !== 'Escape') return
        if (search.typed === '') input.current?.blur()
        else search.onType('')
      }}
    />
  )
}
