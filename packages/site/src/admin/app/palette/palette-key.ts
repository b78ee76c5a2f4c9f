/** Whether the person has a keyboard of Apple, where Command takes the place of Ctrl. */
const isApple = () => /^(Mac|iP)/.test(navigator.platform)

/** The name of the palette's key, for the list of keys. */
export const paletteKeyName = () => (isApple() ? '⌘ K' : 'Ctrl K')

/**
 * Whether a press opens or closes the command palette. The text editor handles the same key first, for links, and another
 * dialog comes first.
 */
export function isPaletteKey(press: KeyboardEvent): boolean {
  if (press.key.toLowerCase() !== 'k' || press.shiftKey || press.altKey || press.defaultPrevented)
    return false
  return isApple() ? press.metaKey && !press.ctrlKey : press.ctrlKey && !press.metaKey
}
