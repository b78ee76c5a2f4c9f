import { listKeyBindings, type KeyBinding } from '../ui/key-chords.ts'
import { screens } from './screens.ts'

/** The keys of the admin: those of every list, and a chord to go to each screen. */
export const keyBindings: readonly KeyBinding[] = [
  ...listKeyBindings,
  ...screens.flatMap(({ path, shortcut }): KeyBinding[] =>
    shortcut === undefined ? [] : [{ keys: ['g', shortcut.key], command: path, label: shortcut.label }],
  ),
  { keys: ['?'], command: 'help', label: 'Show keyboard shortcuts' },
]
