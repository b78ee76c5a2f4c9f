import { useEffect, useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'
import type { DesktopBridge } from '../shared/bridge.ts'

type FindBridge = Pick<DesktopBridge, 'findInPage' | 'watchMatches'>

/** Adds a search in the page, because Electron has no interface for it. @returns a function that opens it */
export function mountFindBar(bridge: FindBridge): () => void {
  const container = document.createElement('div')
  document.body.append(container)
  const root = createRoot(container)
  let openings = 0
  return () => {
    openings += 1
    // The new React key mounts a new bar, which focuses its field.
    root.render(<FindBar key={openings} bridge={bridge} onClose={() => root.render(null)} />)
  }
}

function FindBar({ bridge, onClose }: { bridge: FindBridge; onClose: () => void }) {
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [position, setPosition] = useState<{ active: number; total: number } | null>(null)

  useEffect(() => {
    field.current?.focus()
    const unwatch = bridge.watchMatches(setPosition)
    return () => {
      unwatch()
      void bridge.findInPage('', { isNew: true, isForward: true })
    }
  }, [bridge])

  function find(searchText: string, options: { isNew: boolean; isForward: boolean }) {
    if (searchText === '') setPosition(null)
    void bridge.findInPage(searchText, options)
  }
  const move = (isForward: boolean) => find(text, { isNew: false, isForward })

  return (
    <search className="find-bar">
      <input
        ref={field}
        aria-label="Find in page"
        value={text}
        onChange={({ target: { value } }) => {
          setText(value)
          find(value, { isNew: true, isForward: true })
        }}
        onKeyDown={({ key, shiftKey }) => {
          if (key === 'Enter') move(!shiftKey)
          if (key === 'Escape') onClose()
        }}
      />
      <output>{position === null ? '' : `${position.active} of ${position.total}`}</output>
      <button type="button" aria-label="Previous" onClick={() => move(false)}>
        ↑
      </button>
      <button type="button" aria-label="Next" onClick={() => move(true)}>
        ↓
      </button>
      <button type="button" aria-label="Close" onClick={onClose}>
        ×
      </button>
    </search>
  )
}
