import { useState } from 'react'
import { isDialogOpen } from '../../platform/ui/open-dialogs.ts'
import { useWindowEvent } from '../../platform/ui/window-events.ts'

/** Focus mode: only the title, the toolbar and the text, over the whole window. Escape leaves it. */
export function useFocusMode(onChange: () => void) {
  const [isOn, setOn] = useState(false)

  function switchTo(wanted: boolean) {
    if (isOn === wanted) return
    setOn(wanted)
    onChange()
  }

  useWindowEvent('keydown', (press) => {
    // The editor's own panels and the dialogs close first.
    const isTaken =
      press.defaultPrevented ||
      isDialogOpen() ||
      document.querySelector('.ck-dropdown__panel-visible') !== null
    if (press.key === 'Escape' && !isTaken) switchTo(false)
  })

  return { isOn, enter: () => switchTo(true), leave: () => switchTo(false) }
}
