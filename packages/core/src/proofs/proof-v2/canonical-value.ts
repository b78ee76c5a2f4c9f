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
