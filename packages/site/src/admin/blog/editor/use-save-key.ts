import { useEffect, useEffectEvent } from 'react'

/** Calls `onSave` for Ctrl+S, or Cmd+S on a Mac, instead of the browser's own dialog. Dialogs take the key and ignore it. */
export function useSaveKey(onSave: () => void): void {
  const saveNow = useEffectEvent(onSave)
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const isSaveKey = event.key.toLowerCase() === 's' && (event.ctrlKey || event.metaKey)
      if (!isSaveKey || event.shiftKey || event.altKey) return
      event.preventDefault()
      if (!event.repeat && document.querySelector('[role="dialog"]') === null) saveNow()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])
}
