import { headerDifficulty } from './bitcoin-header.ts'

/**
 * What no block of Bitcoin's main network since that day was easier than, with a wide margin: half of the easiest one or
 * less. From the chain's own record. An earlier block is older than OpenTimestamps.
 */
const leastDifficulties: readonly (readonly [fromSeconds: number, difficulty: number])[] = [
  [Date.UTC(2015, 0) / 1000, 2e10],
  [Date.UTC(2016, 0) / 1000, 5e10],
  [Date.UTC(2017, 0) / 1000, 1.5e11],
  [Date.UTC(2018, 0) / 1000, 9e11],
  [Date.UTC(2019, 0) / 1000, 2.5e12],
  [Date.UTC(2020, 0) / 1000, 6e12],
  [Date.UTC(2022, 0) / 1000, 1.2e13],
  [Date.UTC(2023, 0) / 1000, 1.7e13],
  [Date.UTC(2024, 0) / 1000, 3.3e13],
  [Date.UTC(2025, 0) / 1000, 5e13],
]

/**
 * Whether making a header cost about what blocks of its time cost. Anyone makes a header that is as easy as it says
 * itself to be, so its time counts for something only where this holds.
 * @param header 80 bytes that meet their own target (`checkBitcoinHeader`)
 * @param timeSeconds as the header says, since 1970
 */
export function isUsualWork(header: Uint8Array, timeSeconds: number): boolean {
  const least = leastDifficulties.findLast(([from]) => timeSeconds >= from)?.[1]
  return least !== undefined && headerDifficulty(header) >= least
}

/** How many hashes it takes on average to find a header as hard as this one. */
export function expectedHashes(header: Uint8Array): number {
  return headerDifficulty(header) * 2 ** 32
}
