import type { Platform } from '@priormark/core/platform'
import { listKeyBindings, type KeyBinding } from '../ui/key-chords.ts'
import { screens } from './screens.ts'

/** Returns the keys of the admin: those of every list, and a chord to go to each screen that the platform has. */
export function keyBindingsOn(platform: Pick<Platform, 'downloads'>): readonly KeyBinding[] {
  return [
    ...listKeyBindings,
    ...screens.flatMap(({ path, shortcut, isAvailable }): KeyBinding[] =>
      shortcut === undefined || isAvailable?.(platform) === false
        ? []
        : [{ keys: ['g', shortcut.key], command: path, label: shortcut.label }],
    ),
    { keys: ['?'], command: 'help', label: 'Show keyboard shortcuts' },
  ]
}
