import { foldText } from '@priormark/core/platform/search-text'

/** The groups of the command palette, in the order in which it shows them. */
export const paletteGroups = ['Actions', 'Screens', 'Orders', 'Posts'] as const
type PaletteGroup = (typeof paletteGroups)[number]

/** One line of the command palette. */
export interface PaletteEntry {
  id: string
  group: PaletteGroup
  label: string
  /** What tells entries with equal labels apart, such as a customer's name. */
  detail?: string
  /** Other words that find it. */
  keywords?: string
  run: () => void
}

/**
 * Returns the entries that contain every typed word: those whose label begins with the text first, those that only their keywords
 * find last.
 */
export function matchingEntries(entries: readonly PaletteEntry[], typed: string): PaletteEntry[] {
  const words = foldText(typed).split(/\s+/).filter(Boolean)
  const contains = (text: string) => words.every((word) => foldText(text).includes(word))
  const rank = ({ label }: PaletteEntry) =>
    Number(contains(label)) + Number(foldText(label).startsWith(words.join(' ')))
  return entries
    .filter(({ label, keywords = '' }) => contains(`${label} ${keywords}`))
    .toSorted((one, other) => rank(other) - rank(one))
}

/** Returns the entry that a key moves to. The list wraps around, and an entry that is gone counts as the first. */
export function nextEntryId(
  ids: readonly string[],
  activeId: string | null,
  key: 'ArrowDown' | 'ArrowUp',
): string | null {
  if (ids.length === 0) return null
  const at = Math.max(0, activeId === null ? 0 : ids.indexOf(activeId))
  const step = key === 'ArrowDown' ? 1 : -1
  return ids[(at + step + ids.length) % ids.length] ?? null
}
