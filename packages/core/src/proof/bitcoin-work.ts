import { headerDifficulty } from './bitcoin-header.ts'

/**
 * Lower bounds of the difficulty of Bitcoin's main network from each day on: at most half of the easiest block, from
 * the chain's history. Earlier blocks are older than OpenTimestamps.
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
 * Whether a header was about as hard to make as blocks of its time. Anyone can make a header with an easy target, so
 * its time counts only if this is true.
 * @param header 80 bytes that meet their own target (`checkBitcoinHeader`)
 * @param timeSeconds from the header, since 1970
 */
export function isUsualWork(header: Uint8Array, timeSeconds: number): boolean {
  const least = leastDifficulties.findLast(([from]) => timeSeconds >= from)?.[1]
  return least !== undefined && headerDifficulty(header) >= least
}

/** Returns the average number of hashes that it takes to find a header as hard as this one. */
export function expectedHashes(header: Uint8Array): number {
  return headerDifficulty(header) * 2 ** 32
}
