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

/** Returns the entries that contain every typed word, those whose label begins with the text first. */
export function matchingEntries(entries: readonly PaletteEntry[], typed: string): PaletteEntry[] {
  const words = normalized(typed).split(/\s+/).filter(Boolean)
  const text = words.join(' ')
  return entries
    .filter(({ label, keywords = '' }) => {
      const searched = normalized(`${label} ${keywords}`)
      return words.every((word) => searched.includes(word))
    })
    .toSorted((one, other) => Number(beginsWith(other, text)) - Number(beginsWith(one, text)))
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

function beginsWith({ label }: PaletteEntry, text: string): boolean {
  return normalized(label).startsWith(text)
}

/** Lower case, and without accents: "resume" finds "Résumé". */
function normalized(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
