import { useEffect, useEffectEvent, useState } from 'react'

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
        document.querySelector('[role="dialog"], .ck-dropdown__panel-visible') !== null
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
