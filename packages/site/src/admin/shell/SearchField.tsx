import { maxSearchLength } from '@priormark/core/limits'
import { Input, type InputRef } from 'antd'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useCommand } from './commands.tsx'
import styles from './SearchField.module.css'

const pauseMs = 250

interface SearchFieldProps {
  label: string
  placeholder: string
  /** What is searched for now, as the address has it. */
  value: string
  onSearch: (search: string) => void
  /** Enter: to the first result. */
  onEnter?: () => void
}

/** A search that waits for a pause in typing; '/' leads to it, Escape clears and then leaves it. */
export function SearchField({ label, placeholder, value, onSearch, onEnter }: SearchFieldProps) {
  const input = useRef<InputRef>(null)
  const [typed, setTyped] = useState(value)
  const asked = useRef(value)

  useEffect(() => {
    // Someone else changed the address: Back, another tab, a cleared search.
    if (value === asked.current) return
    asked.current = value
    setTyped(value)
  }, [value])

  useEffect(() => {
    if (typed.trim() === asked.current) return
    const timer = setTimeout(() => {
      asked.current = typed.trim()
      onSearch(asked.current)
    }, pauseMs)
    return () => clearTimeout(timer)
  }, [typed, onSearch])

  useCommand(
    'search',
    useCallback(() => input.current?.focus({ cursor: 'all' }), []),
  )

  return (
    <Input
      ref={input}
      type="search"
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
