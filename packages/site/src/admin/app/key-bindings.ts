import type { Role } from '@priormark/core/platform/roles'
import type { Platform } from '@priormark/core/admin-platform'
import { listKeyBindings, type KeyBinding } from '../platform/ui/key-chords.ts'
import { isLinked, screens } from './screens.ts'

/** Returns the keys of the admin: those of every list, and a chord for each screen that the platform and the role have. */
export function adminKeyBindings(
  platform: Pick<Platform, 'downloads'>,
  role: Role | null,
): readonly KeyBinding[] {
  return [
    ...listKeyBindings,
    ...screens.flatMap((screen): KeyBinding[] => {
      const { path, shortcut } = screen
      if (shortcut?.key === undefined || !isLinked(screen, platform, role)) return []
      return [{ keys: ['g', shortcut.key], command: path, label: shortcut.label }]
    }),
    { keys: [paletteKeyName()], command: 'palette', label: 'Open the command palette' },
    { keys: ['?'], command: 'help', label: 'Show keyboard shortcuts' },
  ]
}

/** Whether this is an Apple device, where the Command key takes the place of Ctrl. */
const isApple = () => /^(Mac|iP)/.test(navigator.platform)

/** The name of the palette's key, for the list of keys. */
export const paletteKeyName = () => (isApple() ? '⌘ K' : 'Ctrl K')

/** Whether a key press is for the command palette. The text editor handles the same key first, for links. */
export function isPaletteKey(press: KeyboardEvent): boolean {
  if (press.key.toLowerCase() !== 'k' || press.shiftKey || press.altKey || press.defaultPrevented)
    return false
  return isApple() ? press.metaKey && !press.ctrlKey : press.ctrlKey && !press.metaKey
}
