/** Only strings, because JSON implementations disagree about numbers and nesting. */
export type StringMap = Readonly<Record<string, string>>

/**
 * Writes a map of strings as canonical JSON (RFC 8785): keys sorted by UTF-16 code units, no white space, shortest
 * escapes. @throws RangeError for a lone surrogate, which has no UTF-8
 */
export function canonicalJson(map: StringMap): string {
  const entries = Object.entries(map).sort(([a], [b]) => (a < b ? -1 : 1))
  const members = entries.map(([key, value]) => `${jsonString(key)}:${jsonString(value)}`)
  return `{${members.join(',')}}`
}

function jsonString(text: string): string {
  if (!text.isWellFormed()) throw new RangeError('The text contains a lone surrogate')
  return JSON.stringify(text)
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
