/**
 * Returns the searches that a field has written to the address and not seen there yet, oldest first, once it sees `value`.
 * Null if the field did not write `value`: then Back or a cleared search did. On a slow machine the address follows late and
 * may skip searches.
 */
export function expectedAfter(asked: readonly string[], value: string): readonly string[] | null {
  const place = asked.indexOf(value)
  return place === -1 ? null : asked.slice(place)
}
