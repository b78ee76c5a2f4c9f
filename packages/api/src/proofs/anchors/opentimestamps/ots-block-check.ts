import { placeOf } from '@priormark/core/proofs/proof/bitcoin-chain'
import { checkBitcoinHeader } from '@priormark/core/proofs/proof/bitcoin-header'
import { toHex } from '@priormark/core/proofs/proof/bytes'
import type { OtsAttestation } from '@priormark/core/proofs/opentimestamps/ots-attestation'
import { type OtsTimestamp, writeTimestamp } from '@priormark/core/proofs/opentimestamps/ots-file'
import { walkAttestations } from '@priormark/core/proofs/opentimestamps/ots-walk'
import { sha256 } from '../../../platform/sha256.ts'
import { isPlausibleTime } from '../anchor-progress.ts'
import { SourcesError, type BitcoinBlocks } from './bitcoin-blocks.ts'
import { stuckReasons } from './ots-reasons.ts'
import { OtsError } from '@priormark/core/proofs/opentimestamps/ots-bytes'
import { applyOperation, lengthAfter } from '@priormark/core/proofs/opentimestamps/ots-operation'

/** A block that contains a root, checked against its header. */
export interface RootBlock {
  height: number
  hash: string
  /** 80 bytes in hex. */
  header: string
  time: Date
  isFinal: boolean
  /** The headers of the blocks that follow it, in order, in hex; empty until it is final. */
  confirmationHeaders: string[]
  /** The latest time among the block and those that follow it; null until it is final. */
  latestTime: Date | null
  /** Identifies the attestation that leads to it. */
  attestationKey: string
}

/** How the blocks that a timestamp names compare with the chain. */
interface BlockCheck {
  /** The blocks that contain the root, lowest first. */
  confirmed: RootBlock[]
  /** How many of the named blocks exist and do not contain the root. */
  refutedCount: number
  /** How many of the named blocks only some sources have. */
  undecidedCount: number
}

export interface BlockCheckDeps {
  blocks: BitcoinBlocks
  confirmations: number
  /** The easiest proof-of-work target of an accepted block. */
  easiestTarget: bigint
  now: Date
}

/** A message that a block should contain, with the timestamp that leads from it to the block. */
export interface StampedMessage {
  timestamp: OtsTimestamp
  message: Uint8Array
  /** When the root was made. No block before that can contain it. */
  sealedAt: Date
}

/**
 * How early a block may be stamped: an honest clock is less than two hours slow, but the only rule is that a block is
 * later than the middle one of the eleven before it.
 */
const marginSeconds = 24 * 60 * 60

/** The maximum number of following headers in a proof. */
const maxConfirmationHeaders = 11

/** How many of the blocks that a timestamp names are looked up, lowest first. An honest response names one. */
const maxNamedBlocks = 4

/** Checks the blocks that a message's timestamp names. @throws SourcesError if that is not possible now */
export async function checkBlocks(
  { blocks, confirmations, easiestTarget, now }: BlockCheckDeps,
  { timestamp, message, sealedAt }: StampedMessage,
): Promise<BlockCheck> {
  const result: BlockCheck = { confirmed: [], refutedCount: 0, undecidedCount: 0 }
  for (const { height, commitment } of namedBlocks(timestamp, message)) {
    const block = await blocks.findBlock(height)
    if (block.state === 'partial') result.undecidedCount += 1
    if (block.state !== 'agreed') continue
    const check = checkBitcoinHeader(block.header, commitment, sha256, easiestTarget)
    if (check.matches) {
      const isPlausible = isPlausibleTime(check.timeSeconds, { sealedAt, marginSeconds, now })
      if (!isPlausible || placeOf(block.header, check, height) === 'off_chain')
        throw new SourcesError(stuckReasons.implausibleBlock(height))
      const followingCount = (await blocks.readTip()) - height
      const isFinal = followingCount + 1 >= confirmations
      const followingHeaders = isFinal
        ? await readFollowingHeaders(blocks, easiestTarget, { height, hash: check.blockHash }, followingCount)
        : []
      const times = [check, ...followingHeaders].map(({ timeSeconds }) => timeSeconds)
      result.confirmed.push({
        height,
        hash: check.blockHash,
        header: toHex(block.header),
        time: new Date(check.timeSeconds * 1_000),
        isFinal,
        confirmationHeaders: followingHeaders.map(({ header }) => header),
        latestTime: isFinal ? new Date(Math.max(...times) * 1_000) : null,
        attestationKey: attestationKey(height, commitment),
      })
    } else if (check.problem === 'another_merkle_root') result.refutedCount += 1
    else throw new SourcesError(stuckReasons.notBitcoin(height))
  }
  return result
}

/**
 * Reads the headers that follow a block, up to as many as a proof contains. Each names the hash of the header before it
 * and has its own proof of work, so forging them costs as much as the chain did.
 * @throws SourcesError if they do not follow the block, or their work or time does not fit their height
 */
async function readFollowingHeaders(
  blocks: BitcoinBlocks,
  easiestTarget: bigint,
  { height, hash }: { height: number; hash: string },
  count: number,
): Promise<{ header: string; timeSeconds: number }[]> {
  const headers: { header: string; timeSeconds: number }[] = []
  let previousHash = hash
  for (let next = height + 1; next <= height + Math.min(count, maxConfirmationHeaders); next += 1) {
    const block = await blocks.findBlock(next)
    if (block.state !== 'agreed') throw new SourcesError(stuckReasons.headerMissing(next))
    const check = checkBitcoinHeader(block.header, block.header.subarray(36, 68), sha256, easiestTarget)
    if (!check.matches) throw new SourcesError(stuckReasons.notBitcoin(next))
    if (check.previousBlockHash !== previousHash) throw new SourcesError(stuckReasons.notFollowing(next))
    if (placeOf(block.header, check, next) === 'off_chain')
      throw new SourcesError(stuckReasons.implausibleBlock(next))
    headers.push({ header: toHex(block.header), timeSeconds: check.timeSeconds })
    previousHash = check.blockHash
  }
  return headers
}

/**
 * Returns a filter for the attestations to keep once blocks are known: those that lead to the blocks, and promises until
 * one of the blocks is final. A final proof does not need the calendars.
 */
export function neededAttestations(
  confirmed: readonly RootBlock[],
): (attestation: OtsAttestation, message: Uint8Array) => boolean {
  const finalBlocks = confirmed.filter(({ isFinal }) => isFinal)
  const keys = new Set(
    (finalBlocks.length > 0 ? finalBlocks : confirmed).map((block) => block.attestationKey),
  )
  return (attestation, message) =>
    attestation.kind === 'bitcoin'
      ? keys.has(attestationKey(attestation.height, message))
      : attestation.kind === 'pending' && finalBlocks.length === 0
}

function attestationKey(height: number, commitment: Uint8Array): string {
  return `${height} ${toHex(commitment)}`
}

function namedBlocks(
  timestamp: OtsTimestamp,
  message: Uint8Array,
): { height: number; commitment: Uint8Array }[] {
  const blocks = new Map<string, { height: number; commitment: Uint8Array }>()
  for (const { attestation, message: commitment } of walkAttestations(timestamp, message, otsHashes)) {
    if (attestation.kind !== 'bitcoin' || commitment === null) continue
    blocks.set(attestationKey(attestation.height, commitment), { height: attestation.height, commitment })
  }
  return [...blocks.values()].sort((a, b) => a.height - b.height).slice(0, maxNamedBlocks)
}

/** Only SHA-256 is followed: calendars use nothing else, and a proof is only as strong as its weakest hash. */
export const otsHashes = { sha256 }

/** Returns the part of a timestamp that leads to wanted attestations; null if none does. */
export function keepAttestations(
  timestamp: OtsTimestamp,
  message: Uint8Array,
  isWanted: (attestation: OtsAttestation, message: Uint8Array) => boolean,
): OtsTimestamp | null {
  const attestations = timestamp.attestations.filter((attestation) => isWanted(attestation, message))
  const branches = timestamp.branches.flatMap(({ operation, timestamp: next }) => {
    const nextMessage = applyOperation(operation, message, otsHashes)
    const keptTimestamp = nextMessage === null ? null : keepAttestations(next, nextMessage, isWanted)
    return keptTimestamp === null ? [] : [{ operation, timestamp: keptTimestamp }]
  })
  return attestations.length + branches.length === 0 ? null : { attestations, branches }
}

/**
 * Whether a timestamp from a calendar is within limits.
 * @param bounds `maxDepth` counts the nodes from the message to an attestation, including both
 */
export function isWithinBounds(
  timestamp: OtsTimestamp,
  messageLength: number,
  { maxBytes, maxDepth }: { maxBytes: number; maxDepth: number },
): boolean {
  try {
    return depthOf(timestamp) <= maxDepth && writeTimestamp(timestamp, messageLength).length <= maxBytes
  } catch (error) {
    if (error instanceof OtsError) return false
    throw error
  }
}

function depthOf({ branches }: OtsTimestamp): number {
  return 1 + Math.max(0, ...branches.map(({ timestamp }) => depthOf(timestamp)))
}

/** How many bytes an operation counts for at least: the block size of SHA-256. */
const minOperationBytes = 64

/**
 * Counts the bytes that the operations of a timestamp process. Even a timestamp of a few kilobytes can repeat operations on the
 * longest messages, and computing them takes half a second each time.
 */
export function countComputedBytes({ branches }: OtsTimestamp, messageLength: number): number {
  return branches.reduce((sum, { operation, timestamp }) => {
    const length = lengthAfter(operation, messageLength)
    return sum + Math.max(messageLength, length, minOperationBytes) + countComputedBytes(timestamp, length)
  }, 0)
}
