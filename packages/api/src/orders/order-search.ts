import { containsPattern, foldText } from '../sql/search-text.ts'

interface Searchable {
  id: string
  firstName: string
  lastName: string
  email: string
  projectName: string
}

/** A row of a btree index holds 2,704 bytes, and the text is in one (order-entity.ts). */
const maxSearchBytes = 2_400

/**
 * What the search of orders looks into: first name, last name, e-mail, project name and id, folded
 * as foldText says. Made here and not by the database, whose lower() depends on its locale. A text that is longer than
 * any index takes (200 letters of several bytes in every field) loses the end of its project's name.
 */
export function orderSearchText(order: Searchable): string {
  const text = foldText([order.id, order.firstName, order.lastName, order.email, order.projectName].join(' '))
  if (Buffer.byteLength(text) <= maxSearchBytes) return text
  return Buffer.from(text)
    .subarray(0, maxSearchBytes)
    .toString()
    .replace(/\uFFFD+$/, '')
}

/** The pattern that finds what a person typed in orderSearchText. */
export function orderSearchPattern(typed: string): string {
  return containsPattern(foldText(typed))
}
