/**
 * Returns the index pairs of a longest common subsequence of two lists, in order (Myers' algorithm), or null if more than
 * `maxEdits` items have to be removed or added. Takes time and space in proportion to that number squared.
 */
export function commonPairs(
  before: readonly string[],
  after: readonly string[],
  maxEdits: number,
): [number, number][] | null {
  const limit = Math.min(before.length + after.length, maxEdits)
  /** The furthest index in `before` on each diagonal. Diagonal 0 is at `limit + 1`. */
  const furthest = new Int32Array(2 * limit + 3)
  const history: Int32Array[] = []
  for (let edits = 0; edits <= limit; edits += 1) {
    history.push(furthest.slice())
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      const from = previousDiagonal(furthest, { diagonal, edits, limit })
      let x = edits === 0 ? 0 : furthestOn(furthest, from, limit) + (from < diagonal ? 1 : 0)
      while (x < before.length && x - diagonal < after.length && before[x] === after[x - diagonal]) x += 1
      furthest[diagonal + limit + 1] = x
      if (x >= before.length && x - diagonal >= after.length)
        return tracePairs(history, { x, diagonal, limit })
    }
  }
  return null
}

function furthestOn(furthest: Int32Array, diagonal: number, limit: number): number {
  return furthest[diagonal + limit + 1] ?? 0
}

interface Step {
  diagonal: number
  edits: number
  limit: number
}

/** Returns the diagonal that the last edit came from: above for an added item, below for a removed one. */
function previousDiagonal(furthest: Int32Array, { diagonal, edits, limit }: Step): number {
  const isAddition =
    diagonal === -edits ||
    (diagonal !== edits &&
      furthestOn(furthest, diagonal - 1, limit) < furthestOn(furthest, diagonal + 1, limit))
  return isAddition ? diagonal + 1 : diagonal - 1
}

/** Follows the edits back to the start. */
function tracePairs(
  history: readonly Int32Array[],
  { x, diagonal, limit }: { x: number; diagonal: number; limit: number },
): [number, number][] {
  const pairs: [number, number][] = []
  let [oldIndex, newIndex] = [x, x - diagonal]
  for (let edits = history.length - 1; edits >= 0; edits -= 1) {
    const furthest = history[edits] ?? new Int32Array()
    const from = previousDiagonal(furthest, { diagonal: oldIndex - newIndex, edits, limit })
    const oldStart = edits === 0 ? 0 : furthestOn(furthest, from, limit)
    const newStart = edits === 0 ? 0 : oldStart - from
    while (oldIndex > oldStart && newIndex > newStart) {
      oldIndex -= 1
      newIndex -= 1
      pairs.push([oldIndex, newIndex])
    }
    ;[oldIndex, newIndex] = [oldStart, newStart]
  }
  return pairs.reverse()
}
