import { randomInt } from 'node:crypto'
import process from 'node:process'

// Sets how many cases of long tests a run executes, for all packages:
// TEST_DEPTH=deep (`npm run test:deep`) runs all of them; without the variable (`npm test`) only a small part runs.
// TEST_SEED=N repeats a run, TEST_CASES=N sets the number of cases of property tests and fuzzing.

const depthName = process.env['TEST_DEPTH'] ?? 'normal'
if (depthName !== 'normal' && depthName !== 'deep') {
  throw new Error(`TEST_DEPTH must be normal or deep, not '${depthName}'`)
}

export const depth: 'normal' | 'deep' = depthName

/** Fixed in a normal run, so that its result never depends on chance. Random in a deep run. */
export const seed = Number(
  process.env['TEST_SEED'] ?? cases({ normal: 20_261_122, deep: randomInt(2 ** 31) }),
)

/** Returns the value for the depth of this run. */
export function cases<Value>(values: { normal: Value; deep: Value }): Value {
  return values[depth]
}

/** The parameters of fast-check for a property. It prints the seed when the property fails. */
export function propertyRuns(runs: { normal: number; deep: number }): { numRuns: number; seed: number } {
  return { numRuns: Number(process.env['TEST_CASES'] ?? cases(runs)), seed }
}

/** Returns `count` items chosen by the seed, in their order, or all items if there are fewer. */
export function sample<Item>(items: readonly Item[], count: number): Item[] {
  const ranked = items.map((item, index) => ({ item, index, rank: mix(seed + index) }))
  return ranked
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, count)
    .toSorted((a, b) => a.index - b.index)
    .map(({ item }) => item)
}

/** Spreads neighboring numbers over 32 bits (the finalizer of MurmurHash3). */
function mix(value: number): number {
  let hash = value | 0
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
