import { useEffect, useEffectEvent } from 'react'
import { isDialogOpen } from './open-dialogs.ts'

/** Handles an event of the window while the component is mounted and `isEnabled`. */
export function useWindowEvent<Type extends keyof WindowEventMap>(
  type: Type,
  handler: (event: WindowEventMap[Type]) => void,
  isEnabled = true,
): void {
  const handle = useEffectEvent(handler)
  useEffect(() => {
    if (!isEnabled) return
    const listen = (event: WindowEventMap[Type]) => handle(event)
    addEventListener(type, listen)
    return () => removeEventListener(type, listen)
  }, [type, isEnabled])
}

/** Makes the browser ask before the page is left while something is unsaved. */
export function useUnloadQuestion(isUnsaved: () => boolean): void {
  useWindowEvent('beforeunload', (unload) => isUnsaved() && unload.preventDefault())
}

/** Calls `onSave` for Ctrl+S, or Cmd+S on a Mac, instead of the browser's own dialog. While a dialog is open, the key does nothing. */
export function useSaveKey(onSave: () => void): void {
  useWindowEvent('keydown', (press) => {
    const isSaveKey = press.key.toLowerCase() === 's' && (press.ctrlKey || press.metaKey)
    if (!isSaveKey || press.shiftKey || press.altKey) return
    press.preventDefault()
    if (!press.repeat && !isDialogOpen()) onSave()
  })
}
