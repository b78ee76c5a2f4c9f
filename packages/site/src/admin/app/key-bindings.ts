import type { Role } from '@priormark/core/platform/roles'
import type { Platform } from '@priormark/core/admin-platform'
import { listKeyBindings, type KeyBinding } from '../platform/ui/key-chords.ts'
import { paletteKeyName } from './palette/palette-key.ts'
import { isLinked, screens } from './screens.ts'

/** Returns the keys of the admin: those of every list, and a chord to go to each screen that the platform and the role have. */
export function keyBindingsOn(
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
