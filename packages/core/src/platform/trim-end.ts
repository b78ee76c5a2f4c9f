/**
 * Removes the characters of a set from the end of a text. A regular expression such as `/\/+$/` takes quadratic time for a run of
 * them elsewhere in the text.
 */
export function trimEndOf(text: string, characters: string): string {
  let end = text.length
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1
  return text.slice(0, end)
}
