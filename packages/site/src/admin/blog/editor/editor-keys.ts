import { useEffect, useEffectEvent, useState } from 'react'
import { isDialogOpen } from '../../platform/ui/open-dialogs.ts'

/** Calls `onSave` for Ctrl+S, or Cmd+S on a Mac, instead of the browser's own dialog. Dialogs take the key and ignore it. */
export function useSaveKey(onSave: () => void): void {
  const saveNow = useEffectEvent(onSave)
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const isSaveKey = event.key.toLowerCase() === 's' && (event.ctrlKey || event.metaKey)
      if (!isSaveKey || event.shiftKey || event.altKey) return
      event.preventDefault()
      if (!event.repeat && !isDialogOpen()) saveNow()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])
}

/** Focus mode: only the title, the toolbar and the text, over the whole window. Escape leaves it. */
export function useFocusMode(onChange: () => void) {
  const [isOn, setOn] = useState(false)

  function leave() {
    if (!isOn) return
    setOn(false)
    onChange()
  }

  const leaveNow = useEffectEvent(leave)

  useEffect(() => {
    if (!isOn) return
    function onKeyDown(event: KeyboardEvent) {
      // The editor's own panels and the dialogs close first.
      const isTaken =
        event.defaultPrevented ||
        isDialogOpen() ||
        document.querySelector('.ck-dropdown__panel-visible') !== null
      if (event.key === 'Escape' && !isTaken) leaveNow()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [isOn])

  return {
    isOn,
    enter: () => {
      setOn(true)
      onChange()
    },
    leave,
  }
}
