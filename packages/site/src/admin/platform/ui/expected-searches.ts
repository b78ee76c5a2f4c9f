/**
 * Returns the searches that a field has written to the address but not yet seen there, oldest first, once it sees `value`.
 * Returns null if the field did not write `value`, for example after Back or a cleared search. On a slow machine the address
 * changes late and may skip searches.
 */
export function expectedAfter(searches: readonly string[], value: string): readonly string[] | null {
  const index = searches.indexOf(value)
  return index === -1 ? null : searches.slice(index)
}
