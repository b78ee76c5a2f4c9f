import { containsPattern, foldText } from '../sql/search-text.ts'

interface Searchable {
  id: string
  firstName: string
  lastName: string
  email: string
  projectName: string
}

/** Rows of a btree index are limited to 2,704 bytes, and the text is in one (order-entity.ts). */
const maxSearchBytes = 2_400

/**
 * Returns the normalized text that the search of orders uses: first name, last name, email, project name and id. Computed
 * here, because the database's lower() depends on its locale. The end of a project name is cut off if the text is too long
 * for an index (200 multi-byte letters in every field).
 */
export function orderSearchText(order: Searchable): string {
  const text = foldText([order.id, order.firstName, order.lastName, order.email, order.projectName].join(' '))
  if (Buffer.byteLength(text) <= maxSearchBytes) return text
  return Buffer.from(text)
    .subarray(0, maxSearchBytes)
    .toString()
    .replace(/\uFFFD+$/, '')
}

/** Returns the LIKE pattern that matches typed text in orderSearchText(). */
export function orderSearchPattern(typed: string): string {
  return containsPattern(foldText(typed))
}
