/**
 * Returns the searches that a field has written to the address but not yet seen there, oldest first, once it sees `value`.
 * Returns null if the field did not write `value`, for example after Back or a cleared search. On a slow machine the address
 * changes late and may skip searches.
 */
export function expectedAfter(asked: readonly string[], value: string): readonly string[] | null {
  const place = asked.indexOf(value)
  return place === -1 ? null : asked.slice(place)
}
