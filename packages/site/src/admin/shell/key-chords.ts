/** What a key can ask for. Which screen answers is the screen's affair. */
export type KeyCommand =
  | 'search'
  | 'down'
  | 'up'
  | 'open'
  | 'orders'
  | 'blog'
  | 'anchors'
  | 'audit'
  | 'account'
  | 'help'

/** Every key of the admin, as the list behind '?' shows them. */
export const keyBindings: readonly { keys: readonly string[]; command: KeyCommand; label: string }[] = [
  { keys: ['/'], command: 'search', label: 'Search' },
  { keys: ['j'], command: 'down', label: 'Next row' },
  { keys: ['k'], command: 'up', label: 'Previous row' },
  { keys: ['Enter'], command: 'open', label: 'Open the row' },
  { keys: ['g', 'o'], command: 'orders', label: 'Go to orders' },
  { keys: ['g', 'b'], command: 'blog', label: 'Go to the blog' },
  { keys: ['g', 'c'], command: 'anchors', label: 'Go to anchoring' },
  { keys: ['g', 'a'], command: 'audit', label: 'Go to the audit log' },
  { keys: ['g', 'u'], command: 'account', label: 'Go to your account' },
  { keys: ['?'], command: 'help', label: 'List the keys' },
]

/** How long the first key of a chord waits for its second. */
export const chordTimeoutMs = 1_500

/** The first key of a chord and when it was pressed; null where none waits. */
export type PendingChord = { key: string; atMs: number } | null

export interface KeyPress {
  key: string
  /** Ctrl, Alt or Meta is held: the browser's business, never ours. */
  hasModifier: boolean
  /** The person is typing, or a dialog or menu has the keys. */
  isTaken: boolean
  atMs: number
}

/** What a key press means after what was pressed before it. A pure step: the caller keeps `pending`. */
export function readKey(
  pending: PendingChord,
  press: KeyPress,
): { command: KeyCommand | null; pending: PendingChord } {
  if (press.isTaken || press.hasModifier) return { command: null, pending: null }
  const isWaiting = pending !== null && press.atMs - pending.atMs <= chordTimeoutMs
  if (isWaiting) {
    const chord = keyBindings.find(({ keys }) => keys[0] === pending.key && keys[1] === press.key)
    if (chord !== undefined) return { command: chord.command, pending: null }
  }
  const single = keyBindings.find(({ keys }) => keys.length === 1 && keys[0] === press.key)
  if (single !== undefined) return { command: single.command, pending: null }
  const isFirst = keyBindings.some(({ keys }) => keys.length === 2 && keys[0] === press.key)
  return { command: null, pending: isFirst ? { key: press.key, atMs: press.atMs } : null }
}
