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
  // With `stream`, the decoder leaves out a character at the end that is cut.
  return new TextDecoder().decode(Buffer.from(text).subarray(0, maxSearchBytes), { stream: true })
}

/**
 * The text as it is indexed. The trigrams of an index end at what is neither a letter nor a digit; with a letter in its place
 * they also span words, so that texts of common words such as 'gmail.com' have rare ones. PostgreSQL computes it for every row
 * that the index finds; a single translate() would take six times as long.
 */
export const indexedSearchText = [' ', '.', '@', '-', '_', '+'].reduce(
  (text, separator) => `replace(${text}, '${separator}', 'q')`,
  'search_text',
)

/** Returns LIKE patterns that match typed text in orderSearchText() and in what is indexed of it. */
export function orderSearchPatterns(typed: string): { text: string; indexed: string } {
  const text = foldText(typed)
  return { text: containsPattern(text), indexed: containsPattern(text.replace(/[ .@_+-]/g, 'q')) }
}
