/** A command that the screen may handle, or the path of a screen to open. */
export type KeyCommand = 'search' | 'down' | 'up' | 'open' | 'help' | 'palette' | `/${string}`

/** One key, or a chord of two keys pressed in a row. */
export interface KeyBinding {
  keys: readonly [string] | readonly [string, string]
  command: KeyCommand
  label: string
}

/** The keys that every list handles. */
export const listKeyBindings: readonly KeyBinding[] = [
  { keys: ['/'], command: 'search', label: 'Search' },
  { keys: ['j'], command: 'down', label: 'Next row' },
  { keys: ['k'], command: 'up', label: 'Previous row' },
  { keys: ['Enter'], command: 'open', label: 'Open the row' },
]

/** How long the first key of a chord waits for its second. */
const chordTimeoutMs = 1_500

/** The first key of a chord and when it was pressed, or null if none is waiting. */
export type PendingChord = { key: string; atMs: number } | null

export interface KeyPress {
  key: string
  /** Ctrl, Alt or Meta is held. Such keys belong to the browser. */
  hasModifier: boolean
  /** The key belongs to a text field, a dialog or a menu. */
  belongsToControl: boolean
  atMs: number
}

/** Returns the command of a key press, and the `pending` chord to pass with the next press. */
export function readKey(
  bindings: readonly KeyBinding[],
  pending: PendingChord,
  press: KeyPress,
): { command: KeyCommand | null; pending: PendingChord } {
  if (press.belongsToControl || press.hasModifier) return { command: null, pending: null }
  const isWaiting = pending !== null && press.atMs - pending.atMs <= chordTimeoutMs
  if (isWaiting) {
    const chord = bindings.find(({ keys }) => keys[0] === pending.key && keys[1] === press.key)
    if (chord !== undefined) return { command: chord.command, pending: null }
  }
  const binding = bindings.find(({ keys }) => keys.length === 1 && keys[0] === press.key)
  if (binding !== undefined) return { command: binding.command, pending: null }
  const isFirst = bindings.some(({ keys }) => keys.length === 2 && keys[0] === press.key)
  return { command: null, pending: isFirst ? { key: press.key, atMs: press.atMs } : null }
}
