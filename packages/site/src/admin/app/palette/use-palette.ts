import { useEffect, useState } from 'react'
import { isDialogOpen, topDialog } from '../../platform/ui/open-dialogs.ts'
import { useWindowEvent } from '../../platform/ui/window-events.ts'
import { isPaletteKey } from '../key-bindings.ts'

/**
 * Whether the command palette is open, and the text typed in it. Its key opens it unless another dialog is open, and closes it. Keys
 * that are pressed while its code is loading go to its field and run no shortcut.
 */
export function usePalette() {
  const [isOpen, setOpen] = useState(false)
  const [typedText, setTypedText] = useState('')
  const close = () => setOpen(false)
  function open() {
    setTypedText('')
    setOpen(true)
  }

  useWindowEvent('keydown', (press) => {
    if (!isPaletteKey(press)) return
    press.preventDefault()
    if (isOpen) close()
    else if (!isDialogOpen()) open()
  })

  useEffect(() => {
    if (!isOpen) return
    function onKeyDown(press: KeyboardEvent) {
      const { key, target } = press
      if (press.ctrlKey || press.metaKey || press.altKey) return
      if (target instanceof HTMLInputElement && topDialog()?.contains(target) === true) return
      if (key === 'Escape') setOpen(false)
      else if (key === 'Backspace') setTypedText((text) => text.slice(0, -1))
      else if (key.length === 1) setTypedText((text) => text + key)
      else if (key !== 'Enter') return
      press.preventDefault()
      press.stopPropagation()
    }
    addEventListener('keydown', onKeyDown, { capture: true })
    return () => removeEventListener('keydown', onKeyDown, { capture: true })
  }, [isOpen])

  return { isOpen, open, close, typedText, setTypedText }
}
