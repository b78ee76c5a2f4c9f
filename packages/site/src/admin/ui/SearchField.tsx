import { maxSearchLength } from '@priormark/core/limits'
import { Input, type InputRef } from 'antd'
import { useCallback, useEffect, useRef, useState } from 'react'
import { expectedAfter } from './expected-searches.ts'
import { useCommand } from './commands.tsx'
import styles from './SearchField.module.css'

const pauseMs = 250
/** How late the address may follow, in milliseconds. */
const settledMs = 2_000

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
  const asked = useRef<readonly string[]>([value])

  useEffect(() => {
    const expected = expectedAfter(asked.current, value)
    asked.current = expected ?? [value]
    // What was typed since this field asked stays.
    if (expected === null) setTyped(value)
  }, [value])

  useEffect(() => {
    // What has not come by then was skipped, and is somebody else's when it comes.
    const timer = setTimeout(() => {
      if (asked.current.at(-1) === value) asked.current = [value]
    }, settledMs)
    return () => clearTimeout(timer)
  }, [typed, value])

  useEffect(() => {
    const search = typed.trim()
    if (search === asked.current.at(-1)) return
    const timer = setTimeout(() => {
      asked.current = [...asked.current, search]
      onSearch(search)
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
