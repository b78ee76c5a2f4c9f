import { foldText } from '@priormark/core/platform/search-text'
import { shownEmail } from '@priormark/core/platform/email-address'
import { containsPattern } from '../platform/database/database.ts'
import type { Order } from './order-entity.ts'

type SearchedFields = Pick<Order, 'id' | 'number' | 'firstName' | 'lastName' | 'email' | 'projectName'>

/** Rows of a btree index are limited to 2,704 bytes, and the text is in one (order-entity.ts). */
const maxSearchBytes = 2_400

/**
 * Returns the normalized text that the search of orders uses: number, id, first name, last name, email and project name. Computed
 * here, because the database's lower() depends on its locale. Folding can turn one letter into several. A text that becomes too
 * long for an index loses the end of the project name, then that of the names; number, id and email address stay whole.
 */
export function orderSearchText(order: SearchedFields): string {
  const number = `#${order.number}`
  const email = foldText(shownEmail(order.email))
  const names = foldText(`${order.firstName} ${order.lastName}`)
  const shortNames = truncate(names, maxSearchBytes - Buffer.byteLength(`${number} ${order.id}  ${email}`))
  const parts = [number, order.id, shortNames, email, foldText(order.projectName)]
  return truncate(parts.filter(Boolean).join(' '), maxSearchBytes)
}

function truncate(text: string, maxBytes: number): string {
  // With `stream`, the decoder leaves out an incomplete character at the end.
  return new TextDecoder().decode(Buffer.from(text).subarray(0, maxBytes), { stream: true })
}

/**
 * The SQL expression that is indexed. Trigrams never span a character that is neither a letter nor a digit. With a letter in its
 * place they do, so that a text with common parts such as 'gmail.com' also has trigrams that few rows have. PostgreSQL
 * computes it for every row that the index finds; a single translate() would take six times as long.
 */
export const indexedSearchText = [' ', '.', '@', '-', '_', '+'].reduce(
  (text, separator) => `replace(${text}, '${separator}', 'q')`,
  'search_text',
)

/** Returns the LIKE patterns of a search: for orderSearchText(), and for its indexed form. */
export function orderSearchPatterns(search: string): { text: string; indexed: string } {
  const text = foldText(shownEmail(search))
  return { text: containsPattern(text), indexed: containsPattern(text.replace(/[ .@_+-]/g, 'q')) }
}
