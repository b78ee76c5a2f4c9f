import { bitcoinCheckpoints, type BitcoinCheckpoint } from './bitcoin-checkpoints.ts'
import { checkBitcoinHeader, targetOfHeader, workOfTarget } from './bitcoin-header.ts'
import type { HashFunction } from './hash.ts'

/** How many blocks must follow a block before its headers prove a date, and how many are read at most. */
export const leastFollowing = 6
const mostFollowing = 11

/** Bitcoin sets a new target every 2,016 blocks. */
const epochBlocks = 2_016

/** How far a header's time may be outside its epoch: checkpoints have times to within a day, and miners' clocks differ. */
const timeMarginSeconds = 24 * 60 * 60

/** What headers show about the block that an attestation names. */
export type DatedBlock =
  /** No given header has the Merkle root. */
  | { kind: 'no_header' }
  /** A header has the Merkle root and does not meet its own target. */
  | { kind: 'no_work' }
  /** A header has the Merkle root and cannot be at that height of the main chain. */
  | { kind: 'off_chain' }
  /** The block can be real, but nothing here shows that it is on the chain. */
  | { kind: 'open'; blockHash: string; isKnownEpoch: boolean; following: number }
  /** The block and those after it have the exact work of their height. */
  | { kind: 'proven'; blockHash: string; following: number; noLaterThanSeconds: number }

/** The headers to judge by, and the known blocks. */
interface HeaderEvidence {
  /** Headers of 80 bytes, in any order. */
  headers: readonly Uint8Array[]
  sha256: HashFunction
  checkpoints?: readonly BitcoinCheckpoint[]
}

/**
 * Judges the block that an attestation names. A lone header proves nothing, because old difficulties are cheap today:
 * a date needs the blocks after it too, each with the exact work that the checkpoints have for its height, and a time in
 * its epoch. The block existed no later than the latest time among them, since a miner may stamp a single block early.
 * @param message the 32 bytes that must be the block's Merkle root
 */
export function datedBlock(height: number, message: Uint8Array, evidence: HeaderEvidence): DatedBlock {
  const { headers, sha256, checkpoints = bitcoinCheckpoints } = evidence
  let hasHeaderWithoutWork = false
  for (const header of headers) {
    const check = checkBitcoinHeader(header, message, sha256)
    if (!check.matches) {
      hasHeaderWithoutWork ||= check.problem === 'no_proof_of_work'
      continue
    }
    const { blockHash } = check
    const place = placeOf(header, check, height, checkpoints)
    if (place === 'off_chain') return { kind: 'off_chain' }
    const chain = followers(blockHash, height, { headers, sha256, checkpoints })
    const isKnownEpoch = place === 'on_chain'
    if (!isKnownEpoch || chain.length < leastFollowing)
      return { kind: 'open', blockHash, isKnownEpoch, following: chain.length }
    const times = [check.timeSeconds, ...chain.map(({ timeSeconds }) => timeSeconds)]
    return { kind: 'proven', blockHash, following: chain.length, noLaterThanSeconds: Math.max(...times) }
  }
  return { kind: hasHeaderWithoutWork ? 'no_work' : 'no_header' }
}

/** Returns the blocks after a block, linked by their hashes, as far as they are in known epochs. */
function followers(
  blockHash: string,
  height: number,
  { headers, sha256, checkpoints }: Required<HeaderEvidence>,
): { timeSeconds: number }[] {
  const chain: { timeSeconds: number }[] = []
  let previousHash = blockHash
  while (chain.length < mostFollowing) {
    const nextHeight = height + chain.length + 1
    const next = headers
      .map((header) => ({ header, check: checkBitcoinHeader(header, header.subarray(36, 68), sha256) }))
      .find(
        ({ header, check }) =>
          check.matches &&
          check.previousBlockHash === previousHash &&
          placeOf(header, check, nextHeight, checkpoints) === 'on_chain',
      )
    if (!next?.check.matches) break
    chain.push({ timeSeconds: next.check.timeSeconds })
    previousHash = next.check.blockHash
  }
  return chain
}

/**
 * Whether a header can be at a height of the main chain: it has the work of its epoch, a time within it and, at a
 * checkpoint, the known hash. 'unknown' if a checkpoint of the epoch is missing.
 */
export function placeOf(
  header: Uint8Array,
  { blockHash, timeSeconds }: { blockHash: string; timeSeconds: number },
  height: number,
  checkpoints: readonly BitcoinCheckpoint[] = bitcoinCheckpoints,
): 'on_chain' | 'off_chain' | 'unknown' {
  const epoch = epochOf(height, checkpoints)
  if (epoch === null) return 'unknown'
  const { start, end } = epoch
  const blockWork = (BigInt(`0x${end.work}`) - BigInt(`0x${start.work}`)) / BigInt(epochBlocks)
  if (workOfTarget(targetOfHeader(header)) !== blockWork) return 'off_chain'
  const isInEpoch =
    timeSeconds >= start.time - timeMarginSeconds && timeSeconds <= end.time + timeMarginSeconds
  if (!isInEpoch) return 'off_chain'
  return height === end.height && blockHash !== end.hash ? 'off_chain' : 'on_chain'
}

/** The checkpoints at both ends of the epoch of a height; null if one of them is not known. */
function epochOf(
  height: number,
  checkpoints: readonly BitcoinCheckpoint[],
): { start: BitcoinCheckpoint; end: BitcoinCheckpoint } | null {
  const lastOfEpoch = height - (height % epochBlocks) + epochBlocks - 1
  const end = checkpoints.find((checkpoint) => checkpoint.height === lastOfEpoch)
  const start = checkpoints.find((checkpoint) => checkpoint.height === lastOfEpoch - epochBlocks)
  return start === undefined || end === undefined ? null : { start, end }
}

/** Whether headers can prove the time of the block at this height: it and the blocks that must follow are in known epochs. */
export function isDatableHeight(height: number): boolean {
  return [height, height + leastFollowing].every((one) => epochOf(one, bitcoinCheckpoints) !== null)
}
