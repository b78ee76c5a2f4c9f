/**
 * What a search field still expects in the address, oldest first, once it sees `value` there; null where it never asked for
 * that, so that somebody else did: Back, another tab, a cleared search. The address follows late on a slow machine, and
 * perhaps not one by one.
 */
export function expectedAfter(asked: readonly string[], value: string): readonly string[] | null {
  const place = asked.indexOf(value)
  return place === -1 ? null : asked.slice(place)
}
