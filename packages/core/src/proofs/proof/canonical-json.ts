/** Only strings, because JSON implementations disagree about numbers and nesting. */
export type StringMap = Readonly<Record<string, string>>

/**
 * Writes a JSON value as RFC 8785 does: keys sorted by UTF-16 code units, no white space, shortest escapes. Numbers must be
 * safe integers, and texts must have no lone surrogates, as the grammar of a proof requires.
 */
export function canonicalValue(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalValue).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([key, member]) => `${JSON.stringify(key)}:${canonicalValue(member)}`).join(',')}}`
}

/** Writes a map of strings as canonical JSON. @throws RangeError for a lone surrogate, which has no UTF-8 */
export function canonicalJson(map: StringMap): string {
  if (
    !Object.entries(map)
      .flat()
      .every((text) => text.isWellFormed())
  )
    throw new RangeError('The text contains a lone surrogate')
  return canonicalValue(map)
}

/** Reads a map of strings. Returns null for text that `canonicalJson` would write differently. */
export function readCanonicalJson(text: string): StringMap | null {
  try {
    const value: unknown = JSON.parse(text)
    return isStringMap(value) && canonicalJson(value) === text ? value : null
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) return null
    throw error
  }
}

function isStringMap(value: unknown): value is StringMap {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.values(value).every((member) => typeof member === 'string')
  )
}
