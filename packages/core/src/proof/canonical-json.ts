/** Named texts and nothing else: numbers and nesting are where implementations of JSON disagree. */
export type StringMap = Readonly<Record<string, string>>

/**
 * The one way to write a map of strings as JSON (RFC 8785): keys by UTF-16 code units, no white space, shortest escapes.
 * Half a surrogate pair is a RangeError, since it has no UTF-8.
 */
export function canonicalJson(map: StringMap): string {
  const entries = Object.entries(map).sort(([a], [b]) => (a < b ? -1 : 1))
  const members = entries.map(([key, value]) => `${jsonString(key)}:${jsonString(value)}`)
  return `{${members.join(',')}}`
}

function jsonString(text: string): string {
  if (!text.isWellFormed()) throw new RangeError('The text holds half a surrogate pair')
  return JSON.stringify(text)
}

/** Reads a map of strings, or answers null where the text is not exactly what `canonicalJson` writes for it. */
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
